import { type SQL, sql } from "drizzle-orm";
import { type DeliveryFilter, NO_WORD, wordsIn } from "@/lib/contract/console/deliveries";
import type { Database } from "@/lib/db/database";
import type { LogWords } from "./log-words";

/** Length of a step of `delivery_count`: 15 minutes. Steps start at multiples of it since 1970. */
export const stepMs = 900_000;
const maxWords = 2_000;

export type Span = { fromMs: number | undefined; toMs: number | undefined };

/**
 * The `at` of older deliveries, which the first read found without a time of their own. It lies before every real time and has
 * its own step, so that no period, chart or count includes them.
 */
export const olderAt = sql`'epoch'::timestamptz`;
export const olderSpan = { fromMs: 0, toMs: stepMs };

export const isOlder = ({ at }: { at: Date }) => at.getTime() === 0;

/** The time span of a filter. The view of older deliveries ignores the time filter, and no other view includes them. */
export const spanOf = ({ from, to, view }: DeliveryFilter): Span =>
  view === "older" ? olderSpan : { fromMs: Math.max(msOf(from) ?? stepMs, stepMs), toMs: msOf(to) };

export type DeliveryQuery = {
  accountId: string;
  filter: DeliveryFilter;
  words: LogWords;
  /** Values that contain the searched text. Webhooks also match by URL. */
  textMatches: { webhooks: readonly string[]; statuses: readonly string[]; events: readonly string[] };
};

/** Stored entries with the columns that filters use. `delivery_count` has them too. */
export const entries = sql`(select *, delivered_at is not null as is_timed from console.delivery) as entry`;

/** Filter columns, with equal names in `entries` and `delivery_count`. */
const columns = {
  webhook: sql`webhook_id`,
  status: sql`coalesce(status, '')`,
  event: sql`coalesce(event, '')`,
  attempts: sql`coalesce(attempts, -1)`,
};

export const textArray = (words: readonly string[]) => sql`${sql.param([...words])}::text[]`;

export const isDelivered = ({ delivered }: LogWords) => sql`${columns.status} = any(${textArray(delivered)})`;

/** The condition of each filter except time and text. Undefined for a filter that is not set. */
export function conditions({ filter, words }: Pick<DeliveryQuery, "filter" | "words">) {
  const { webhook, status, event, attempts, view, delivered } = filter;
  return {
    webhook: isWord(columns.webhook, webhook),
    status: isWord(columns.status, status),
    event: isWord(columns.event, event),
    attempts: isInRange(attempts),
    view: view && view !== "older" ? views(words)[view] : undefined,
    delivered: delivered && (delivered === "yes" ? isDelivered(words) : sql`not ${isDelivered(words)}`),
  };
}

export const views = (words: LogWords) => ({
  not_delivered: sql`not ${isDelivered(words)}`,
  retried: sql`${columns.attempts} > 1`,
  in_progress: sql`${columns.status} = any(${textArray(words.inProgress)})`,
  no_time: sql`not is_timed`,
});

/** All conditions joined by `and`. Ignores undefined ones. */
export const allOf = (...all: (SQL | undefined)[]) => {
  const set = all.filter((condition) => condition !== undefined);
  return set.length > 0 ? sql`(${sql.join(set, sql` and `)})` : sql`true`;
};

/** True if the webhook, status or event of an entry contains the searched text. */
export const isTextInValues = ({ textMatches }: Pick<DeliveryQuery, "textMatches">) =>
  sql`(webhook_id = any(${textArray(textMatches.webhooks)}) or ${columns.status} = any(${textArray(textMatches.statuses)})
    or ${columns.event} = any(${textArray(textMatches.events)}))`;

/** True if the ID of an entry contains the searched text. */
export const isTextInKey = ({ filter }: DeliveryQuery) => sql`key ilike ${patternOf(filter.text ?? "")}`;

const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

export const hasText = ({ filter }: Pick<DeliveryQuery, "filter">) =>
  filter.text !== undefined && filter.text.trim() !== "";

export const msOf = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time));

// As a number, because PostgreSQL does not parse year 0 or signed years.
export const timestampOf = (ms: number) => sql`to_timestamp(${ms / 1000}::float8)`;

/** True if `column` lies between `fromMs` (inclusive) and `toMs` (exclusive). */
export const isWithin = (column: SQL, fromMs: number | undefined, toMs: number | undefined) =>
  allOf(
    fromMs === undefined ? undefined : sql`${column} >= ${timestampOf(fromMs)}`,
    toMs === undefined ? undefined : sql`${column} < ${timestampOf(toMs)}`,
  );

/** Milliseconds since 1970, as a float. */
export const epochMs = (time: SQL) => sql`(extract(epoch from ${time}) * 1000)::float8`;

/** Finds values that contain a text. Distinct values come from an index, so that no entries are scanned. */
export async function findTextMatches(
  db: Database,
  accountId: string,
  text: string,
): Promise<DeliveryQuery["textMatches"]> {
  const part = patternOf(text);
  const { rows } = await db.execute<{ kind: keyof DeliveryQuery["textMatches"]; word: string }>(sql`
    with recursive event (word) as (
      (select event from console.delivery_count where key_print = ${accountId} order by event limit 1)
      union all
      select (select event from console.delivery_count
        where key_print = ${accountId} and event > word order by event limit 1) from event where word is not null
    ), status (webhook, word) as (
      (select webhook_id, status from console.delivery_count
        where key_print = ${accountId} order by webhook_id, status limit 1)
      union all
      select next.* from status cross join lateral (select webhook_id, status from console.delivery_count
        where key_print = ${accountId} and (webhook_id, status) > (webhook, word) order by webhook_id, status limit 1) as next
    )
    (select distinct 'events' as kind, word from event where word ilike ${part} and word <> '' limit ${maxWords})
    union all (select distinct 'statuses', word from status where word ilike ${part} and word <> '' limit ${maxWords})
    union all (select distinct 'webhooks', webhook from status where webhook ilike ${part} limit ${maxWords})
    union all (select 'webhooks', ref from console.record_version
      where key_print = ${accountId} and resource = 'webhooks' and ref <> '' and record ->> 'url' ilike ${part}
      limit ${maxWords})`);
  const wordsOf = (kind: keyof DeliveryQuery["textMatches"]) =>
    rows.filter((row) => row.kind === kind).map(({ word }) => word);
  return { webhooks: wordsOf("webhooks"), statuses: wordsOf("statuses"), events: wordsOf("events") };
}

function isWord(column: SQL, filter: string | undefined) {
  const { words, isExcluded } = wordsIn(filter);
  const values = words.map((word) => (word === NO_WORD ? "" : word));
  const [only, ...more] = values;
  if (only === undefined) return undefined;
  if (more.length === 0) return isExcluded ? sql`${column} <> ${only}` : sql`${column} = ${only}`;
  return isExcluded ? sql`${column} <> all(${textArray(values)})` : sql`${column} = any(${textArray(values)})`;
}

function isInRange(range: string | undefined) {
  if (range === undefined) return undefined;
  if (range === NO_WORD) return sql`${columns.attempts} = -1`;
  const [min = "", max] = range.split("..");
  if (max === undefined) return sql`${columns.attempts} = ${Number(min)}`;
  const isAtLeast = sql`${columns.attempts} >= ${Number(min)}`;
  return max === "" ? isAtLeast : sql`(${isAtLeast} and ${columns.attempts} <= ${Number(max)})`;
}
