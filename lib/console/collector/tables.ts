import { and, eq, type SQL, sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, primaryKey, text } from "drizzle-orm/pg-core";
import { consoleSchema, moment } from "@/lib/console/tables";
import { counters } from "@/lib/contract/console/campaign-counters";

const number = (name: string) => bigint(name, { mode: "number" });

/** Every kept row belongs to the organization of one key: `keyPrint` tells two of them apart without holding either. */
const keyPrint = text("key_print").notNull();

/**
 * An entry of the webhook log as it was last seen. `at` is its own time, or else when it was first seen here, or `olderAt`;
 * `notSeenAt` is the read before that, which did not have it, and null for what was there at the first read.
 */
export const deliveryTable = consoleSchema.table(
  "delivery",
  {
    keyPrint,
    key: text("key").notNull(),
    webhookId: text("webhook_id").notNull(),
    event: text("event"),
    status: text("status"),
    attempts: integer("attempts"),
    deliveredAt: moment("delivered_at"),
    at: moment("at").notNull(),
    raw: jsonb("raw").$type<Record<string, unknown>>().notNull(),
    /** The webhook whose own log it came in; empty for the log of all. */
    readIn: text("read_in").notNull().default(""),
    firstSeenAt: moment("first_seen_at").notNull(),
    notSeenAt: moment("not_seen_at"),
    changedAt: moment("changed_at").notNull(),
    /** Since when the platform no longer returns it. */
    goneAt: moment("gone_at"),
  },
  (table) => [
    primaryKey({ columns: [table.keyPrint, table.key] }),
    // Holds all that filters ask of an entry: what is left out is never fetched.
    index("delivery_at").on(
      table.keyPrint,
      table.at.desc().nullsFirst(),
      table.key,
      table.webhookId,
      table.status,
      table.event,
      table.attempts,
      table.deliveredAt,
    ),
    index("delivery_webhook_at").on(table.keyPrint, table.webhookId, table.at.desc().nullsFirst(), table.key),
    index("delivery_changed").on(table.keyPrint, table.changedAt.desc()),
    index("delivery_here").on(table.keyPrint, table.webhookId, table.key).where(sql`${table.goneAt} is null`),
    index("delivery_first").on(table.keyPrint, table.firstSeenAt).where(sql`${table.notSeenAt} is null`),
    index("delivery_gone").on(table.goneAt).where(sql`${table.goneAt} is not null`),
  ],
);

/**
 * How many entries are alike in each quarter of an hour, kept by triggers of `delivery`: counts of any length of time are
 * exact without looking at its entries. Empty and -1 stand for what was not sent.
 */
export const deliveryCountTable = consoleSchema.table(
  "delivery_count",
  {
    keyPrint,
    step: moment("step").notNull(),
    webhookId: text("webhook_id").notNull(),
    status: text("status").notNull(),
    event: text("event").notNull(),
    attempts: integer("attempts").notNull(),
    /** Whether the platform gave them a time of delivery. */
    isTimed: boolean("is_timed").notNull(),
    n: integer("n").notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.keyPrint, table.step, table.webhookId, table.status, table.event, table.attempts, table.isTimed],
    }),
    index("delivery_count_webhook").on(table.keyPrint, table.webhookId, table.status, table.step),
    index("delivery_count_event").on(table.keyPrint, table.event),
    index("delivery_count_none").on(table.keyPrint).where(sql`${table.n} = 0`),
  ],
);

/** One field of an entry that was another at an earlier read. */
export const deliveryChangeTable = consoleSchema.table(
  "delivery_change",
  {
    id: number("id").primaryKey().generatedAlwaysAsIdentity(),
    keyPrint,
    key: text("key").notNull(),
    seenAt: moment("seen_at").notNull(),
    field: text("field").notNull(),
    before: text("before"),
    after: text("after"),
  },
  (table) => [index("delivery_change_key").on(table.keyPrint, table.key, table.seenAt)],
);

/** A record as it stood from `seenAt` to `lastSeenAt`. A new row only when what it holds changed. */
export const recordVersionTable = consoleSchema.table(
  "record_version",
  {
    id: number("id").primaryKey().generatedAlwaysAsIdentity(),
    keyPrint,
    resource: text("resource").notNull(),
    ref: text("ref").notNull(),
    seenAt: moment("seen_at").notNull(),
    lastSeenAt: moment("last_seen_at").notNull(),
    hash: text("hash").notNull(),
    record: jsonb("record").notNull(),
    /** Who opened it; null for what Switchboard read by itself. */
    askedBy: text("asked_by"),
    /** Since when the list that it is a row of no longer has it. */
    goneAt: moment("gone_at"),
  },
  (table) => [index("record_version_ref").on(table.keyPrint, table.resource, table.ref, table.id.desc())],
);

export type RecordPlace = { keyPrint: string; resource: string; ref: string };

/** The versions of one record. */
export const isVersionOf = ({ keyPrint, resource, ref }: RecordPlace) =>
  and(
    eq(recordVersionTable.keyPrint, keyPrint),
    eq(recordVersionTable.resource, resource),
    eq(recordVersionTable.ref, ref),
  );

const longestField = 16_384;

/** A record with no more than the beginnings of its long fields: what they hold in all would hold up everybody to be read. */
export const shortRecord = (record: SQL) => sql`case jsonb_typeof(${record}) when 'object' then (
  select coalesce(jsonb_object_agg(key, case when pg_column_size(value) <= ${longestField} then value
    else to_jsonb(left(value #>> '{}', ${longestField})) end), '{}')
  from jsonb_each(${record})) end`;

/** As the index of versions is ordered: in any other order the newest is looked for among those of all records. */
export const newestVersion = sql`${recordVersionTable.id} desc nulls last`;

/** A campaign's counts at one read; only reads at which something moved are kept, and the last one. */
export const campaignSampleTable = consoleSchema.table(
  "campaign_sample",
  {
    keyPrint,
    campaignId: text("campaign_id").notNull(),
    at: moment("at").notNull(),
    status: text("status"),
    through: number("through").notNull(),
    total: number("total").notNull(),
    /** All that was recognized, by what it counts. */
    counts: jsonb("counts").$type<Record<string, number>>().notNull().default({}),
  },
  (table) => [primaryKey({ columns: [table.keyPrint, table.campaignId, table.at] })],
);

/** What an admin said that a field of a campaign's record counts; null for nothing that is shown. */
export const counterMeaningTable = consoleSchema.table(
  "counter_meaning",
  {
    keyPrint,
    field: text("field").notNull(),
    counter: text("counter", { enum: counters }),
    setBy: text("set_by").notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyPrint, table.field] })],
);

/** What is read again and again, with how its last read went. `okAt` is when one last succeeded. */
export const collectorTaskTable = consoleSchema.table(
  "collector_task",
  {
    keyPrint,
    task: text("task").notNull(),
    at: moment("at").notNull(),
    okAt: moment("ok_at"),
    ms: integer("ms").notNull(),
    bytes: integer("bytes").notNull(),
    rows: integer("rows").notNull(),
    /** A list may come in pages. */
    requests: integer("requests").notNull().default(1),
    changedAt: moment("changed_at"),
    nextAt: moment("next_at"),
    /** `ok`, or the code of what went wrong. */
    outcome: text("outcome").notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyPrint, table.task] })],
);

/** What an admin chose: `pace campaigns`, `days versions`. */
export const collectorSettingTable = consoleSchema.table("collector_setting", {
  name: text("name").primaryKey(),
  value: jsonb("value").notNull(),
  setBy: text("set_by").notNull(),
  setAt: moment("set_at").notNull(),
});
