import { daysFilter } from "@/components/list/days-filter";
import { listSpec } from "@/components/list/list-spec";
import { type AuditEntry, auditOutcomes, exportAudit, listAudit } from "@/lib/contract/console/audit";

const outcomeWords: Record<AuditEntry["outcome"], string> = { ok: "done", refused: "refused", unknown: "not known" };

export const outcomeWord = (outcome: AuditEntry["outcome"]) => outcomeWords[outcome];

export const auditList = listSpec({
  ...{ page: "audit", nouns: ["entry", "entries"], op: listAudit, file: exportAudit },
  filters: [
    {
      ...{ kind: "search", param: "text", label: "Name or record", longest: 200 },
      hint: "Person, record, action, file, message, IP address or request; or result:refused",
    },
    daysFilter,
    { kind: "choice", param: "person", label: "Person", longest: 320 },
    { kind: "choice", param: "record", label: "Record", longest: 2000 },
    { kind: "choice", param: "action", label: "Kind", longest: 100 },
    {
      ...{ kind: "choice", param: "outcome", label: "Result", token: "result" },
      options: auditOutcomes.map((value) => ({ value, label: outcomeWord(value) })),
    },
    { kind: "switch", param: "minor", input: null, label: "Minor events", on: "show" },
  ],
  // Old links have the cursor `before`, which no longer opens a page.
  ...{ pageSize: 100, transient: ["entry", "before"] },
});

/** Minor events are always shown if the list is filtered by kind. */
export const areMinorShown = (get: (name: string) => string | undefined) =>
  get("minor") === "show" || Boolean(get("action"));
