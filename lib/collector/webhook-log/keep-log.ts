import { type SQL, sql } from "drizzle-orm";
import { withStorableTexts } from "@/lib/collector/records/keep-versions";
import { listWebhookLogs } from "@/lib/contract/api/webhooks";
import { type Database, type Transaction, takeTurn } from "@/lib/db/database";
import { olderAt, textArray } from "./delivery-filter";
import { logWords } from "./log-words";
import { rowsOfAnswer } from "./parts-of-answer";

export type LogRead = {
  accountId: string;
  /** The response as `{"raw": …}` in UTF-8. `raw` is the list, or an object with the list in `data`. */
  answer: Uint8Array;
  /** The webhook whose own log this is, or undefined for the log of all webhooks. */
  webhookId?: string | undefined;
  at: Date;
  /** Time of the previous read, or undefined for the first one. */
  before: Date | undefined;
};

/** SQL for an entry's ID. Replaces a missing ID by a hash of the entry, and shortens a long one for the index. */
const idOf = (raw: SQL) => sql`case when coalesce(${raw} ->> 'id', '') = '' then 'no id: ' || md5(${raw}::text)
  when octet_length(${raw} ->> 'id') > ${maxIdBytes} then left(${raw} ->> 'id', 60) || ' ' || md5(${raw} ->> 'id')
  else ${raw} ->> 'id' end`;

/**
 * SQL for the webhook and event of an entry. Rows of one response with the same ID, webhook and event are attempts of one
 * delivery. Its state is the latest attempt, with `nth` 1. An ID with another webhook or event is another entry. The first entry
 * seen has the ID as its key.
 */
const sourceOf = (raw: SQL) =>
  sql`left(concat_ws(' ', nullif(${raw} ->> 'webhook_id', ''), nullif(${raw} ->> 'event', '')), ${maxTextLength})`;

export type LogStoreResult = { rows: number; added: number; changed: number; gone: number };

const lockWaitMs = 60_000;
const chunkBytes = 256 * 1024;
const analyzeAbove = 1_000;
/** Longer texts do not fit into an index. `raw` still has the whole text. */
const maxTextLength = 150;
const maxIdBytes = 400;
/** Sorts a delivered attempt without a number after all numbered ones. */
const maxAttempts = 1_000_000_000;

/**
 * Stores one read of the webhook log: new entries, changes, and entries that are gone. Idempotent. PostgreSQL compares the
 * entries, so that a response with 100,000 of them is never parsed in this process.
 */
export function keepLog(db: Database, read: LogRead): Promise<LogStoreResult> {
  return withStorableTexts([read.answer], ([answer = read.answer]) => store(db, { ...read, answer }));
}

/** Uploads a response in chunks. Encoding many megabytes at once would block this process for a tenth of a second. */
async function upload(tx: Transaction, answer: Uint8Array) {
  await tx.execute(sql`create temporary table chunk (nth int, bytes bytea) on commit drop`);
  for (let from = 0; from < answer.length; from += chunkBytes)
    await tx.execute(sql`insert into chunk values (${from}, ${answer.subarray(from, from + chunkBytes)}::bytea)`);
}

async function store(db: Database, read: LogRead): Promise<LogStoreResult> {
  const { delivered } = await logWords(db);
  return db.transaction(async (tx) => {
    // A new leader can read while the previous one still stores its last read.
    await takeTurn(tx, `${read.accountId} ${listWebhookLogs.id}`, { waitMs: lockWaitMs });
    await upload(tx, read.answer);
    await stageEntries(tx, read.accountId, delivered);
    const result = await storeStaged(tx, read);
    if (result.added > analyzeAbove) await tx.execute(sql`analyze console.delivery, console.delivery_count`);
    return result;
  });
}

