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
  /** Has not chosen a password yet. One that somebody else chose, as there were before, opens nothing. */
  isInvited: boolean("must_change_password").notNull().default(false),
  preferences: jsonb("preferences").$type<Partial<Preferences>>().notNull().default({}),
  lastSeenAt: moment("last_seen_at"),
});

/** `token` holds the SHA-256 of what the cookie carries. `expiresAt` is the absolute end, `lastSeenAt` the idle clock. */
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

/** One row a try at signing in, under the address and under the account. */
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

/** The links by which people set a password. One that a person asked for by mail stands beside the one that an admin made. */
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

/** What was begun and what was finished, one row each. Triggers refuse every change; `mac` chains each row to the one before. */
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
    /** JSON text, not jsonb: the chain covers the characters as written. */
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
 * The end of the audit chain: what the next row is tied to, and how a cut-off tail is found. `seal` is a keyed hash of the
 * head itself. A trigger lets it move forward only. Ids have no gaps, so `lastId` is the number of rows too.
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

/** Where the head was at some moments. `seal` is of another kind than the head's: no checkpoint can be put in its place. */
export const auditCheckpointTable = consoleSchema.table("audit_checkpoint", {
  id: bigint("id", { mode: "number" }).primaryKey(),
  mac: text("mac").notNull(),
  at: moment("at").notNull(),
  seal: text("seal").notNull(),
});

/** The keys of the platform that were used, none of them in clear, and the account that each opens. */
export const accountKeyTable = consoleSchema.table(
  "account_key",
  {
    keyPrint: text("key_print").primaryKey(),
    account: text("account").notNull(),
    address: text("address").notNull(),
  },
  (table) => [index("account_key_address").on(table.address)],
);

export const savedTable = consoleSchema.table(
  "saved_record",
  {
    /** The organization of one key; empty until the first console on a database of before takes its rows over. */
    keyPrint: text("key_print").notNull(),
    resource: text("resource").notNull(),
    ref: text("ref").notNull(),
    label: text("label"),
    name: text("name"),
    isPinned: boolean("is_pinned").notNull().default(false),
    lastStatusWord: text("last_status_word"),
    lastSeenAt: moment("last_seen_at"),
    openedBy: text("opened_by"),
    notFoundSince: moment("not_found_since"),
    /** In a row. Once is no proof: what answered 404 twice is read no more. */
    notFoundTimes: integer("not_found_times").notNull().default(0),
    namedByResource: text("named_by_resource"),
    namedByRef: text("named_by_ref"),
  },
  (table) => [primaryKey({ columns: [table.keyPrint, table.resource, table.ref] })],
);

type Saved = { keyPrint: string | AnyPgColumn; resource: string; ref: string | AnyPgColumn };

export const isSaved = ({ keyPrint, resource, ref }: Saved) =>
  and(eq(savedTable.keyPrint, keyPrint), eq(savedTable.resource, resource), eq(savedTable.ref, ref));

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

/** `word` is empty except for an unknown word, where every word is a row of its own. */
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

/** The connection set in the browser: `now`, and `before` for going back. Without an address it is the demo platform. */
export const connectionTable = consoleSchema.table("connection", {
  slot: text("slot", { enum: ["now", "before"] }).primaryKey(),
  baseUrl: text("base_url"),
  sealed: text("sealed"),
  setBy: text("set_by").notNull(),
  setAt: moment("set_at").notNull(),
});

/** A contact list sent to a campaign: its counts and its hash, never a contact. */
export const contactImportTable = consoleSchema.table(
  "contact_import",
  {
    id: text("id").primaryKey(),
    /** Null for what was sent before this was kept. */
    keyPrint: text("key_print"),
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

/** Lists sent to one organization, and older ones of which that is not known. */
export const isSentTo = (keyPrint: string) =>
  or(eq(contactImportTable.keyPrint, keyPrint), isNull(contactImportTable.keyPrint));
