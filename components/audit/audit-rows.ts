import type { AuditEntry } from "@/lib/contract/console/audit";
import { countOf } from "@/lib/format/format-count";
import { formatDay, formatMinute, type Zone } from "@/lib/format/format-time";

/** An entry, a day heading, or a fold of minor entries. */
export type AuditRow =
  | { key: string; entry: AuditEntry }
  | { key: string; day: string }
  | { key: string; folded: readonly AuditEntry[] };

type RowOptions = { zone: Zone; nowMs: number | undefined; isWhole: boolean };

/** Adds day headings and folds consecutive minor entries, unless `isWhole`. */
export function auditRows(entries: readonly AuditEntry[], { zone, nowMs, isWhole }: RowOptions): AuditRow[] {
  const rows: AuditRow[] = [];
  let day = "";
  let minorRun: AuditEntry[] = [];
  const closeRun = () => {
    const [first] = minorRun;
    if (first) rows.push({ key: `fold ${first.id}`, folded: minorRun });
    minorRun = [];
  };
  for (const entry of entries) {
    const entryDay = formatDay(Date.parse(entry.at), zone);
    if (entryDay !== day) {
      closeRun();
      day = entryDay;
      const isToday = nowMs !== undefined && entryDay === formatDay(nowMs, zone);
      rows.push({ key: `day ${entryDay}`, day: isToday ? `Today, ${entryDay}` : entryDay });
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
