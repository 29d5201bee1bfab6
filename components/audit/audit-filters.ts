import { clock } from "@/lib/clock";
import { type AuditFilter, auditOutcomes, type listAudit } from "@/lib/contract/console/audit";
import type { InputOf } from "@/lib/contract/operation";
import { momentOf, wallTimeOf } from "@/lib/format/zoned-time";

export type AuditInput = InputOf<typeof listAudit>;

const pageSize = 100;
const dayMs = 86_400_000;

/** Filters in the URL, with days in the given time zone. Ignores invalid values. */
export function auditFilters(get: (name: string) => string | undefined, timeZone: string): AuditInput {
  const outcome = auditOutcomes.find((candidate) => candidate === get("outcome"));
  const { from, to } = daysIn(get);
  const filters = {
    person: get("person")?.slice(0, 320),
    from: from && startOf(from, timeZone),
    to: to && startOf(dayBefore(to, -1), timeZone),
    record: get("record")?.slice(0, 2000),
    action: get("action")?.slice(0, 100),
    outcome,
    text: get("text")?.slice(0, 200),
    before: get("before")?.slice(0, 20),
    limit: pageSize,
  };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as AuditInput;
}

/** Filters without paging. */
export function exportFilter({ before: _page, limit: _rows, ...filter }: AuditInput): AuditFilter {
  return filter;
}

/** First and last day in the URL, in order: "2026-11-19". */
export function daysIn(get: (name: string) => string | undefined) {
  const [from, to] = [dayOf(get("from")), dayOf(get("to"))];
  return from && to && to < from ? { from: to, to: from } : { from, to };
}

/** Date `count` days ago in the time zone. */
export const daysAgo = (count: number, timeZone: string) =>
  dayBefore(wallTimeOf(clock.nowMs(), timeZone).text.slice(0, 10), count);

const dayOf = (text: string | undefined) =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

const dayBefore = (day: string, count: number) => new Date(Date.parse(day) - count * dayMs).toISOString().slice(0, 10);

/** If clocks go forward at midnight, the day begins at 01:00. */
const startOf = (day: string, timeZone: string) => {
  const ms = momentOf(`${day}T00:00`, timeZone) ?? momentOf(`${day}T01:00`, timeZone);
  return ms === undefined ? undefined : new Date(ms).toISOString();
};
