import { ownAnswer } from "@/lib/contract/fields";
import { type FileAnswer, operation, roles } from "@/lib/contract/operation";

/** An entry without a recorded end, for example after a crash, is `unknown`. */
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
  /** Request line sent to the platform; null for an action of Switchboard itself. */
  request: string | null;
  outcome: (typeof auditOutcomes)[number];
  status: number | null;
  /** Message of the platform, otherwise Switchboard's sentence; null without either. */
  message: string | null;
  /** True if `message` is the platform's. */
  is_quoted: boolean;
  request_id: string;
  address: string | null;
  /** For example a file's name and bytes, or the recorded input. Never a contact. */
  detail: Record<string, unknown> | null;
  /** Words after the actor's name: the texts before and after the record, or one text without a record. */
  words: readonly string[];
  /** The record it was about; null without one. `name` is the recorded one, otherwise the current one. */
  record: { resource: string; ref: string; name: string | null } | null;
  /** One line of details, such as file name, reason and message; null without any. */
  note: string | null;
  /** Group name of a minor action, such as "sign-in"; null for any other. */
  minor: string | null;
  /** Hash of the entry's last row in the HMAC chain. */
  hash: string;
};

const allow = ["admin"] as const;

export const listAudit = operation({
  id: "audit.list",
  label: "Read the audit log",
  method: "POST",
  isRead: true,
  path: "/console/audit",
  output: ownAnswer<{ data: AuditEntry[]; total: number; next: string | null }>(),
  allow,
});

/** `data` is null if there is no such entry. */
export const getAuditEntry = operation({
  id: "audit.get",
  label: "Read an entry of the audit log",
  method: "GET",
  path: "/console/audit/{entry_id}",
  output: ownAnswer<{ data: AuditEntry | null }>(),
  allow,
});

type AuditChoice = { value: string; label: string };

/** Options of the log's filters: team and other actors, records of the newest entries, actions. */
export const getAuditChoices = operation({
  id: "audit.choices",
  label: "See who and what is in the audit log",
  method: "GET",
  path: "/console/audit-choices",
  output: ownAnswer<Record<"person" | "record" | "action", AuditChoice[]>>(),
  allow,
});

/** Streams all matching entries as a file. Its URL is used in a link. */
export const exportAudit = operation({
  id: "audit.export",
  label: "Export the audit log",
  method: "GET",
  path: "/console/audit-export",
  output: ownAnswer<FileAnswer>(),
  allow,
  isFile: true,
});

/** `since` is when the first row was written, null for an empty log. `last` is the hash of the last row. */
export type AuditVerified = {
  at: string;
  entries: number;
  since: string | null;
  last: string;
  /** Number of rows from which a key was removed, as sealed by later rows. */
  redacted: number;
  /** The first fault as a sentence, with the ID of its entry if that exists. Null if the log is intact. */
  fault: { message: string; entry: string | null } | null;
};

/**
 * Reads the whole log and checks each row against its hash, as `npm run audit:verify` does. It is a GET, so that it does not
 * add an entry itself.
 */
export const verifyAuditLog = operation({
  id: "audit.verify",
  label: "Verify the audit log",
  method: "GET",
  path: "/console/audit-verification",
  output: ownAnswer<AuditVerified>(),
  allow,
});

/** The platform's answer to one write. For a contact upload `body` holds only its counts. */
export type SentAnswer = Pick<
  AuditEntry,
  | "id"
  | "at"
  | "actor_name"
  | "action"
  | "target"
  | "outcome"
  | "status"
  | "message"
  | "is_quoted"
  | "request_id"
  | "detail"
  | "words"
  | "record"
  | "note"
> & { body: string | null };

/**
 * Writes to one record, newest first. Without `target`, the person's own writes, or all writes for an admin. Of a person whom the
 * reader may not see, `actor_name` and `request_id` are empty and `body` is null.
 */
export const listAnswers = operation({
  id: "answers.list",
  label: "See recent activity",
  method: "GET",
  path: "/console/answers",
  output: ownAnswer<{ data: SentAnswer[] }>(),
  allow: roles,
});
