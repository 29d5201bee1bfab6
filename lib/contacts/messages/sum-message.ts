import type { Report } from "@/lib/contacts/engine";
import { countOf, formatCount } from "@/lib/format/format-count";

/** "1,000 rows: 950 will be sent, 30 need fixing, …": every row in exactly one count. */
export function sumMessage({ rows, counts, rowStatuses }: Report): string {
  const fix = counts.toFix === 1 ? "1 needs fixing" : `${formatCount(counts.toFix)} need fixing`;
  const parts = [
    `${formatCount(counts.sent)} will be sent`,
    fix,
    countOf(counts.duplicate, "duplicate", "duplicates"),
    `${formatCount(counts.blank)} blank`,
    ...(rowStatuses.hidden > 0 ? [`${formatCount(rowStatuses.hidden)} hidden in the workbook`] : []),
    ...(counts.leftOut > rowStatuses.hidden
      ? [`${formatCount(counts.leftOut - rowStatuses.hidden)} left out by you`]
      : []),
  ];
  const tidied = rowStatuses.tidied === 1 ? "1 was tidied" : `${formatCount(rowStatuses.tidied)} were tidied`;
  return `${countOf(rows, "row", "rows")}: ${parts.join(", ")}; ${tidied}.`;
}
