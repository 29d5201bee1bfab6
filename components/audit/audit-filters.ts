import { auditOutcomes, type listAudit } from "@/lib/contract/console/audit";
import type { InputOf } from "@/lib/contract/operation";

export type AuditFilters = InputOf<typeof listAudit>;

const pageSize = 100;

/** The filters that an address names; what it names wrongly is left out rather than refused. */
export function auditFilters(get: (name: string) => string | undefined): AuditFilters {
  const outcome = auditOutcomes.find((each) => each === get("outcome"));
  const given = {
    before: get("before"),
    action: get("action"),
    text: get("text")?.slice(0, 200),
    outcome,
    limit: pageSize,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as AuditFilters;
}
