import { type SQL, sql } from "drizzle-orm";
import { isUnstorable, storableJson } from "@/lib/console/audit/audit-lines";
import { logWords } from "@/lib/console/settings";
import { listWebhookLogs } from "@/lib/contract/api/webhooks";
import { type Database, type Transaction, takeTurn } from "@/lib/db/database";
import { parseJson, stringifyJson } from "@/lib/format/json";
import { list, olderAt } from "./delivery-filter";
import { rowsOfAnswer } from "./parts-of-answer";

export type LogRead = {
  keyPrint: string;
  /** The answer as `{"raw": …}` in UTF-8: the list itself, or an object that holds it as `data`. */
  answer: Uint8Array;
  /** The webhook whose log this is; undefined for the log of all. */
  webhookId?: string | undefined;
  at: Date;
  /** The read before this one, which held less. */
  before: Date | undefined;
};

/** What an entry is called, by itself where it has no ID or one that no index takes. */
const idOf = (raw: SQL) => sql`case when coalesce(${raw} ->> 'id', '') = '' then 'no id: ' || md5(${raw}::text)
  when octet_length(${raw} ->> 'id') > ${longestId} then left(${raw} ->> 'id', 60) || ' ' || md5(${raw} ->> 'id')
  else ${raw} ->> 'id' end`;

/**
 * The webhook and the event of an entry. Rows of one answer that share them and the ID are attempts of one delivery; `nth` 1,
 * the latest attempt, is its state. With another webhook or event the same ID is another entry: the first to come keeps the ID.
 */
const whoseOf = (raw: SQL) =>
  sql`left(concat_ws(' ', nullif(${raw} ->> 'webhook_id', ''), nullif(${raw} ->> 'event', '')), ${longestWord})`;

export type LogKept = { rows: number; added: number; changed: number; gone: number };

const longestMs = 60_000;
const pieceBytes = 256 * 1024;
const analyzeAbove = 1_000;
/** No longer text fits into an index; the entry itself keeps all of it. */
const longestWord = 150;
const longestId = 400;
/** Sorts a delivered attempt without a number after every numbered one. */
const mostAttempts = 1_000_000_000;

/**
 * Keeps what one read of the webhook log holds: new entries with when they were first seen, changed ones with what changed,
 * and since when an entry is no longer returned. Read twice, it changes nothing. The database does all of the comparing:
 * an answer of 100,000 entries never stands as objects in this process.
 */
export async function keepLog(db: Database, read: LogRead): Promise<LogKept> {
  try {
    return await keep(db, read);
  } catch (error) {
    if (!isUnstorable(error)) throw error;
    const json = storableJson(stringifyJson(parseJson(new TextDecoder().decode(read.answer))));
    return keep(db, { ...read, answer: new TextEncoder().encode(json) });
  }
}

/** An answer of many megabytes leaves in pieces: made ready at once, it would hold up everything else this process does. */
async function send(tx: Transaction, answer: Uint8Array) {
  await tx.execute(sql`create temporary table piece (nth int, bytes bytea) on commit drop`);
  for (let from = 0; from < answer.length || from === 0; from += pieceBytes) {
    const piece = Buffer.from(answer.buffer, answer.byteOffset + from, Math.min(pieceBytes, answer.length - from));
    await tx.execute(sql`insert into piece values (${from}, ${piece}::bytea)`);
  }
}

