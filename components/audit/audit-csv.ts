import type { AuditEntry } from "@/lib/contract/console/audit";
import { csvOf } from "@/lib/format/csv";

const header = [
  "time",
  "finished",
  "who",
  "email",
  "role",
  "action",
  "on_what",
  "request",
  "outcome",
  "status",
  "message",
  "from_where",
  "request_id",
] as const;

/** The log as a file that a spreadsheet opens without running any of it. */
export const auditCsv = (entries: readonly AuditEntry[]) =>
  csvOf(
    header,
    entries.map((entry) => [
      entry.at,
      entry.finished_at,
      entry.actor_name,
      entry.actor_email,
      entry.role,
      entry.action,
      entry.target,
      entry.request,
      entry.outcome,
      entry.status,
      entry.message,
      entry.address,
      entry.request_id,
    ]),
  );
