import { type AuditFilter, auditOutcomes, type listAudit } from "@/lib/contract/console/audit";
import type { InputOf } from "@/lib/contract/operation";
import { dayRange } from "@/lib/format/day-range";

export type AuditInput = InputOf<typeof listAudit>;

const pageSize = 100;

/** Filters in the URL, with days in the given time zone. Ignores invalid values. */
export function auditFilters(get: (name: string) => string | undefined, timeZone: string): AuditInput {
  const outcome = auditOutcomes.find((candidate) => candidate === get("outcome"));
  const filters = {
    person: get("person")?.slice(0, 320),
    ...dayRange(get, timeZone),
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
