"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Tone } from "@/components/ui/buttons/status-icon";
import { read } from "@/lib/client/query";
import { documentedMeanings, listMeanings, toneOf } from "@/lib/contract/console/meanings";

const keptMs = 300_000;

/** Reads a status word of one resource: `toneOf("status", record.status)`. Knows what admins set. */
export function useStatusMeaning(resource: string) {
  const meanings = useStatusMeanings() ?? documentedMeanings;
  return useCallback(
    (field: string, word: unknown): Tone => toneOf(meanings, resource, field, word),
    [meanings, resource],
  );
}

/** Who set a word's meaning; null for the API document's own words, undefined for every other. */
export function useSetBy(resource: string) {
  const meanings = useStatusMeanings() ?? documentedEntries;
  return useCallback(
    (field: string, word: unknown) =>
      meanings.find((meaning) => meaning.resource === resource && meaning.field === field && meaning.word === word)
        ?.set_by,
    [meanings, resource],
  );
}

function useStatusMeanings() {
  return useQuery({ ...read(listMeanings, {}), staleTime: keptMs }).data?.value.data;
}

const documentedEntries = documentedMeanings.map((meaning) => ({ ...meaning, set_by: null }));
