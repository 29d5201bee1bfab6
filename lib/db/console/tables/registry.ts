import { and, eq } from "drizzle-orm";
import { type AnyPgColumn, bigint, boolean, index, integer, primaryKey, text } from "drizzle-orm/pg-core";
import { settableTones } from "@/lib/contract/console/meanings";
import type { Drift } from "@/lib/contract/drift";
import { consoleSchema, moment } from "./schema";

export const savedTable = consoleSchema.table(
  "saved_record",
  {
    /** ID of the platform account. "" in rows of earlier versions, until the console assigns them at its start. */
    accountId: text("key_print").notNull(),
    resource: text("resource").notNull(),
    ref: text("ref").notNull(),
    label: text("label"),
    name: text("name"),
    /** Marked in an earlier version; kept from eviction since. */
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

/** Notes of people about a record, a delivery or an alert. */
export const noteTable = consoleSchema.table(
  "note",
  {
    id: text("id").primaryKey(),
    accountId: text("key_print").notNull(),
    resource: text("resource").notNull(),
    ref: text("ref").notNull(),
    at: moment("at").notNull(),
    personId: text("person_id").notNull(),
    by: text("by").notNull(),
    text: text("text").notNull(),
  },
  (table) => [index("note_record").on(table.accountId, table.resource, table.ref)],
);

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
    accountId: text("key_print").notNull(),
    operation: text("operation").notNull(),
    path: text("path").notNull(),
    kind: text("kind").$type<Drift["kind"]>().notNull(),
    word: text("word").notNull(),
    came: text("came").notNull(),
    firstSeenAt: moment("first_seen_at").notNull(),
    lastSeenAt: moment("last_seen_at").notNull(),
    times: bigint("times", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.operation, table.path, table.kind, table.word] })],
);
