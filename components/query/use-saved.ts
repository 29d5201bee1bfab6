"use client";

import { useQuery } from "@tanstack/react-query";
import { read } from "@/lib/client/query";
import { listSaved, type SavedRecord } from "@/lib/contract/console/saved";

/** What Switchboard keeps about one record: its label, whether it is pinned, since when it is gone. */
export function useSaved(resource: string, ref: string): SavedRecord | undefined {
  return useQuery(read(listSaved, { resource, ref })).data?.value.data[0];
}
