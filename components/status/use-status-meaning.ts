"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Tone } from "@/components/ui/buttons/status-icon";
import { read } from "@/lib/client/query";
import { listMeanings } from "@/lib/contract/console/settings";
import { documentedMeanings, toneOf } from "@/lib/contract/console/status-meanings";

const keptMs = 300_000;

/** Reads a status word of one resource: `reading("status", record.status)`. Knows what admins taught it. */
export function useStatusMeaning(resource: string) {
  const meanings = useStatusMeanings() ?? documentedMeanings;
  return useCallback(
    (field: string, word: unknown): Tone => toneOf(meanings, resource, field, word),
    [meanings, resource],
  );
}

/** Who taught a word its reading; undefined for the API contract's own words and for odd ones. */
export function useSetBy(resource: string) {
  const meanings = useStatusMeanings();
  return useCallback(
    (field: string, word: unknown) =>
      meanings?.find((each) => each.resource === resource && each.field === field && each.word === word)?.taught_by ??
      undefined,
    [meanings, resource],
  );
}

function useStatusMeanings() {
  return useQuery({ ...read(listMeanings, {}), staleTime: keptMs }).data?.value.data;
}
