import type { Report } from "@/lib/contacts/engine";

/** "1,000 rows: 950 will be sent, 30 need fixing, …": every row in exactly one count. */
export function sumMessage({ rows, counts, rowStatuses }: Report): string {
  const fix = counts.toFix === 1 ? "1 needs fixing" : `${n(counts.toFix)} need fixing`;
  const parts = [
    `${n(counts.sent)} will be sent`,
    fix,
    plural(counts.duplicate, "duplicate", "duplicates"),
    `${n(counts.blank)} blank`,
    ...(rowStatuses.hidden > 0 ? [`${n(rowStatuses.hidden)} hidden in the workbook`] : []),
    ...(counts.leftOut > rowStatuses.hidden ? [`${n(counts.leftOut - rowStatuses.hidden)} left out by you`] : []),
  ];
  const tidied = rowStatuses.tidied === 1 ? "1 was tidied" : `${n(rowStatuses.tidied)} were tidied`;
  return `${plural(rows, "row", "rows")}: ${parts.join(", ")}; ${tidied}.`;
}

export const n = (count: number) => count.toLocaleString("en-US");
export const plural = (count: number, one: string, many: string) => `${n(count)} ${count === 1 ? one : many}`;
