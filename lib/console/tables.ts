import { and, eq, isNull, or, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { type ContactImport, importOutcomes } from "@/lib/contract/console/imports";
import type { Preferences } from "@/lib/contract/console/me";
import { settableTones } from "@/lib/contract/console/meanings";
import type { Drift } from "@/lib/contract/drift";
import { roles } from "@/lib/contract/operation";

export const consoleSchema = pgSchema("console");

export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

export const userTable = consoleSchema.table("user", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull().unique(),
  emailVerified: boolean("email_verified").notNull().default(true),
  image: text("image"),
  createdAt: moment("created_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  role: text("role", { enum: roles }).notNull(),
  isDisabled: boolean("is_disabled").notNull().default(false),
  /** Has not chosen a password yet. Passwords that earlier versions assigned are not accepted. */
  isInvited: boolean("must_change_password").notNull().default(false),
  preferences: jsonb("preferences").$type<Partial<Preferences>>().notNull().default({}),
  lastSeenAt: moment("last_seen_at"),
});

/** `token` is the SHA-256 of the cookie's token. `expiresAt` is the absolute end, and `lastSeenAt` starts the idle timeout. */
export const sessionTable = consoleSchema.table(
  "session",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    token: text("token").notNull().unique(),
    expiresAt: moment("expires_at").notNull(),
    lastSeenAt: moment("last_seen_at").notNull().defaultNow(),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
  },
  (table) => [index("session_user_id").on(table.userId)],
);

export const accountTable = consoleSchema.table(
  "account",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    password: text("password"),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [index("account_user_id").on(table.userId)],
);

/** Sign-in attempts, with one row for the address and one for the account. */
export const tryTable = consoleSchema.table(
  "sign_in_try",
  {
    id: text("id").notNull(),
    key: text("key").notNull(),
    at: moment("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.id, table.key] }), index("sign_in_try_key_at").on(table.key, table.at)],
);

export const setupLinkTable = consoleSchema.table("setup_link", {
  tokenHash: text("token_hash").primaryKey(),
  expiresAt: moment("expires_at").notNull(),
});

/** Links to choose a password. A self-requested link can exist besides one of an admin. */
export const personLinkTable = consoleSchema.table(
  "person_link",
  {
    tokenHash: text("token_hash").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    isSelfAsked: boolean("is_self_asked").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("person_link_user_id").on(table.userId)],
);

/** Starts and ends of actions, one row each. Triggers refuse changes. `mac` chains each row to the previous one. */
export const auditTable = consoleSchema.table(
  "audit_event",
  {
    id: bigint("id", { mode: "number" }).primaryKey(),
    entry: text("entry").notNull(),
    kind: text("kind", { enum: ["begun", "finished"] }).notNull(),
    at: moment("at").notNull(),
    actorId: text("actor_id"),
    actorName: text("actor_name"),
    actorEmail: text("actor_email"),
    role: text("role"),
    action: text("action"),
    target: text("target"),
    request: text("request"),
    requestId: text("request_id"),
    address: text("address"),
    outcome: text("outcome", { enum: ["ok", "refused", "unknown"] }),
    status: integer("status"),
    message: text("message"),
    body: text("body"),
    /** JSON text instead of jsonb, because the chain covers the characters as written. */
    detail: text("detail"),
    mac: text("mac").notNull(),
  },
  (table) => [
    index("audit_event_entry").on(table.entry, table.kind),
    index("audit_event_action").on(table.action, table.id),
    index("audit_event_target").on(table.target, table.id),
    index("audit_event_actor").on(table.actorId, table.id),
    index("audit_event_request").on(table.requestId),
  ],
);

/**
 * The head of the audit chain, to which the next row is chained. It reveals a cut-off tail. `seal` is the MAC over the head. A
 * trigger lets it move forward only. IDs have no gaps, so `lastId` is also the number of rows.
 */
export const auditHeadTable = consoleSchema.table(
  "audit_head",
  {
    one: boolean("one").primaryKey().default(true),
    lastId: bigint("last_id", { mode: "number" }).notNull(),
    mac: text("mac").notNull(),
    seal: text("seal").notNull().default(""),
  },
  (table) => [check("audit_head_is_one_row", sql`${table.one}`)],
);

/** Earlier heads. `seal` is of another kind than the head's, so that a checkpoint cannot replace the head. */
export const auditCheckpointTable = consoleSchema.table("audit_checkpoint", {
  id: bigint("id", { mode: "number" }).primaryKey(),
  mac: text("mac").notNull(),
  at: moment("at").notNull(),
  seal: text("seal").notNull(),
});

/** Fingerprints of the platform keys used so far, with their accounts. `account` is the fingerprint of its first key. */
export const accountKeyTable = consoleSchema.table(
  "account_key",
  {
    keyFingerprint: text("key_print").primaryKey(),
    account: text("account").notNull(),
    address: text("address").notNull(),
  },
  (table) => [index("account_key_address").on(table.address)],
);

export const savedTable = consoleSchema.table(
  "saved_record",
  {
    /** ID of the platform account. "" in rows of earlier versions, until the console assigns them at its start. */
    accountId: text("key_print").notNull(),
    resource: text("resource").notNull(),
    ref: text("ref").notNull(),
    label: text("label"),
    name: text("name"),
    isPinned: boolean("is_pinned").notNull().default(false),
    lastStatusWord: text("last_status_word"),
    lastSeenAt: moment("last_seen_at"),
    openedBy: text("opened_by"),
    notFoundSince: moment("not_found_since"),
    /** Consecutive 404 responses. A record with two is no longer polled. */
    notFoundTimes: integer("not_found_times").notNull().default(0),
    namedByResource: text("named_by_resource"),
    namedByRef: text("named_by_ref"),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.resource, table.ref] })],
);

