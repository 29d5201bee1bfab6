"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Tone } from "@/components/ui/tone";
import { read } from "@/lib/client/query";
import { listMeanings } from "@/lib/contract/console/settings";
import { documentedMeanings, toneOf } from "@/lib/contract/console/status-meanings";

export type ToneOf = (resource: string, field: string, word: unknown) => Tone;

/** Reads the status words of all resources. */
export function useStatusMeanings(): ToneOf {
  const custom = useQuery({ ...read(listMeanings, {}), staleTime: 300_000 });
  const meanings = custom.data?.value.data ?? documentedMeanings;
  return useCallback((resource, field, word) => toneOf(meanings, resource, field, word), [meanings]);
}
