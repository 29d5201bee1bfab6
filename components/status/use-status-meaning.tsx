"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Tone } from "@/components/ui/buttons/status-icon";
import { read } from "@/lib/client/query";
import { documentedMeanings, listMeanings, toneOf } from "@/lib/contract/console/meanings";

const staleMs = 300_000;

/** Returns a function that gives the tone of a status word: `toneOf("status", record.status)`. Includes admins' meanings. */
export function useStatusMeaning(resource: string) {
  const meanings = useStatusMeanings() ?? documentedMeanings;
  return useCallback(
    (field: string, word: unknown): Tone => toneOf(meanings, resource, field, word),
    [meanings, resource],
  );
}

/** Name of the admin who set a meaning; null for documented words, undefined for others. */
export function useSetBy(resource: string) {
  const meanings = useStatusMeanings() ?? documentedEntries;
  return (field: string, word: unknown) =>
    meanings.find((meaning) => meaning.resource === resource && meaning.field === field && meaning.word === word)
      ?.set_by;
}

function useStatusMeanings() {
  return useQuery({ ...read(listMeanings, {}), staleTime: staleMs }).data?.value.data;
}

const documentedEntries = documentedMeanings.map((meaning) => ({ ...meaning, set_by: null }));
