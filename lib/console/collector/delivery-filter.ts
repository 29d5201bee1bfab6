import { type SQL, sql } from "drizzle-orm";
import type { LogWords } from "@/lib/console/settings";
import { type DeliveryFilter, type DeliveryFilterName, NO_WORD, wordsIn } from "@/lib/contract/console/deliveries";
import type { Database } from "@/lib/db/database";

/** What counts are kept by: steps begin at whole quarters of an hour since 1970. */
export const stepMs = 900_000;
const mostWords = 2_000;

export type Span = { fromMs: number | undefined; toMs: number | undefined };

/**
 * The `at` of older deliveries: the first read found them, and they have no time of their own. It is before every real time
 * and fills a step of its own, so no period, chart or count of the newest holds them.
 */
export const olderAt = sql`'epoch'::timestamptz`;
export const olderSpan = { fromMs: 0, toMs: stepMs };

export const isOlder = ({ at }: { at: Date }) => at.getTime() === 0;

/** The times that a filter lets through. Older deliveries are shown only when their view is asked for, whatever the time. */
export const spanOf = ({ from, to, view }: DeliveryFilter): Span =>
  view === "older" ? olderSpan : { fromMs: Math.max(msOf(from) ?? stepMs, stepMs), toMs: msOf(to) };

export type Asked = {
  keyPrint: string;
  filter: DeliveryFilter;
  words: LogWords;
  /** What many entries share and that holds the text; a webhook also by its address. */
  holding: { webhooks: readonly string[]; statuses: readonly string[]; events: readonly string[] };
};

/** Kept entries with what filters ask of them, as `delivery_count` has it too. */
export const entries = sql`(select *, delivered_at is not null as is_timed from console.delivery) as entry`;

/** An entry as filters see it: of `entries` or of `delivery_count`, which both call them the same. */
const columns = {
  webhook: sql`webhook_id`,
  status: sql`coalesce(status, '')`,
  event: sql`coalesce(event, '')`,
  attempts: sql`coalesce(attempts, -1)`,
};

export const list = (words: readonly string[]) => sql`${sql.param([...words])}::text[]`;

export const isDelivered = ({ delivered }: LogWords) => sql`${columns.status} = any(${list(delivered)})`;

/** Each filter but time and text as a condition; a filter that is not set lets all through. */
export function conditions({ filter, words }: Pick<Asked, "filter" | "words">) {
  const { webhook, status, event, attempts, view, delivered } = filter;
  return {
    webhook: isWord(columns.webhook, webhook),
    status: isWord(columns.status, status),
    event: isWord(columns.event, event),
    attempts: isAmong(attempts),
    view: view && view !== "older" ? views(words)[view] : undefined,
    delivered: delivered && (delivered === "yes" ? isDelivered(words) : sql`not ${isDelivered(words)}`),
  } satisfies Partial<Record<DeliveryFilterName | "delivered", SQL | undefined>>;
}

export const views = (words: LogWords) => ({
  not_delivered: sql`not ${isDelivered(words)}`,
  retried: sql`${columns.attempts} > 1`,
  in_progress: sql`${columns.status} = any(${list(words.inProgress)})`,
  no_time: sql`not is_timed`,
});

/** Conditions that all hold; those that are undefined are none. */
export const both = (...all: (SQL | undefined)[]) => {
  const set = all.filter((each) => each !== undefined);
  return set.length > 0 ? sql`(${sql.join(set, sql` and `)})` : sql`true`;
};

/** Whether anything of what an entry shares with others holds the text. */
export const isTextShared = ({ holding: { webhooks, statuses, events } }: Pick<Asked, "holding">) =>
  sql`(webhook_id = any(${list(webhooks)}) or ${columns.status} = any(${list(statuses)})
    or ${columns.event} = any(${list(events)}))`;

/** Whether an entry's own ID holds it. */
export const isTextInKey = ({ filter }: Asked) => sql`key ilike ${partOf(filter.text ?? "")}`;

const partOf = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

export const hasText = ({ filter }: Pick<Asked, "filter">) => filter.text !== undefined && filter.text.trim() !== "";

export const msOf = (given: string | undefined) => (given === undefined ? undefined : Date.parse(given));

// As a number: PostgreSQL reads no year 0 and no sign before a year.
export const momentOf = (ms: number) => sql`to_timestamp(${ms / 1000}::float8)`;

/** Which moments of `column` are among those from one to another, the last no longer. */
export const isWithin = (column: SQL, fromMs: number | undefined, toMs: number | undefined) =>
  both(
    fromMs === undefined ? undefined : sql`${column} >= ${momentOf(fromMs)}`,
    toMs === undefined ? undefined : sql`${column} < ${momentOf(toMs)}`,
  );

/** A moment as this process counts them, in milliseconds. */
export const inMs = (moment: SQL) => sql`(extract(epoch from ${moment}) * 1000)::float8`;

/** What many entries share and that holds a text. Each word is sought once by an index, not on every entry that bears it. */
export async function holdingOf(db: Database, keyPrint: string, text: string): Promise<Asked["holding"]> {
  const part = partOf(text);
  const { rows } = await db.execute<{ kind: keyof Asked["holding"]; word: string }>(sql`
    with recursive event (word) as (
      (select event from console.delivery_count where key_print = ${keyPrint} order by event limit 1)
      union all
      select (select event from console.delivery_count
        where key_print = ${keyPrint} and event > word order by event limit 1) from event where word is not null
    ), status (webhook, word) as (
      (select webhook_id, status from console.delivery_count
        where key_print = ${keyPrint} order by webhook_id, status limit 1)
      union all
      select next.* from status cross join lateral (select webhook_id, status from console.delivery_count
        where key_print = ${keyPrint} and (webhook_id, status) > (webhook, word) order by webhook_id, status limit 1) as next
    )
    (select distinct 'events' as kind, word from event where word ilike ${part} and word <> '' limit ${mostWords})
    union all (select distinct 'statuses', word from status where word ilike ${part} and word <> '' limit ${mostWords})
    union all (select distinct 'webhooks', webhook from status where webhook ilike ${part} limit ${mostWords})
    union all (select 'webhooks', ref from console.record_version
      where key_print = ${keyPrint} and resource = 'webhooks' and ref <> '' and record ->> 'url' ilike ${part}
      limit ${mostWords})`);
  const of = (kind: keyof Asked["holding"]) => rows.filter((row) => row.kind === kind).map(({ word }) => word);
  return { webhooks: of("webhooks"), statuses: of("statuses"), events: of("events") };
}

function isWord(column: SQL, given: string | undefined) {
  const { words, isExcluded } = wordsIn(given);
  const kept = words.map((word) => (word === NO_WORD ? "" : word));
  const [only, ...more] = kept;
  if (only === undefined) return undefined;
  if (more.length === 0) return isExcluded ? sql`${column} <> ${only}` : sql`${column} = ${only}`;
  return isExcluded ? sql`${column} <> all(${list(kept)})` : sql`${column} = any(${list(kept)})`;
}

function isAmong(given: string | undefined) {
  if (given === undefined) return undefined;
  if (given === NO_WORD) return sql`${columns.attempts} = -1`;
  const [least = "", most] = given.split("..");
  if (most === undefined) return sql`${columns.attempts} = ${Number(least)}`;
  const from = sql`${columns.attempts} >= ${Number(least)}`;
  return most === "" ? from : sql`(${from} and ${columns.attempts} <= ${Number(most)})`;
}
