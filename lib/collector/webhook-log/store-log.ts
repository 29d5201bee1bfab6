import { on } from "node:events";
import { type SQL, sql } from "drizzle-orm";
import { listWebhookLogs } from "@/lib/contract/api/webhooks";
import { lateLimits } from "@/lib/contract/console/webhook-log/filter";
import { type Database, lockInTransaction, type Transaction } from "@/lib/db/database";
import { startThread } from "@/lib/http/start-thread";
import { inBatches, type LogEntry, type LogText, parseLog } from "./log-entries";
import { textArray } from "./log-sql";
import { type LogWords, logWords } from "./log-words";
import { ourWebhooks } from "./our-webhooks";
import { idOutcomes } from "./outcomes";

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

export type LogStoreResult = { rows: number; added: number; changed: number; gone: number };

const lockWaitMs = 60_000;

/** Name of the lock under which a log is stored. */
export const logTurn = (accountId: string) => `${accountId} ${listWebhookLogs.id}`;

const analyzeAbove = 1_000;

/** Stores one read of the webhook log: new entries, changes, and entries that are gone. Idempotent. */
export async function storeLog(db: Database, read: LogRead): Promise<LogStoreResult> {
  const { accountId, answer, at } = read;
  const { delivered } = await logWords(db);
  // PostgreSQL ends a transaction that waits for something else, as for the thread that parses.
  const batches: LogEntry[][] = [];
  for await (const batch of readEntries({ answer, deliveredWords: delivered })) batches.push(batch);
  return db.transaction(async (tx) => {
    // A new leader can read while the previous one still stores its last read.
    await lockInTransaction(tx, logTurn(accountId), { waitMs: lockWaitMs });
    const words = await logWords(tx);
    const ours = (await ourWebhooks(tx, accountId)).map(({ id }) => id);
    await tx.execute(sql`create temporary table staged (base text, source text, nth int, webhook_id text, event text, status text,
      attempts int, delivered_at timestamptz, raw jsonb) on commit drop`);
    for (const batch of batches) await stage(tx, batch);
    await nameEntries(tx, accountId);
    await compareEntries(tx, read, words);
    const result = await storeCompared(tx, read, ours);
    await idOutcomes(tx, { accountId, words, at });
    if (result.added > analyzeAbove) await tx.execute(sql`analyze console.delivery`);
    return result;
  });
}

async function stage(tx: Transaction, entries: readonly LogEntry[]) {
  const texts = (name: "base" | "source" | "webhookId" | "event" | "status" | "raw") =>
    textArray(entries.map((entry) => entry[name]));
  const times = entries.map(({ deliveredAtMs: ms }) => (ms === null ? null : new Date(ms).toISOString()));
  await tx.execute(sql`
    insert into staged select base, source, nth, webhook_id, event, status, attempts, delivered_at, raw::jsonb
    from unnest(${texts("base")}, ${texts("source")}, ${sql.param(entries.map(({ nth }) => nth))}::int[], ${texts("webhookId")},
      ${texts("event")}, ${texts("status")}, ${sql.param(entries.map(({ attempts }) => attempts))}::int[],
      ${sql.param(times)}::timestamptz[], ${texts("raw")})
      as entry (base, source, nth, webhook_id, event, status, attempts, delivered_at, raw)`);
}

/**
 * Gives the staged entries their keys, in the temporary table `sent`. The first entry seen with an ID has the ID as its key. One
 * with the same ID but another webhook or event has its source in its key, too.
 */
async function nameEntries(tx: Transaction, accountId: string) {
  await tx.execute(sql`
    create temporary table sent on commit drop as
    select base || case when source = owner then '' else ' @ ' || source end as key, owned.* from (
      select staged.*, coalesce(
        (select left(concat_ws(' ', nullif(stored.webhook_id, ''), nullif(stored.event, '')), 150) from console.delivery as stored
          where stored.key_print = ${accountId} and stored.key = staged.base),
        min(source) over (partition by base)) as owner
      from staged
    ) as owned`);
  await tx.execute(sql`create unique index on sent (key, nth)`);
  await tx.execute(sql`analyze sent`);
}

const late = sql`case when delivered_at is null then -1 else (
  select max(minutes) from unnest(${sql.param([...lateLimits])}::int[]) as limits (minutes)
  where minutes = 0 or delivered_at >= at + make_interval(mins => minutes)) end`;

/**
 * Writes what is new or has changed into the temporary table `next`, with its times and its outcome. The first try of an entry that
 * arrived at its first attempt is its arrival. Of another, it is when it was first seen.
 */
