import { z } from "zod";
import { keptText } from "./kept-text";
import { operation, roles } from "./operation";

/** `begun` without an end is what a crash leaves behind: its outcome is unknown, and reads so. */
export const auditOutcomes = ["ok", "refused", "unknown"] as const;

export const auditEntry = z.object({
  id: z.string(),
  at: z.string(),
  finished_at: z.string().nullable(),
  actor_id: z.string().nullable(),
  actor_name: z.string(),
  actor_email: z.string(),
  role: z.string(),
  /** An operation's id, or a sign-in event such as `sign-in.failed`. */
  action: z.string(),
  target: z.string().nullable(),
  /** The request line sent to the platform, where one was. */
  request: z.string().nullable(),
  outcome: z.enum(auditOutcomes),
  status: z.number().nullable(),
  /** The platform's own message, or Switchboard's sentence where there was none. */
  message: z.string().nullable(),
  request_id: z.string(),
  address: z.string().nullable(),
  /** For uploads: bytes sent and the file's name. Never a row of it. */
  detail: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditEntry = z.output<typeof auditEntry>;

const filters = z.object({
  before: keptText(20).optional(),
  action: keptText(100).optional(),
  outcome: z.enum(auditOutcomes).optional(),
  text: keptText(200).optional(),
  limit: z.coerce.number<number>().int().min(1).max(500).optional(),
});

export const listAudit = operation({
  id: "audit.list",
  method: "GET",
  path: "/console/audit",
  input: filters,
  output: z.object({ data: z.array(auditEntry), total: z.number(), next: z.string().nullable() }),
  allow: ["admin"],
});

/** One answer of the platform to a send, as those who may see the record may see it. Of one to a contact list: its counts. */
export const sentAnswer = auditEntry
  .pick({
    id: true,
    at: true,
    actor_name: true,
    action: true,
    target: true,
    outcome: true,
    status: true,
    message: true,
    request_id: true,
    detail: true,
  })
  .extend({ body: z.string().nullable() });
export type SentAnswer = z.output<typeof sentAnswer>;

/** What was sent from here about one record, newest first; without `target`, one's own latest sends (an admin: all). */
export const listAnswers = operation({
  id: "answers.list",
  method: "GET",
  path: "/console/answers",
  input: z.object({ resource: keptText(100).optional(), target: keptText(2000).optional() }),
  output: z.object({ data: z.array(sentAnswer) }),
  allow: roles,
});
