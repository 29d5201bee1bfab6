"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { read } from "@/lib/client/query";
import { contractReadings, readingOf } from "@/lib/contract/readings";
import { listReadings } from "@/lib/contract/settings";
import type { Reading } from "./reading";

/** Reads a status word of one resource: `reading("status", record.status)`. Knows what admins taught it. */
export function useReading(resource: string) {
  const taught = useQuery({ ...read(listReadings, {}), staleTime: 300_000 });
  const readings = taught.data?.value.data ?? contractReadings;
  return useCallback(
    (field: string, word: unknown): Reading => readingOf(readings, resource, field, word),
    [readings, resource],
  );
}
