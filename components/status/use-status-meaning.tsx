import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext } from "react";
import type { Tone } from "@/components/ui/buttons/status-icon";
import { read } from "@/lib/client/query";
import { documentedMeanings, listMeanings, type MeaningEntry, toneOf } from "@/lib/contract/console/meanings";

const staleMs = 300_000;

const documentedEntries: readonly MeaningEntry[] = documentedMeanings.map((entry) => ({ ...entry, set_by: null }));

const MeaningsContext = createContext(documentedEntries);

/** Reads the meanings once for all status words of a page, because a query in every cell would be slow. */
export function StatusMeaningsProvider({ children }: { children: ReactNode }) {
  const { data } = useQuery({ ...read(listMeanings, {}), staleTime: staleMs });
  return <MeaningsContext value={data?.value.data ?? documentedEntries}>{children}</MeaningsContext>;
}

/** Returns a function that gives the tone of a status word: `toneOf("status", record.status)`. Includes admins' meanings. */
export function useStatusMeaning(resource: string) {
  const meanings = useContext(MeaningsContext);
  return useCallback(
    (field: string, word: unknown): Tone => toneOf(meanings, resource, field, word),
    [meanings, resource],
  );
}

/** Name of the admin who set a meaning; null for documented words, undefined for others. */
export function useSetBy(resource: string) {
  const meanings = useContext(MeaningsContext);
  return (field: string, word: unknown) =>
    meanings.find((meaning) => meaning.resource === resource && meaning.field === field && meaning.word === word)
      ?.set_by;
}
