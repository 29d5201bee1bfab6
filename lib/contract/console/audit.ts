import { z } from "#schema";
import { keptText, ownAnswer, wholeNumber } from "@/lib/contract/fields";
import { type FileAnswer, operation, roles } from "@/lib/contract/operation";

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
  /** Whether those are the platform's own words. */
  is_quoted: boolean;
  request_id: string;
  address: string | null;
  /** For uploads: bytes sent and the file's name. Never a row of it. */
  detail: Record<string, unknown> | null;
  /** What was done, as it follows the person's name: before and after the record's, or whole where none is named. */
  words: readonly string[];
  /** What it was about, by the name that was known then, or else by the one that is known now. */
  record: { resource: string; ref: string; name: string | null } | null;
  /** More of it in a line: the file, what changed, what the platform said. */
  note: string | null;
  /** What it is one of, where it matters little: "sign-in". */
  minor: string | null;
  /** Of its last row, from the chain of hashes. */
  hash: string;
};

/** What narrows the log; what is not given narrows nothing. `from` is among the moments, `to` no longer. */
const filters = {
  /** The ID of a person or their address; of who has neither, such as a rule, the name. */
  person: keptText(320).optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  /** The ID of what it was about. */
  record: keptText(2000).optional(),
  /** An action, or all of a resource: "campaigns". */
  action: keptText(100).optional(),
  outcome: z.enum(auditOutcomes).optional(),
  text: keptText(200).optional(),
};

const allow = ["admin"] as const;

export const listAudit = operation({
  id: "audit.list",
  label: "Read the audit log",
  method: "GET",
  path: "/console/audit",
  input: z.object({
    ...filters,
    before: keptText(20).optional(),
    limit: wholeNumber(500),
  }),
  output: ownAnswer<{ data: AuditEntry[]; total: number; next: string | null }>(),
  allow,
});

export type AuditFilter = z.output<z.ZodObject<typeof filters>>;

/** `data` is null where there is no such entry. */
export const getAuditEntry = operation({
  id: "audit.get",
  label: "Read an entry of the audit log",
  method: "GET",
  path: "/console/audit/{entry_id}",
  input: z.object({ entry_id: keptText(20) }),
  output: ownAnswer<{ data: AuditEntry | null }>(),
  allow,
});

type AuditChoice = { value: string; label: string };

/** Who and what the log can be narrowed to: the team and who is in the log, the records of its newest entries, its actions. */
export const getAuditChoices = operation({
  id: "audit.choices",
  label: "See who and what is in the audit log",
  method: "GET",
  path: "/console/audit-choices",
  input: z.object({}),
  output: ownAnswer<Record<"person" | "record" | "action", AuditChoice[]>>(),
  allow,
});

/** All that the filters match, as a file: its address is a link's. */
export const exportAudit = operation({
  id: "audit.export",
  label: "Export the audit log",
  minor: "export",
  method: "GET",
  path: "/console/audit-export",
  input: z.object(filters),
  output: ownAnswer<FileAnswer>(),
  allow,
  isFile: true,
});

/** `since` is when the first entry was written, `last` the last one's hash. */
export type AuditVerified = {
  at: string;
  entries: number;
  since: string | null;
  last: string;
  /** From how many rows a key was removed, as later ones say. */
  redacted: number;
  /** The first thing that does not hold, in words, and the entry it is about, where it is there. */
  fault: { message: string; entry: string | null } | null;
};

/**
 * Reads the whole log and checks each row against its hash, as `npm run audit:verify` does. It is a read and leaves no
 * entry: what is verified is the log as it was found.
 */
export const verifyAuditLog = operation({
  id: "audit.verify",
  label: "Verify the audit log",
  method: "GET",
  path: "/console/audit-verification",
  input: z.object({}),
  output: ownAnswer<AuditVerified>(),
  allow,
});

/** One answer of the platform to a send, as those who may see the record may see it. Of one to a contact list: its counts. */
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

/** What was sent from here about one record, newest first; without `target`, one's own latest sends (an admin: all). */
export const listAnswers = operation({
  id: "answers.list",
  label: "See recent activity",
  method: "GET",
  path: "/console/answers",
  input: z.object({ resource: keptText(100).optional(), target: keptText(2000).optional() }),
  output: ownAnswer<{ data: SentAnswer[] }>(),
  allow: roles,
});
