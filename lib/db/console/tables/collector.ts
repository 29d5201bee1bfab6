import { and, eq, type SQL, sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { counters } from "@/lib/contract/console/campaign-counters";
import { standings } from "@/lib/contract/console/webhook-log/filter";
import { gapReasons } from "@/lib/contract/console/webhook-log/summary";
import { consoleSchema, moment } from "./schema";

const number = (name: string) => bigint(name, { mode: "number" });

/** ID of the platform account that a row belongs to, as `accountOf` returns it. It does not reveal the key. */
const accountId = text("key_print").notNull();

/**
 * Fields of deliveries that filters and counts use, one row for each combination. `""` and -1 stand for missing values. A new
 * filter is a column here.
 */
export const deliveryKindTable = consoleSchema.table(
  "delivery_kind",
  {
    id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
    accountId,
    webhookId: text("webhook_id").notNull(),
    event: text("event").notNull(),
    status: text("status").notNull(),
    attempts: integer("attempts").notNull(),
    /** What is known of an undelivered one: see `standing.ts`. */
    standing: text("standing", { enum: standings }).notNull(),
    /** A limit of `lateLimits`: it arrived at least this many minutes after its first try. -1 without a time of arrival. */
    late: integer("late").notNull(),
  },
  (table) => [
    uniqueIndex("delivery_kind_unique").on(
      ...[table.accountId, table.webhookId, table.event, table.status, table.attempts, table.standing, table.late],
    ),
  ],
);

/**
 * An entry of the webhook log as last seen. It spans its first try to its arrival, or to its last known attempt. The times of
 * the first try are null for entries that the first poll found without a time of their own.
 */
export const deliveryTable = consoleSchema.table(
  "delivery",
  {
    accountId,
    key: text("key").notNull(),
    /** ID of its row in `delivery_kind`. */
    kind: integer("kind").notNull(),
    deliveredAt: moment("delivered_at"),
    /** First try: its own time if it arrived at once, else when it was first seen. Never changes once known. */
    at: moment("at"),
    /** Earliest possible time of the first try: the last poll without it. */
    beginsAt: moment("begins_at"),
    /** Its arrival, or the last change of its status or attempts. */
    lastAt: moment("last_at").notNull(),
    raw: jsonb("raw").$type<Record<string, unknown>>().notNull(),
    /** The webhook whose own log contained it, or "" for the log of all webhooks. */
    readIn: text("read_in").notNull().default(""),
    firstSeenAt: moment("first_seen_at").notNull(),
    /** The last poll that did not contain it; null if the first poll found it. */
    notSeenAt: moment("not_seen_at"),
    changedAt: moment("changed_at").notNull(),
    /** Since when its kind has its standing, status and attempts. */
    standingAt: moment("standing_at").notNull(),
    /** First poll in which the platform no longer returned it. */
    goneAt: moment("gone_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.key] }),
    index("delivery_at").on(table.accountId, table.at.desc().nullsLast(), table.key, table.kind),
    index("delivery_kind_at").on(table.accountId, table.kind, table.at.desc().nullsLast(), table.key),
    // Entries that can belong to a time other than that of their first try.
    index("delivery_span")
      .on(table.accountId, table.lastAt, table.beginsAt, table.at, table.kind, table.key)
      .where(sql`${table.lastAt} > ${table.at} or ${table.beginsAt} < ${table.at}`),
    index("delivery_changed").on(table.accountId, table.changedAt.desc()),
    index("delivery_standing").on(table.accountId, table.standingAt.desc(), table.kind),
    index("delivery_here").on(table.accountId, table.key).where(sql`${table.goneAt} is null`),
    index("delivery_gone").on(table.goneAt).where(sql`${table.goneAt} is not null`),
  ],
);

/** Entries with the fields of their kind, missing values as null. */
export const deliveryEntry = consoleSchema.view("delivery_entry").as((query) =>
  query
    .select({
      accountId: deliveryTable.accountId,
      key: deliveryTable.key,
      kind: deliveryTable.kind,
      webhookId: deliveryKindTable.webhookId,
      event: sql<string | null>`nullif(${deliveryKindTable.event}, '')`.as("event"),
      status: sql<string | null>`nullif(${deliveryKindTable.status}, '')`.as("status"),
      attempts: sql<number | null>`nullif(${deliveryKindTable.attempts}, -1)`.as("attempts"),
      standing: deliveryKindTable.standing,
      late: deliveryKindTable.late,
      deliveredAt: deliveryTable.deliveredAt,
      at: deliveryTable.at,
      beginsAt: deliveryTable.beginsAt,
      lastAt: deliveryTable.lastAt,
      raw: deliveryTable.raw,
      readIn: deliveryTable.readIn,
      firstSeenAt: deliveryTable.firstSeenAt,
      notSeenAt: deliveryTable.notSeenAt,
      changedAt: deliveryTable.changedAt,
      standingAt: deliveryTable.standingAt,
      goneAt: deliveryTable.goneAt,
    })
    .from(deliveryTable)
    .innerJoin(deliveryKindTable, eq(deliveryKindTable.id, deliveryTable.kind)),
);

/** How long deliveries of a webhook waited from one attempt to the next, by the attempt and status before. */
export const deliveryWaitTable = consoleSchema.table(
  "delivery_wait",
  {
    accountId,
    webhookId: text("webhook_id").notNull(),
    status: text("status").notNull(),
    attempts: integer("attempts").notNull(),
    times: integer("times").notNull(),
    longestMs: number("longest_ms").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.webhookId, table.status, table.attempts] })],
);

/** Times in which good reads of the log followed each other. `webhookId` is "" for the log of all webhooks. */
export const watchedTable = consoleSchema.table(
  "watched",
  {
    accountId,
    webhookId: text("webhook_id").notNull(),
    fromAt: moment("from_at").notNull(),
    toAt: moment("to_at").notNull(),
    /** Time planned from the last good read to the next. */
    everyMs: integer("every_ms").notNull(),
    /** Why no good read followed; null while it is being watched, and after a stop that could not be noted. */
    endedBy: text("ended_by", { enum: gapReasons }),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.webhookId, table.fromAt] })],
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

/** Settings that an admin changed, such as `pace campaigns` and `backup`, and small states of one row. */
export const collectorSettingTable = consoleSchema.table("collector_setting", {
  name: text("name").primaryKey(),
  value: jsonb("value").notNull(),
  setBy: text("set_by").notNull(),
  setAt: moment("set_at").notNull(),
});
