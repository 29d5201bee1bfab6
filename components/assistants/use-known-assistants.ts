"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useAllNumbers } from "@/components/query/use-all-numbers";
import { sourceMessage } from "@/components/registry/registry-list";
import { readInBackground } from "@/lib/client/background-read";
import { read } from "@/lib/client/query";
import { type Assistant, getAssistant } from "@/lib/contract/api/assistants";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { listSaved, type SavedRecord } from "@/lib/contract/console/saved";
import { fieldsOf, titleOf } from "@/lib/contract/fields";
import { Problem } from "@/lib/contract/problem";
import { countOf, formatCount } from "@/lib/format/format-count";

const maxDetails = 200;

export type AssistantRow = KnownAssistant & {
  name: string | undefined;
  status: string | undefined;
  language: string | undefined;
  /** Time of the platform's first 404 for it, if recorded. */
  goneSince: string | undefined;
  isGone: boolean;
};

/** All known assistants. Up to 200 are fetched in the background for name, status and language. */
export function useKnownAssistants() {
  const numbers = useAllNumbers();
  const saved = useQuery(read(listSaved, { resource: "assistants" }));
  const assistants = knownAssistants(numbers.numbers, saved.data?.value.data ?? []);
  const details = useQueries({
    queries: assistants.slice(0, maxDetails).map(({ id }) => readInBackground(getAssistant, { assistant_id: id })),
  });
  const rows = assistants.map((assistant, index) =>
    rowOf(assistant, details[index]?.data?.value.data, details[index]?.error),
  );
  return { numbers, saved, rows };
}

function rowOf(knownAssistant: KnownAssistant, assistant: Assistant | undefined, error: unknown): AssistantRow {
  const { saved } = knownAssistant;
  const isAnswered = assistant !== undefined;
  const isMissing = error instanceof Problem && error.code === "not_found";
  const goneSince = isAnswered ? undefined : (saved?.not_found_since ?? undefined);
  return {
    ...knownAssistant,
    name: titleOf(assistant) ?? saved?.name ?? undefined,
    status: assistant ? (assistant.status ?? undefined) : (saved?.last_status_word ?? undefined),
    language: fieldsOf(assistant?.transcriber).language ?? undefined,
    goneSince,
    isGone: isMissing || goneSince !== undefined,
  };
}

type KnownAssistant = { id: string; numberCount: number; saved: SavedRecord | undefined };

/** The platform has no list of assistants. They come from phone numbers and from the registry. */
export function knownAssistants(numbers: readonly PhoneNumber[], saved: readonly SavedRecord[]): KnownAssistant[] {
  const counts = new Map<string, number>();
  for (const { assistant_id } of numbers)
    if (assistant_id) counts.set(assistant_id, (counts.get(assistant_id) ?? 0) + 1);
  const records = new Map(saved.map((record) => [record.ref, record]));
  const ids = [...new Set([...counts.keys(), ...records.keys()])];
  const assistants = ids.map((id) => ({ id, numberCount: counts.get(id) ?? 0, saved: records.get(id) }));
  return [...assistants.filter(isPinned), ...assistants.filter((assistant) => !isPinned(assistant))];
}

const isPinned = ({ saved }: KnownAssistant) => saved?.pinned === true;

/** Reason why an assistant is listed: "Pinned, 3 numbers". */
export function sourceText({ numberCount, saved }: KnownAssistant): string {
  const reasons = [
    ...(saved?.pinned ? ["Pinned"] : []),
    ...(numberCount > 0 ? [numberMessage(numberCount)] : []),
    ...(saved?.label ? [`labeled “${saved.label}”`] : []),
  ];
  if (reasons.length > 0) return reasons.join(", ");
  const source = saved && sourceMessage(saved);
  return source && source !== "—" ? `${source.slice(0, 1).toUpperCase()}${source.slice(1)}` : "Opened here";
}

/** CSV row of an assistant: the registry's columns, and fields of the assistant itself. */
export const assistantRecord = (row: AssistantRow) => ({
  id: row.id,
  name: row.name,
  label: row.saved?.label,
  status: row.status,
  language: row.language,
  last_read: row.saved?.last_seen_at,
  source: sourceText(row),
  pinned: row.saved?.pinned ?? false,
  not_found_since: row.goneSince,
});

const numberMessage = (count: number) => countOf(count, "number");

export function countMessage(assistants: readonly KnownAssistant[]): string {
  const usedCount = assistants.filter(({ numberCount }) => numberCount > 0).length;
  const count = formatCount(assistants.length);
  if (usedCount === assistants.length) return `${count} known, all of them used by phone numbers here.`;
  return `${count} known, ${usedCount} of them used by phone numbers here.`;
}
