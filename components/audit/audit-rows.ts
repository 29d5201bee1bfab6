import { isWholeDay, type PageEnds } from "@/components/list/whole-days";
import type { AuditEntry } from "@/lib/contract/console/audit";
import { countOf } from "@/lib/format/format-count";
import { formatDay, formatMinute, type Zone } from "@/lib/format/format-time";

/** An entry, a day heading, or a fold of minor entries. */
export type AuditRow =
  | { key: string; entry: AuditEntry }
  | { key: string; day: string; note: string | undefined }
  | { key: string; folded: readonly AuditEntry[] };

type RowOptions = { zone: Zone; nowMs: number | undefined; isWhole: boolean; ends: PageEnds };

/** Adds day headings, with a count if the page has the whole day, and folds consecutive minor entries, unless `isWhole`. */
export function auditRows(entries: readonly AuditEntry[], { zone, nowMs, isWhole, ends }: RowOptions): AuditRow[] {
  const counts = new Map<string, number>();
  const dayOf = ({ at }: AuditEntry) => formatDay(Date.parse(at), zone);
  for (const entry of entries) counts.set(dayOf(entry), (counts.get(dayOf(entry)) ?? 0) + 1);
  const days = [...counts.keys()];
  const noteOf = (day: string) =>
    isWholeDay(days.indexOf(day), days.length, ends) ? countOf(counts.get(day) ?? 0, "entry", "entries") : undefined;
  const rows: AuditRow[] = [];
  let day = "";
  let minorRun: AuditEntry[] = [];
  const closeRun = () => {
    const [first] = minorRun;
    if (first) rows.push({ key: `fold ${first.id}`, folded: minorRun });
    minorRun = [];
  };
  for (const entry of entries) {
    const entryDay = dayOf(entry);
    if (entryDay !== day) {
      closeRun();
      day = entryDay;
      const isToday = nowMs !== undefined && entryDay === formatDay(nowMs, zone);
      rows.push({ key: `day ${entryDay}`, day: isToday ? `Today, ${entryDay}` : entryDay, note: noteOf(entryDay) });
    }
    if (entry.minor !== null && !isWhole) minorRun.push(entry);
    else {
      closeRun();
      rows.push({ key: entry.id, entry });
    }
  }
  closeRun();
  return rows;
}

/** "14 minor events between 12:03 and 12:30: 9 sign-ins, 5 preferences". Expects newest first. */
export function foldMessage(folded: readonly AuditEntry[], zone: Zone): string {
  const kinds = new Map<string, number>();
  for (const { minor } of folded) kinds.set(minor ?? "", (kinds.get(minor ?? "") ?? 0) + 1);
  const clock = (entry: AuditEntry | undefined) => formatMinute(Date.parse(entry?.at ?? ""), zone);
  const [to, from] = [clock(folded[0]), clock(folded.at(-1))];
  const timeText = from === to ? `at ${to}` : `between ${from} and ${to}`;
  const kindCounts = [...kinds].sort((one, other) => other[1] - one[1]).map(([kind, count]) => countOf(count, kind));
  return `${countOf(folded.length, "minor event")} ${timeText}: ${kindCounts.join(", ")}`;
}
