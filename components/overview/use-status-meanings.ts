"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Reading } from "@/components/ui/tone";
import { read } from "@/lib/client/query";
import { listMeanings } from "@/lib/contract/console/settings";
import { documentedMeanings, readingOf } from "@/lib/contract/console/status-meanings";

export type ReadingOf = (resource: string, field: string, word: unknown) => Reading;

/** Reads the status words of all resources. */
export function useStatusMeanings(): ReadingOf {
  const taught = useQuery({ ...read(listMeanings, {}), staleTime: 300_000 });
  const readings = taught.data?.value.data ?? documentedMeanings;
  return useCallback((resource, field, word) => readingOf(readings, resource, field, word), [readings]);
}
