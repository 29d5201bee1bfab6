import type { AuditEntry } from "@/lib/contract/console/audit";
import { countOf } from "@/lib/format/format-count";
import { formatDay, formatMinute, type Zone } from "@/lib/format/format-time";

/** An entry, the day that those below it are of, or what of them matters little. */
export type AuditRow =
  | { key: string; entry: AuditEntry }
  | { key: string; day: string }
  | { key: string; folded: readonly AuditEntry[] };

type Shown = { zone: Zone; nowMs: number | undefined; isWhole: boolean; unfolded: ReadonlySet<string> };

/** Under a heading a day; what matters little and follows one another is one row, unless it is asked for. */
export function auditRows(entries: readonly AuditEntry[], { zone, nowMs, isWhole, unfolded }: Shown): AuditRow[] {
  const rows: AuditRow[] = [];
  let day = "";
  let fold: AuditEntry[] = [];
  const close = () => {
    const [first] = fold;
    if (first && unfolded.has(first.id)) rows.push(...fold.map(rowOf));
    else if (first) rows.push({ key: `fold ${first.id}`, folded: fold });
    fold = [];
  };
  for (const entry of entries) {
    const its = formatDay(Date.parse(entry.at), zone);
    if (its !== day) {
      close();
      day = its;
      const isToday = nowMs !== undefined && its === formatDay(nowMs, zone);
      rows.push({ key: `day ${its}`, day: isToday ? `Today, ${its}` : its });
    }
    if (entry.minor !== null && !isWhole) fold.push(entry);
    else {
      close();
      rows.push(rowOf(entry));
    }
  }
  close();
  return rows;
}

const rowsOfEntries = new WeakMap<AuditEntry, AuditRow>();

/** The same row for the same entry: what did not change is not drawn again. */
function rowOf(entry: AuditEntry): AuditRow {
  const row = rowsOfEntries.get(entry) ?? { key: entry.id, entry };
  rowsOfEntries.set(entry, row);
  return row;
}

/** "14 minor events between 12:03 and 12:30: 9 sign-ins, 5 preferences". The newest comes first. */
export function foldMessage(folded: readonly AuditEntry[], zone: Zone): string {
  const kinds = new Map<string, number>();
  for (const { minor } of folded) kinds.set(minor ?? "", (kinds.get(minor ?? "") ?? 0) + 1);
  const clock = (entry: AuditEntry | undefined) => formatMinute(Date.parse(entry?.at ?? ""), zone);
  const [to, from] = [clock(folded[0]), clock(folded.at(-1))];
  const when = from === to ? `at ${to}` : `between ${from} and ${to}`;
  const what = [...kinds].sort((one, other) => other[1] - one[1]).map(([kind, count]) => countOf(count, kind));
  return `${countOf(folded.length, "minor event")} ${when}: ${what.join(", ")}`;
}
