"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useAllNumbers } from "@/components/query/use-all-numbers";
import { sourceMessage } from "@/components/record/saved-list";
import { readInBackground } from "@/lib/client/background-read";
import { read } from "@/lib/client/query";
import { type Assistant, getAssistant } from "@/lib/contract/api/assistants";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { listSaved, type SavedRecord } from "@/lib/contract/console/saved";
import { fieldsOf, titleOf } from "@/lib/contract/fields";
import { Problem } from "@/lib/contract/problem";
import { countOf, formatCount } from "@/lib/format/format-count";

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
  const rows = known.map((assistant, index) =>
    rowOf(assistant, details[index]?.data?.value.data, details[index]?.error),
  );
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

type KnownAssistant = { id: string; numberCount: number; saved: SavedRecord | undefined };

/** Assistants have no list: they are known because a phone number names them, or because someone here read or pinned them. */
export function knownAssistants(numbers: readonly PhoneNumber[], saved: readonly SavedRecord[]): KnownAssistant[] {
  const counts = new Map<string, number>();
  for (const { assistant_id } of numbers)
    if (assistant_id) counts.set(assistant_id, (counts.get(assistant_id) ?? 0) + 1);
  const records = new Map(saved.map((record) => [record.ref, record]));
  const ids = [...new Set([...counts.keys(), ...records.keys()])];
  const known = ids.map((id) => ({ id, numberCount: counts.get(id) ?? 0, saved: records.get(id) }));
  return [...known.filter(isPinned), ...known.filter((assistant) => !isPinned(assistant))];
}

const isPinned = ({ saved }: KnownAssistant) => saved?.pinned === true;

/** "Pinned, 3 numbers": why an assistant is in the list. */
export function knownBecause({ numberCount, saved }: KnownAssistant): string {
  const reasons = [
    ...(saved?.pinned ? ["Pinned"] : []),
    ...(numberCount > 0 ? [numberMessage(numberCount)] : []),
    ...(saved?.label ? [`labeled “${saved.label}”`] : []),
  ];
  if (reasons.length > 0) return reasons.join(", ");
  const source = saved && sourceMessage(saved);
  return source && source !== "—" ? `${source.slice(0, 1).toUpperCase()}${source.slice(1)}` : "Opened here";
}

/** An assistant in a sheet: a saved record like those of the other lists, with what else was read of it. */
export const assistantRecord = (row: AssistantRow) => ({
  id: row.id,
  name: row.name,
  label: row.saved?.label,
  status: row.status,
  language: row.language,
  last_read: row.saved?.last_seen_at,
  source: knownBecause(row),
  pinned: row.saved?.pinned ?? false,
  not_found_since: row.goneSince,
});

const numberMessage = (count: number) => countOf(count, "number");

/** The sentence under the list. */
export function knownWords(known: readonly KnownAssistant[]): string {
  const named = known.filter(({ numberCount }) => numberCount > 0).length;
  const count = formatCount(known.length);
  if (named === known.length) return `${count} known, all of them used by phone numbers here.`;
  return `${count} known, ${named} of them used by phone numbers here.`;
}
