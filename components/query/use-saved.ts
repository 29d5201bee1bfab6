import { useQuery } from "@tanstack/react-query";
import { read } from "@/lib/client/query";
import { listSaved, type SavedRecord } from "@/lib/contract/console/saved";

export function useSaved(resource: string, ref: string): SavedRecord | undefined {
  return useQuery(read(listSaved, { resource, ref })).data?.value.data[0];
}
