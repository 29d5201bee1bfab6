import { and, eq, type SQL, sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, primaryKey, text } from "drizzle-orm/pg-core";
import { counters } from "@/lib/contract/console/campaign-counters";
import { consoleSchema, moment } from "./schema";

const number = (name: string) => bigint(name, { mode: "number" });

/** ID of the platform account that a row belongs to, as `accountOf` returns it. It does not reveal the key. */
const accountId = text("key_print").notNull();

/**
 * An entry of the webhook log as last seen. `at` is its own time, or else when it was first seen, or `olderAt`. `notSeenAt` is
 * the last poll that did not contain it, or null if the first poll found it.
 */
export const deliveryTable = consoleSchema.table(
  "delivery",
  {
    accountId,
    key: text("key").notNull(),
    webhookId: text("webhook_id").notNull(),
    event: text("event"),
    status: text("status"),
    attempts: integer("attempts"),
    deliveredAt: moment("delivered_at"),
    at: moment("at").notNull(),
    raw: jsonb("raw").$type<Record<string, unknown>>().notNull(),
    /** The webhook whose own log contained it, or "" for the log of all webhooks. */
    readIn: text("read_in").notNull().default(""),
    firstSeenAt: moment("first_seen_at").notNull(),
    notSeenAt: moment("not_seen_at"),
    changedAt: moment("changed_at").notNull(),
    /** First poll in which the platform no longer returned it. */
    goneAt: moment("gone_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.key] }),
    // Covers all filter columns, so that rows which do not match are never fetched.
    index("delivery_at").on(
      table.accountId,
      table.at.desc().nullsFirst(),
      table.key,
      table.webhookId,
      table.status,
      table.event,
      table.attempts,
      table.deliveredAt,
    ),
    index("delivery_webhook_at").on(table.accountId, table.webhookId, table.at.desc().nullsFirst(), table.key),
    index("delivery_changed").on(table.accountId, table.changedAt.desc()),
    index("delivery_here").on(table.accountId, table.webhookId, table.key).where(sql`${table.goneAt} is null`),
    index("delivery_first").on(table.accountId, table.firstSeenAt).where(sql`${table.notSeenAt} is null`),
    index("delivery_gone").on(table.goneAt).where(sql`${table.goneAt} is not null`),
  ],
);

/**
 * Entries with equal fields, counted per quarter of an hour. Triggers of `delivery` update the counts. Counting over a long time
 * so reads no entries. Missing values are "" and -1.
 */
export const deliveryCountTable = consoleSchema.table(
  "delivery_count",
  {
    accountId,
    step: moment("step").notNull(),
    webhookId: text("webhook_id").notNull(),
    status: text("status").notNull(),
    event: text("event").notNull(),
    attempts: integer("attempts").notNull(),
    /** True if the entries have a delivery time from the platform. */
    isTimed: boolean("is_timed").notNull(),
    n: integer("n").notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.accountId, table.step, table.webhookId, table.status, table.event, table.attempts, table.isTimed],
    }),
    index("delivery_count_webhook").on(table.accountId, table.webhookId, table.status, table.step),
    index("delivery_count_event").on(table.accountId, table.event),
    index("delivery_count_none").on(table.accountId).where(sql`${table.n} = 0`),
  ],
);

/** A changed field of an entry, with its value before and after. */
export const deliveryChangeTable = consoleSchema.table(
  "delivery_change",
  {
    id: number("id").primaryKey().generatedAlwaysAsIdentity(),
    accountId,
    key: text("key").notNull(),
    seenAt: moment("seen_at").notNull(),
    field: text("field").notNull(),
    before: text("before"),
    after: text("after"),
  },
  (table) => [index("delivery_change_key").on(table.accountId, table.key, table.seenAt)],
);

/** A version of a record, valid from `seenAt` to `lastSeenAt`. A new row is added only when the content changes. */
export const recordVersionTable = consoleSchema.table(
  "record_version",
  {
    id: number("id").primaryKey().generatedAlwaysAsIdentity(),
    accountId,
    resource: text("resource").notNull(),
    ref: text("ref").notNull(),
    seenAt: moment("seen_at").notNull(),
    lastSeenAt: moment("last_seen_at").notNull(),
    hash: text("hash").notNull(),
    record: jsonb("record").notNull(),
    /** First poll in which its list no longer contained it. */
    goneAt: moment("gone_at"),
  },
  (table) => [index("record_version_ref").on(table.accountId, table.resource, table.ref, table.id.desc())],
);

export type RecordKey = { accountId: string; resource: string; ref: string };

/** The versions of one record. */
export const isVersionOf = ({ accountId, resource, ref }: RecordKey) =>
  and(
    eq(recordVersionTable.accountId, accountId),
    eq(recordVersionTable.resource, resource),
    eq(recordVersionTable.ref, ref),
  );

const maxFieldLength = 16_384;

/** Truncates the long fields of a record. Reading them whole is too slow. */
export const shortRecord = (record: SQL) => sql`case jsonb_typeof(${record}) when 'object' then (
  select coalesce(jsonb_object_agg(key, case when pg_column_size(value) <= ${maxFieldLength} then value
    else to_jsonb(left(value #>> '{}', ${maxFieldLength})) end), '{}')
  from jsonb_each(${record})) end`;

/** Must match the order of the index on versions. With another order PostgreSQL scans the versions of all records. */
export const newestVersion = sql`${recordVersionTable.id} desc nulls last`;

/** A campaign's counts at one poll. Polls without movement are not stored, except the last one. */
export const campaignSampleTable = consoleSchema.table(
  "campaign_sample",
  {
    accountId,
    campaignId: text("campaign_id").notNull(),
    at: moment("at").notNull(),
    status: text("status"),
    through: number("through").notNull(),
    total: number("total").notNull(),
    /** Recognized counts by counter name. */
    counts: jsonb("counts").$type<Record<string, number>>().notNull().default({}),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.campaignId, table.at] })],
);

/** The counter that an admin assigned to a field of campaign records, or null to ignore the field. */
export const counterMeaningTable = consoleSchema.table(
  "counter_meaning",
  {
    accountId,
    field: text("field").notNull(),
    counter: text("counter", { enum: counters }),
    setBy: text("set_by").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.field] })],
);

/** Polling tasks with the result of their last read. `okAt` is the last successful read. */
export const collectorTaskTable = consoleSchema.table(
  "collector_task",
  {
    accountId,
    task: text("task").notNull(),
    at: moment("at").notNull(),
    okAt: moment("ok_at"),
    ms: integer("ms").notNull(),
    bytes: integer("bytes").notNull(),
    rows: integer("rows").notNull(),
    /** More than 1 for a list with several pages. */
    requests: integer("requests").notNull().default(1),
    changedAt: moment("changed_at"),
    nextAt: moment("next_at"),
    /** `ok` or a problem code. */
    outcome: text("outcome").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.task] })],
);

/** Settings that an admin changed, such as `pace campaigns` and `days versions`. */
export const collectorSettingTable = consoleSchema.table("collector_setting", {
  name: text("name").primaryKey(),
  value: jsonb("value").notNull(),
  setBy: text("set_by").notNull(),
  setAt: moment("set_at").notNull(),
});
