import { inboxSource } from "@/lib/contract/console/inbox/found-calls";
import { knownName, type SavedRecord, sampleSource } from "@/lib/contract/console/saved";
import { nounOf } from "@/lib/contract/operation";
import { visibleControls } from "@/lib/format/format-raw";

export type RegistryRow = Pick<SavedRecord, "label" | "name" | "not_found_since"> & {
  id: string;
  status: string | null;
  read_at: string | null;
  /** How its ID came to be known: "opened by Mara Okafor". */
  source?: string | undefined;
  /** When an open call reaches its limit. */
  limit_at?: string | undefined;
  /** Another row of the list has the same title, so the ID tells them apart. */
  isNamesake?: boolean;
  /** True if a read just now did not find it and `not_found_since` is not stored yet. */
  isMissing?: boolean;
};

export const rowOf = (saved: SavedRecord): RegistryRow => ({
  id: saved.ref,
  label: saved.label,
  name: saved.name,
  status: saved.last_status_word,
  read_at: saved.last_seen_at,
  not_found_since: saved.not_found_since,
  source: sourceMessage(saved),
  limit_at: saved.limit_at,
});

export const titleOf = (row: Pick<RegistryRow, "id" | "label" | "name">) => visibleControls(knownName(row) ?? row.id);

/** Marks the rows that share their title with another one. */
export function markNamesakes<Row extends RegistryRow>(rows: readonly Row[]): Row[] {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(titleOf(row), (counts.get(titleOf(row)) ?? 0) + 1);
  return rows.map((row) => ((counts.get(titleOf(row)) ?? 0) > 1 ? { ...row, isNamesake: true } : row));
}

export const isGone = (row: RegistryRow) => Boolean(row.isMissing || row.not_found_since);

/** A row as a record to export. `more` are fields of the list's own columns. */
export const registryRecord = (row: RegistryRow, more: object = {}) => ({
  id: row.id,
  name: row.name,
  label: row.label,
  status: row.status,
  ...more,
  last_read: row.read_at,
  source: row.source,
  not_found_since: row.not_found_since,
});

/** How an ID came to be known; undefined if that is not stored. */
export function sourceMessage({ opened_by, last_seen_at, named_by }: SavedRecord): string | undefined {
  if (named_by?.resource === sampleSource) return "Sample";
  if (named_by?.resource === inboxSource) return "found in events";
  if (opened_by) return `${last_seen_at ? "opened" : "added"} by ${opened_by}`;
  const noun = named_by ? nounOf(named_by.resource) : undefined;
  return noun && `named by ${noun.startsWith("a") ? "an" : "a"} ${noun}`;
}