/** Writes the uploaded entries with their keys into the temporary table `sent`, so that the query planner knows their number. */
async function stageEntries(tx: Transaction, accountId: string, delivered: readonly string[]) {
  await tx.execute(sql`
    create temporary table sent on commit drop as
    with named as (
      select raw, coalesce(raw ->> 'id', '') <> '' as has_id, ${idOf(sql`raw`)} as id, ${sourceOf(sql`raw`)} as source,
        left(coalesce(raw ->> 'webhook_id', ''), ${maxTextLength}) as webhook_id,
        left(raw ->> 'event', ${maxTextLength}) as event, left(raw ->> 'status', ${maxTextLength}) as status,
        case when raw ->> 'attempts' ~ '^[0-9]{1,9}$' then (raw ->> 'attempts')::int end as attempts,
        raw ->> 'delivered_at' as delivered_at
      from (
        select case jsonb_typeof(row) when 'object' then row else jsonb_build_object('as sent', row) end as raw
        from (select convert_from(string_agg(bytes, '' order by nth), 'UTF8')::jsonb -> 'raw' as raw from chunk) as answer,
          jsonb_array_elements(${rowsOfAnswer}) as row
      ) as entry
    ), numbered as (
      select *, id || case when copy > 1 then ' (' || copy || ')' else '' end as base
      from (select *, case when has_id then 1 else row_number() over (partition by id, source) end as copy from named) as counted
    ), owned as (
      select numbered.*, id || ' ' || source as name,
        coalesce(${idOf(sql`stored.raw`)} || ' ' || ${sourceOf(sql`stored.raw`)}, min(id || ' ' || source) over (partition by base)) as owner
      from numbered left join console.delivery as stored on stored.key_print = ${accountId} and stored.key = base
    ), keyed as (
      select base || case when name = owner then '' else ' @ ' || source end as key, webhook_id, event, status,
        attempts, delivered_at, raw, coalesce(status = any(${textArray(delivered)}), false) as is_delivered
      from owned
    )
    select *, row_number() over (partition by key order by
      coalesce(attempts, case when is_delivered then ${maxAttempts} else -1 end) desc, is_delivered desc, raw::text desc) as nth
    from keyed`);
  await tx.execute(sql`create unique index on sent (key, nth)`);
  await tx.execute(sql`analyze sent`);
}

/** Compares the staged entries with the stored ones: stores changes, new entries, and the time when entries are gone. */
async function storeStaged(tx: Transaction, { accountId, webhookId, at, before }: LogRead): Promise<LogStoreResult> {
  const [now, then] = [at.toISOString(), before?.toISOString() ?? null];
  // A webhook's own log can only end entries that were read in it or in the log of all webhooks.
  const isOfThisLog =
    webhookId === undefined
      ? sql`true`
      : sql`stored.webhook_id = ${webhookId} and stored.read_in in ('', ${webhookId})`;
  const { rows } = await tx.execute<LogStoreResult>(sql`
    with changes as (
      insert into console.delivery_change (key_print, key, seen_at, field, before, after)
      select ${accountId}, sent.key, ${now}, field, before.raw ->> field, sent.raw ->> field
      from sent
      left join console.delivery as stored on stored.key_print = ${accountId} and stored.key = sent.key
      left join sent as earlier on earlier.key = sent.key and earlier.nth = sent.nth + 1
      cross join lateral (
        select min(nth) as nth from sent as attempt where attempt.key = sent.key and attempt.raw = stored.raw) as same
      cross join lateral (
        select case when stored.key is null or same.nth is not null then earlier.raw else stored.raw end as raw) as before
      cross join jsonb_object_keys(before.raw || sent.raw) as field
      where (stored.key is null or sent.nth < coalesce(same.nth, 2)) and stored.raw is distinct from sent.raw
        and before.raw -> field is distinct from sent.raw -> field
      order by sent.key, sent.nth desc, field desc
      returning key
    ), written as (
      insert into console.delivery as stored (key_print, key, webhook_id, event, status, attempts, delivered_at, at, raw,
        read_in, first_seen_at, not_seen_at, changed_at)
      select ${accountId}, new.key, new.webhook_id, new.event, new.status, new.attempts,
        console.moment_of(new.delivered_at), coalesce(console.moment_of(new.delivered_at), ${before ? sql`${now}` : olderAt}), new.raw,
        ${webhookId ?? ""}, ${now}::timestamptz, ${then}::timestamptz, ${now}
      from sent as new
      left join console.delivery as same
        on same.key_print = ${accountId} and same.key = new.key and same.raw = new.raw and same.gone_at is null
      where same.key is null and new.nth = 1
      on conflict (key_print, key) do update set webhook_id = excluded.webhook_id, event = excluded.event,
        status = excluded.status, attempts = excluded.attempts, delivered_at = excluded.delivered_at,
        at = coalesce(excluded.delivered_at, case when stored.at = ${olderAt} and (stored.status, stored.attempts)
          is not distinct from (excluded.status, excluded.attempts) then stored.at else stored.first_seen_at end),
        raw = excluded.raw, read_in = excluded.read_in,
        changed_at = case when stored.raw = excluded.raw then stored.changed_at else excluded.changed_at end, gone_at = null
      returning key, first_seen_at = ${now}::timestamptz as is_new
    ), gone as (
      update console.delivery as stored set gone_at = ${now}
      where key_print = ${accountId} and gone_at is null and ${isOfThisLog} and not exists (
        select from sent where sent.key = stored.key)
      returning key
    )
    select (select count(*)::int from sent) as rows,
      (select count(*)::int from written where is_new) as added,
      (select count(*)::int from written where not is_new and key in (select key from changes)) as changed,
      (select count(*)::int from gone) as gone`);
  return rows[0] ?? { rows: 0, added: 0, changed: 0, gone: 0 };
}