type SavedKey = { accountId: string | AnyPgColumn; resource: string; ref: string | AnyPgColumn };

export const isSaved = ({ accountId, resource, ref }: SavedKey) =>
  and(eq(savedTable.accountId, accountId), eq(savedTable.resource, resource), eq(savedTable.ref, ref));

export const meaningTable = consoleSchema.table(
  "reading",
  {
    resource: text("resource").notNull(),
    field: text("field").notNull(),
    word: text("word").notNull(),
    tone: text("lamp", { enum: settableTones }).notNull(),
    setBy: text("taught_by").notNull(),
  },
  (table) => [primaryKey({ columns: [table.resource, table.field, table.word] })],
);

/** `word` is "" except for unknown words, which have a row each. */
export const driftTable = consoleSchema.table(
  "drift",
  {
    operation: text("operation").notNull(),
    path: text("path").notNull(),
    kind: text("kind").$type<Drift["kind"]>().notNull(),
    word: text("word").notNull(),
    came: text("came").notNull(),
    firstSeenAt: moment("first_seen_at").notNull(),
    lastSeenAt: moment("last_seen_at").notNull(),
    times: bigint("times", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.operation, table.path, table.kind, table.word] })],
);

/** The connection set in the browser: the current one as `now`, the previous one as `before`. A null address means the demo platform. */
export const connectionTable = consoleSchema.table("connection", {
  slot: text("slot", { enum: ["now", "before"] }).primaryKey(),
  baseUrl: text("base_url"),
  sealed: text("sealed"),
  setBy: text("set_by").notNull(),
  setAt: moment("set_at").notNull(),
});

/** Contact lists sent to campaigns, with counts and a hash, but no contact data. */
export const contactImportTable = consoleSchema.table(
  "contact_import",
  {
    id: text("id").primaryKey(),
    /** Null in rows of versions without accounts. */
    accountId: text("key_print"),
    campaignId: text("campaign_id").notNull(),
    fileName: text("file_name").notNull(),
    sha256: text("sha256").notNull(),
    rows: bigint("rows", { mode: "number" }).notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    counts: jsonb("counts").$type<ContactImport["counts"]>().notNull(),
    rules: jsonb("rules").$type<ContactImport["rules"]>().notNull(),
    outcome: text("outcome", { enum: importOutcomes }),
    status: integer("status"),
    accepted: bigint("accepted", { mode: "number" }),
    begunAt: moment("begun_at").notNull(),
    finishedAt: moment("finished_at"),
    personId: text("person_id").notNull(),
    by: text("by").notNull(),
  },
  (table) => [index("contact_import_campaign").on(table.campaignId, table.begunAt, table.id)],
);

/** Lists of one account, and older lists of an unknown account. */
export const isSentTo = (accountId: string) =>
  or(eq(contactImportTable.accountId, accountId), isNull(contactImportTable.accountId));
