"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useAllNumbers } from "@/components/query/use-all-numbers";
import { readInBackground } from "@/lib/client/background-read";
import { read } from "@/lib/client/query";
import { type Assistant, getAssistant } from "@/lib/contract/api/assistants";
import { listSaved } from "@/lib/contract/console/saved";
import { fieldsOf } from "@/lib/contract/fields";
import { Problem } from "@/lib/contract/problem";
import { titleOf } from "@/lib/contract/record-title";
import { type KnownAssistant, knownAssistants } from "./known-assistants";

const mostRead = 200;

export type AssistantRow = KnownAssistant & {
  name: string | undefined;
  status: string | undefined;
  language: string | undefined;
  /** Since when the API answers 404 for it, where that is known. */
  goneSince: string | undefined;
  isGone: boolean;
};

/** Every assistant that is known, each read once in the background for its name, status and language. */
export function useKnownAssistants() {
  const numbers = useAllNumbers();
  const saved = useQuery(read(listSaved, { resource: "assistants" }));
  const known = knownAssistants(numbers.numbers, saved.data?.value.data ?? []);
  const details = useQueries({
    queries: known.slice(0, mostRead).map(({ id }) => readInBackground(getAssistant, { assistant_id: id })),
  });
  const rows = known.map((each, at) => rowOf(each, details[at]?.data?.value.data, details[at]?.error));
  return { numbers, saved, rows };
}

function rowOf(known: KnownAssistant, assistant: Assistant | undefined, error: unknown): AssistantRow {
  const { saved } = known;
  const isAnswered = assistant !== undefined;
  const isMissing = error instanceof Problem && error.code === "not_found";
  const goneSince = isAnswered ? undefined : (saved?.not_found_since ?? undefined);
  return {
    ...known,
    name: titleOf(assistant) ?? saved?.name ?? undefined,
    status: assistant ? (assistant.status ?? undefined) : (saved?.last_status_word ?? undefined),
    language: fieldsOf(assistant?.transcriber).language ?? undefined,
    goneSince,
    isGone: isMissing || goneSince !== undefined,
  };
}
