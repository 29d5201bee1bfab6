import { and, eq, type SQL, sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, primaryKey, text } from "drizzle-orm/pg-core";
import { counters } from "@/lib/contract/console/campaign-counters";
import { outcomes, pairings } from "@/lib/contract/console/webhook-log/filter";
import { gapReasons } from "@/lib/contract/console/webhook-log/summary";
import { consoleSchema, moment } from "./schema";

const number = (name: string) => bigint(name, { mode: "number" });

/** ID of the platform account that a row belongs to, as `accountOf` returns it. It does not reveal the key. */
const accountId = text("key_print").notNull();

/**
 * An entry of the webhook log as last seen. It spans its first try to its arrival, or to its last known attempt. The times of
 * the first try are null for entries that the first poll found without a time of their own. `""` and -1 stand for missing values.
 */
export const deliveryTable = consoleSchema.table(
  "delivery",
  {
    accountId,
    key: text("key").notNull(),
    webhookId: text("webhook_id").notNull(),
    event: text("event").notNull(),
    status: text("status").notNull(),
    attempts: integer("attempts").notNull(),
    /** Decided when it is stored, and again after each read of the log: see `outcomes.ts`. */
    outcome: text("outcome", { enum: outcomes }).notNull(),
    /** A limit of `lateLimits`: it arrived at least this many minutes after its first try. -1 without a time of arrival. */
    late: integer("late").notNull(),
    /** Fingerprint of the six fields above. Counts group by it, because comparing all six takes twice as long. */
    cell: number("cell")
      .notNull()
      .generatedAlwaysAs(
        sql`hashtextextended(webhook_id || chr(31) || event || chr(31) || status || chr(31) || attempts || chr(31) || outcome || chr(31) || late, 0)`,
      ),
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
    /** Since when it has its outcome, status and attempts. */
    outcomeAt: moment("outcome_at").notNull(),
    /** First poll in which the platform no longer returned it. */
    goneAt: moment("gone_at"),
    /** Arrivals of its event at one of our addresses; -1 before they are compared, null if its webhook is not ours. */
    arrivalsHere: integer("arrivals_here"),
    arrivedHereAt: moment("arrived_here_at"),
    /** How its event was found; null without one. */
    pairedBy: text("paired_by", { enum: pairings }),
  },
  (table) => {
    // drizzle cannot say INCLUDE, so what filters and counts read stands behind the order.
    const { webhookId, event, status, attempts, outcome, late, arrivalsHere } = table;
    const counted = [table.cell, arrivalsHere, webhookId, event, status, attempts, outcome, late] as const;
    const byTime = () => [table.accountId, table.at.desc().nullsLast(), table.key] as const;
    return [
      primaryKey({ columns: [table.accountId, table.key] }),
      index("delivery_at").on(...byTime(), ...counted),
      // Few entries do not arrive, and many questions are about them.
      index("delivery_missed")
        .on(...byTime(), ...counted, table.lastAt)
        .where(sql`${table.outcome} <> 'arrived'`),
      // The newest of each cell, so that rare words are found as fast as frequent ones. A part of a key has an index by hand.
      index("delivery_cell").on(...[table.accountId, table.cell, table.at.desc().nullsLast(), table.key, arrivalsHere]),
      index("delivery_webhook").on(
        ...[table.accountId, table.webhookId, table.outcome, table.at.desc().nullsLast(), table.key],
      ),
      // Entries that can belong to a time other than that of their first try.
      index("delivery_span")
        .on(table.accountId, table.lastAt, table.beginsAt, table.at, table.key, ...counted)
        .where(sql`${table.lastAt} > ${table.at} or ${table.beginsAt} < ${table.at}`),
      index("delivery_changed").on(table.accountId, table.changedAt.desc()),
      index("delivery_outcome").on(table.accountId, table.outcomeAt.desc()),
      index("delivery_here").on(table.accountId, table.key).where(sql`${table.goneAt} is null`),
      index("delivery_gone").on(table.goneAt).where(sql`${table.goneAt} is not null`),
      index("delivery_uncompared").on(table.accountId, table.at).where(sql`${table.arrivalsHere} = -1`),
    ];
  },
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
    /** When the record was first read, also if that version is removed. Null in versions of an earlier release. */
    firstSeenAt: moment("first_seen_at"),
    hash: text("hash").notNull(),
    record: jsonb("record").notNull(),
    /** First poll in which its list no longer contained it. */
    goneAt: moment("gone_at"),
  },
  (table) => [index("record_version_ref").on(table.accountId, table.resource, table.ref, table.id.desc())],
);

/** Hash of a version without content: the record was never read, and is gone. */
export const tombstoneHash = "gone";

export type RecordKey = { accountId: string; resource: string; ref: string };

export const isVersionOf = ({ accountId, resource, ref }: RecordKey) =>
  and(
    eq(recordVersionTable.accountId, accountId),
    eq(recordVersionTable.resource, resource),
    eq(recordVersionTable.ref, ref),
  );

/** SQL for when the record of a version was first read. Versions of an earlier release do not say: there the oldest counts. */
export const firstReadAt = (version: SQL) => sql`coalesce(${version}.first_seen_at, (
  select min(oldest.seen_at) from console.record_version as oldest
  where oldest.key_print = ${version}.key_print and oldest.resource = ${version}.resource and oldest.ref = ${version}.ref))`;

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
    handled: number("through").notNull(),
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