async function compareEntries(tx: Transaction, { accountId, at, before }: LogRead, words: LogWords) {
  const [now, then] = [sql`${at.toISOString()}::timestamptz`, sql`${before?.toISOString() ?? null}::timestamptz`];
  await tx.execute(sql`
    create temporary table next on commit drop as
    with compared as (
      select sent.*, stored.key is null as is_new, stored.at as known_at, stored.begins_at as known_begins_at,
        stored.first_seen_at, stored.last_at as known_last_at, stored.outcome as known_outcome, stored.attempts as known_attempts,
        stored.status as known_status, stored.raw is not distinct from sent.raw as is_same,
        stored.key is null or (stored.status, stored.attempts, stored.delivered_at)
          is distinct from (sent.status, sent.attempts, sent.delivered_at) as has_moved
      from sent left join console.delivery as stored on stored.key_print = ${accountId} and stored.key = sent.key
      where sent.nth = 1 and (stored.key is null or stored.raw <> sent.raw or stored.gone_at is not null)
    ), tried as (
      select *, case when known_at is not null then known_at when not is_new then case when has_moved then first_seen_at end
        when delivered_at is not null then delivered_at when ${before !== undefined} then ${now} end as at
      from compared
    )
    select key, webhook_id, event, status, attempts, delivered_at, raw, is_same, at, known_attempts, known_status, is_new,
      case when at is null then null when known_at is not null then known_begins_at
        when is_new and attempts > 1 or delivered_at is null then least(at, coalesce(${then}, at)) else at end as begins_at,
      case when delivered_at is not null then greatest(delivered_at, at)
        when has_moved then greatest(${now}, at) else known_last_at end as last_at,
      case when status = any(${textArray(words.delivered)}) then 'arrived'
        when has_moved or known_outcome = 'arrived' then 'unknown' else known_outcome end as outcome, ${late} as late,
      least(${now}, ${then} + interval '5 minutes') - known_last_at as waited
    from tried`);
  await tx.execute(sql`
    insert into console.delivery_wait as known (key_print, webhook_id, status, attempts, times, longest_ms)
    select ${accountId}, webhook_id, known_status, known_attempts, count(*),
      max(greatest(0, extract(epoch from waited) * 1000))::bigint
    from next where attempts = known_attempts + 1 and waited is not null group by 2, 3, 4
    on conflict (key_print, webhook_id, status, attempts) do update
      set times = known.times + excluded.times, longest_ms = greatest(known.longest_ms, excluded.longest_ms)`);
}

const counted = (of: SQL) =>
  sql.join(
    ["webhook_id", "event", "status", "attempts", "outcome", "late"].map((name) => sql`${of}${sql.identifier(name)}`),
    sql`, `,
  );

/** Stores the compared entries, the changes of their fields, and the time when entries are gone. */
async function storeCompared(
  tx: Transaction,
  { accountId, webhookId, at, before }: LogRead,
  ours: readonly string[],
): Promise<LogStoreResult> {
  const [now, then] = [at.toISOString(), before?.toISOString() ?? null];
  // A webhook's own log can only end entries that were read in it or in the log of all webhooks.
  const isOfThisLog =
    webhookId === undefined
      ? sql`true`
      : sql`stored.read_in in ('', ${webhookId}) and stored.webhook_id = ${webhookId}`;
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
      insert into console.delivery as stored (key_print, key, ${counted(sql``)}, delivered_at, at, begins_at, last_at, raw, read_in,
        first_seen_at, not_seen_at, changed_at, outcome_at, arrivals_here)
      select ${accountId}, key, ${counted(sql``)}, delivered_at, at, begins_at, coalesce(last_at, ${now}), raw,
        ${webhookId ?? ""}, ${now}::timestamptz, ${then}::timestamptz, ${now}, ${now},
        case when webhook_id = any(${textArray(ours)}) then -1 end
      from next
      on conflict (key_print, key) do update set (${counted(sql``)}) = row (${counted(sql`excluded.`)}), delivered_at = excluded.delivered_at, at = excluded.at,
        begins_at = excluded.begins_at, last_at = excluded.last_at, raw = excluded.raw, read_in = excluded.read_in,
        changed_at = case when stored.raw = excluded.raw then stored.changed_at else excluded.changed_at end,
        outcome_at = case when (${counted(sql`stored.`)}) = (${counted(sql`excluded.`)})
          then stored.outcome_at else excluded.outcome_at end, gone_at = null,
        arrivals_here = case when stored.arrivals_here > 0 then stored.arrivals_here else excluded.arrivals_here end
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

const smallBytes = 256 * 1024;
const maxParseMs = 120_000;

/** Parses a response in batches, a large one on a thread of its own so that this process stays responsive. */
async function* readEntries(text: LogText): AsyncGenerator<LogEntry[]> {
  if (text.answer.length <= smallBytes) {
    yield* inBatches(parseLog(text));
    return;
  }
  const thread = startThread("log-worker", import.meta.url, { workerData: text });
  try {
    const messages = on(thread, "message", { signal: AbortSignal.timeout(maxParseMs), close: ["exit"] });
    for await (const [batch] of messages) {
      if (batch === "end") return;
      yield batch as LogEntry[];
    }
    throw new Error("The thread that parses the log ended.");
  } finally {
    void thread.terminate();
  }
}