async function keep(db: Database, read: LogRead): Promise<LogKept> {
  const { keyPrint, answer, webhookId, at, before } = read;
  const [now, then] = [at.toISOString(), before?.toISOString() ?? null];
  const { delivered } = await logWords(db);
  // What came in the log of another webhook says nothing of this one's.
  const isOfThis =
    webhookId === undefined ? sql`true` : sql`kept.webhook_id = ${webhookId} and kept.read_in in ('', ${webhookId})`;
  return db.transaction(async (tx) => {
    // One after another, also where a process that takes over reads while the one before it still keeps what it read.
    await takeTurn(tx, `${keyPrint} ${listWebhookLogs.id}`, { waitMs: longestMs });
    await send(tx, answer);
    // A table of its own, so that the plans of what follows know how many rows there are.
    await tx.execute(sql`
      create temporary table sent on commit drop as
      with named as (
        select raw, coalesce(raw ->> 'id', '') <> '' as has_id, ${idOf(sql`raw`)} as id, ${whoseOf(sql`raw`)} as whose,
          left(coalesce(raw ->> 'webhook_id', ''), ${longestWord}) as webhook_id,
          left(raw ->> 'event', ${longestWord}) as event, left(raw ->> 'status', ${longestWord}) as status,
          case when raw ->> 'attempts' ~ '^[0-9]{1,9}$' then (raw ->> 'attempts')::int end as attempts,
          raw ->> 'delivered_at' as delivered_at
        from (
          select case jsonb_typeof(row) when 'object' then row else jsonb_build_object('as sent', row) end as raw
          from (select convert_from(string_agg(bytes, '' order by nth), 'UTF8')::jsonb -> 'raw' as raw from piece) as answer,
            jsonb_array_elements(${rowsOfAnswer}) as row
        ) as given
      ), numbered as (
        select *, id || case when copy > 1 then ' (' || copy || ')' else '' end as base
        from (select *, case when has_id then 1 else row_number() over (partition by id, whose) end as copy from named) as counted
      ), owned as (
        select numbered.*, id || ' ' || whose as name,
          coalesce(${idOf(sql`kept.raw`)} || ' ' || ${whoseOf(sql`kept.raw`)}, min(id || ' ' || whose) over (partition by base)) as owner
        from numbered left join console.delivery as kept on kept.key_print = ${keyPrint} and kept.key = base
      ), keyed as (
        select *, base || case when name = owner then '' else ' @ ' || whose end as key from owned
      ), unique_keyed as (
        select key || case when dense_rank() over (partition by key order by name) > 1 then ' ' || md5(name) else '' end as key,
          webhook_id, event, status, attempts, delivered_at, raw, coalesce(status = any(${list(delivered)}), false) as is_delivered
        from keyed
      )
      select *, row_number() over (partition by key order by
        coalesce(attempts, case when is_delivered then ${mostAttempts} else -1 end) desc, is_delivered desc, raw::text desc) as nth
      from unique_keyed`);
    await tx.execute(sql`create unique index on sent (key, nth)`);
    await tx.execute(sql`analyze sent`);
    const { rows } = await tx.execute<LogKept>(sql`
      with changes as (
        insert into console.delivery_change (key_print, key, seen_at, field, before, after)
        select ${keyPrint}, sent.key, ${now}, field, before.raw ->> field, sent.raw ->> field
        from sent
        left join console.delivery as kept on kept.key_print = ${keyPrint} and kept.key = sent.key
        left join sent as earlier on earlier.key = sent.key and earlier.nth = sent.nth + 1
        cross join lateral (
          select min(nth) as nth from sent as each where each.key = sent.key and each.raw = kept.raw) as same
        cross join lateral (
          select case when kept.key is null or same.nth is not null then earlier.raw else kept.raw end as raw) as before
        cross join jsonb_object_keys(before.raw || sent.raw) as field
        where (kept.key is null or sent.nth < coalesce(same.nth, 2)) and kept.raw is distinct from sent.raw
          and before.raw -> field is distinct from sent.raw -> field
        order by sent.key, sent.nth desc, field desc
        returning key
      ), written as (
        insert into console.delivery as kept (key_print, key, webhook_id, event, status, attempts, delivered_at, at, raw,
          read_in, first_seen_at, not_seen_at, changed_at)
        select ${keyPrint}, new.key, new.webhook_id, new.event, new.status, new.attempts,
          console.moment_of(new.delivered_at), coalesce(console.moment_of(new.delivered_at), ${before ? sql`${now}` : olderAt}), new.raw,
          ${webhookId ?? ""}, ${now}::timestamptz, ${then}::timestamptz, ${now}
        from sent as new
        left join console.delivery as same
          on same.key_print = ${keyPrint} and same.key = new.key and same.raw = new.raw and same.gone_at is null
        where same.key is null and new.nth = 1
        on conflict (key_print, key) do update set webhook_id = excluded.webhook_id, event = excluded.event,
          status = excluded.status, attempts = excluded.attempts, delivered_at = excluded.delivered_at,
          at = coalesce(excluded.delivered_at, case when kept.at = ${olderAt} and (kept.status, kept.attempts)
            is not distinct from (excluded.status, excluded.attempts) then kept.at else kept.first_seen_at end),
          raw = excluded.raw, read_in = excluded.read_in,
          changed_at = case when kept.raw = excluded.raw then kept.changed_at else excluded.changed_at end, gone_at = null
        returning key, first_seen_at = ${now}::timestamptz as is_new
      ), gone as (
        update console.delivery as kept set gone_at = ${now}
        where key_print = ${keyPrint} and gone_at is null and ${isOfThis} and not exists (
          select from sent where sent.key = kept.key)
        returning key
      )
      select (select count(*)::int from sent) as rows,
        (select count(*)::int from written where is_new) as added,
        (select count(*)::int from written where not is_new and key in (select key from changes)) as changed,
        (select count(*)::int from gone) as gone`);
    const kept = rows[0] ?? { rows: 0, added: 0, changed: 0, gone: 0 };
    if (kept.added > analyzeAbove) await tx.execute(sql`analyze console.delivery, console.delivery_count`);
    return kept;
  });
}
