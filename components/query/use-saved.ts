"use client";

import { useQuery } from "@tanstack/react-query";
import { read } from "@/lib/client/query";
import { listSaved, type SavedRecord } from "@/lib/contract/console/saved";

/** Registry entry of a record: its label, pin and when it was not found any more. */
export function useSaved(resource: string, ref: string): SavedRecord | undefined {
  return useQuery(read(listSaved, { resource, ref })).data?.value.data[0];
}
