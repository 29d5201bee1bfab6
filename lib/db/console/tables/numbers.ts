import { sql } from "drizzle-orm";
import { boolean, customType, index, integer, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { blockReasons } from "@/lib/contract/console/block-reasons";
import { consoleSchema, moment } from "./schema";

/** Keyed hash of a phone number: 16 bytes of an HMAC-SHA-256, with another key in each table. */
const numberHash = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Lists compared before an upload. `importId` is null until the upload begins. */
export const contactListTable = consoleSchema.table(
  "contact_list",
  {
    id: text("id").primaryKey(),
    /** Short ID for the rows of `list_number`. */
    key: integer("key").generatedAlwaysAsIdentity().unique(),
    accountId: text("account_id").notNull(),
    campaignId: text("campaign_id").notNull(),
    importId: text("import_id").unique(),
    personId: text("person_id").notNull(),
    openedAt: moment("opened_at").notNull(),
    /** The campaign whose people this list calls again; null for any other list. */
    recalls: text("recalls"),
  },
  (table) => [index("contact_list_campaign").on(table.accountId, table.campaignId)],
);

/** Numbers of a list by the rows of its file. */
export const listNumberTable = consoleSchema.table(
  "list_number",
  {
    /** `key` of the list. No foreign key, which would take longer than the insert. */
    list: integer("list").notNull(),
    row: integer("row").notNull(),
    number: numberHash("number").notNull(),
    /** ISO 3166 country of the number's range; "ZZ" if unknown. */
    country: text("country").notNull(),
    /** Time zones of the number, as in `lib/numbers/time-zones.ts`. 0 is unknown. */
    zones: smallint("zones").notNull(),
  },
  (table) => [primaryKey({ columns: [table.list, table.row] }), index("list_number_number").on(table.number)],
);

/** Numbers that must not be called, of this installation and not of an account. */
export const doNotCallTable = consoleSchema.table(
  "do_not_call",
  {
    id: text("id").primaryKey().default(sql`gen_random_uuid()`),
    number: numberHash("number").notNull().unique(),
    /** The encrypted number, for the page and the export. */
    sealed: text("sealed").notNull(),
    reason: text("reason", { enum: blockReasons }).notNull(),
    source: text("source").notNull(),
    dated: text("dated"),
    until: text("until"),
    addedAt: moment("added_at").notNull(),
    by: text("by").notNull(),
    /** False for entries of versions before 1.1, which hashed the number as it was written. */
    isLine: boolean("is_line").notNull().default(false),
    /** False if it was not yet looked up in the lists that were sent: see `blocked_contact`. */
    isLinked: boolean("is_linked").notNull().default(false),
  },
  (table) => [
    index("do_not_call_added").on(table.addedAt),
    index("do_not_call_not_line").on(table.id).where(sql`not ${table.isLine}`),
    index("do_not_call_unlinked").on(table.id).where(sql`not is_linked`),
  ],
);

/**
 * Entries of the do-not-call list whose number is in a list that was sent. Only these can be joined with `list_number`
 * without the secret.
 */
export const blockedContactTable = consoleSchema.table(
  "blocked_contact",
  {
    entry: text("entry")
      .notNull()
      .references(() => doNotCallTable.id, { onDelete: "cascade" }),
    /** Hash as in `list_number`. */
    number: numberHash("number").notNull(),
  },
  (table) => [primaryKey({ columns: [table.entry, table.number] }), index("blocked_contact_number").on(table.number)],
);

/** The last time that a person confirmed to call a campaign although some of its people are on the do-not-call list. */
export const blockedConfirmationTable = consoleSchema.table(
  "blocked_confirmation",
  {
    accountId: text("account_id").notNull(),
    campaignId: text("campaign_id").notNull(),
    at: moment("at").notNull(),
    people: integer("people").notNull(),
    by: text("by").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.campaignId] })],
);
