import { z } from "#schema";
import { keptText, ownAnswer } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";

/** `begun` without an end is what a crash leaves behind: its outcome is unknown, and reads so. */
export const auditOutcomes = ["ok", "refused", "unknown"] as const;

export type AuditEntry = {
  id: string;
  at: string;
  finished_at: string | null;
  actor_id: string | null;
  actor_name: string;
  actor_email: string;
  role: string;
  /** An operation's id, or a sign-in event such as `sign-in.failed`. */
  action: string;
  target: string | null;
  /** The request line sent to the platform, where one was. */
  request: string | null;
  outcome: (typeof auditOutcomes)[number];
  status: number | null;
  /** The platform's own message, or Switchboard's sentence where there was none. */
  message: string | null;
  request_id: string;
  address: string | null;
  /** For uploads: bytes sent and the file's name. Never a row of it. */
  detail: Record<string, unknown> | null;
};

const filters = z.object({
  before: keptText(20).optional(),
  action: keptText(100).optional(),
  outcome: z.enum(auditOutcomes).optional(),
  text: keptText(200).optional(),
  limit: z.coerce.number<number>().int().min(1).max(500).optional(),
});

export const listAudit = operation({
  id: "audit.list",
  label: "Read the audit log",
  method: "GET",
  path: "/console/audit",
  input: filters,
  output: ownAnswer<{ data: AuditEntry[]; total: number; next: string | null }>(),
  allow: ["admin"],
});

/** One answer of the platform to a send, as those who may see the record may see it. Of one to a contact list: its counts. */
export type SentAnswer = Pick<
  AuditEntry,
  "id" | "at" | "actor_name" | "action" | "target" | "outcome" | "status" | "message" | "request_id" | "detail"
> & { body: string | null };

/** What was sent from here about one record, newest first; without `target`, one's own latest sends (an admin: all). */
export const listAnswers = operation({
  id: "answers.list",
  label: "Read the platform's answers to sends",
  method: "GET",
  path: "/console/answers",
  input: z.object({ resource: keptText(100).optional(), target: keptText(2000).optional() }),
  output: ownAnswer<{ data: SentAnswer[] }>(),
  allow: roles,
});
