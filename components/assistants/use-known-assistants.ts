import { useQueries, useQuery } from "@tanstack/react-query";
import { isNotFound } from "@/components/query/query-view";
import { type RegistryRow, rowOf, sourceMessage } from "@/components/registry/registry-row";
import { readInBackground } from "@/lib/client/background-read";
import { read } from "@/lib/client/query";
import { type Assistant, getAssistant } from "@/lib/contract/api/assistants";
import { countAssistantNumbers, type NumberCounts } from "@/lib/contract/console/assistant-numbers";
import { listSaved, type SavedRecord } from "@/lib/contract/console/saved";
import { fieldsOf, titleOf } from "@/lib/contract/fields";
import { countOf } from "@/lib/format/format-count";

const maxDetails = 200;

export type AssistantRow = RegistryRow & { numberCount: number; language: string | undefined };

/** All known assistants. Up to 200 are fetched in the background for name, status and language. */
export function useKnownAssistants() {
  const numbers = useQuery(read(countAssistantNumbers, {}));
  const saved = useQuery(read(listSaved, { resource: "assistants" }));
  const assistants = knownAssistants(numbers.data?.value.data ?? [], saved.data?.value.data ?? []);
  const details = useQueries({
    queries: assistants.slice(0, maxDetails).map(({ id }) => readInBackground(getAssistant, { assistant_id: id })),
  });
  const rows = assistants.map((assistant, index) =>
    rowWith(assistant, details[index]?.data?.value.data, details[index]?.error),
  );
  return { numbers, saved, rows };
}

function rowWith(known: KnownAssistant, assistant: Assistant | undefined, error: unknown): AssistantRow {
  const { id, numberCount, saved } = known;
  const row = saved ? rowOf(saved) : { id, label: null, name: null, status: null, read_at: null };
  return {
    ...row,
    name: titleOf(assistant) ?? row.name,
    status: assistant ? (assistant.status ?? null) : row.status,
    not_found_since: (!assistant && saved?.not_found_since) || null,
    isMissing: isNotFound(error),
    source: sourceText(known),
    numberCount,
    language: fieldsOf(assistant?.transcriber).language ?? undefined,
  };
}

type KnownAssistant = { id: string; numberCount: number; saved: SavedRecord | undefined };

/** The platform has no list of assistants. They come from phone numbers and from the registry. */
export function knownAssistants(numbers: NumberCounts["data"], saved: readonly SavedRecord[]): KnownAssistant[] {
  const counts = new Map(numbers.map(({ assistant_id, count }) => [assistant_id, count]));
  const records = new Map(saved.map((record) => [record.ref, record]));
  const ids = [...new Set([...counts.keys(), ...records.keys()])];
  return ids.map((id) => ({ id, numberCount: counts.get(id) ?? 0, saved: records.get(id) }));
}

/** Reason why an assistant is listed: "3 numbers". */
export function sourceText({ numberCount, saved }: KnownAssistant): string {
  const reasons = [
    ...(numberCount > 0 ? [countOf(numberCount, "number")] : []),
    ...(saved?.label ? [`labeled “${saved.label}”`] : []),
  ];
  if (reasons.length > 0) return reasons.join(", ");
  const source = saved && sourceMessage(saved);
  return source ? `${source.slice(0, 1).toUpperCase()}${source.slice(1)}` : "Added here";
}

export function countMessage(assistants: readonly Pick<KnownAssistant, "numberCount">[]): string {
  const usedCount = assistants.filter(({ numberCount }) => numberCount > 0).length;
  const used = usedCount === assistants.length ? "all" : usedCount;
  return `${countOf(assistants.length, "assistant")}, ${used} of them used by phone numbers.`;
}
