import { sql } from "drizzle-orm";
import { type CallLimit, callLimitOf, readCall } from "@/lib/contract/shapes/call";
import { callPatterns } from "@/lib/contract/status-words";
import { shortRecord } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";

type OpenCall = { ref: string; record: unknown };

async function openCalls(db: Database, accountId: string): Promise<OpenCall[]> {
  const { rows } = await db.execute<OpenCall>(sql`
    select saved.ref, ${shortRecord(sql`latest.record`)} as record
    from console.saved_record as saved cross join lateral (
      select record, gone_at from console.record_version
      where key_print = ${accountId} and resource = 'calls' and ref = saved.ref
      order by id desc nulls last limit 1
    ) as latest
    where saved.key_print = ${accountId} and saved.resource = 'calls' and saved.not_found_since is null
      and latest.gone_at is null and coalesce(saved.last_status_word, '') !~* ${callPatterns.over}`);
  return rows;
}

export async function callsOfSession(db: Database, accountId: string, session_id: string): Promise<string[]> {
  const calls = await openCalls(db, accountId);
  return calls.filter(({ record }) => readCall(record).ids.session_id === session_id).map(({ ref }) => ref);
}

export async function callLimits(db: Database, accountId: string): Promise<Map<string, CallLimit>> {
  const calls = (await openCalls(db, accountId)).map(({ ref, record }) => ({ ref, call: readCall(record) }));
  const assistants = [...new Set(calls.flatMap(({ call }) => call.ids.assistant_id ?? []))];
  const maxSeconds = await maxSecondsOf(db, accountId, assistants);
  return new Map(
    calls.flatMap(({ ref, call }) => {
      const limit = callLimitOf(call, maxSeconds.get(call.ids.assistant_id ?? ""));
      return limit ? [[ref, limit] as const] : [];
    }),
  );
}

/** `max_duration_seconds` of assistants as last read, by ID. */
export async function maxSecondsOf(db: Pick<Database, "execute">, accountId: string, refs: readonly string[]) {
  if (refs.length === 0) return new Map<string, unknown>();
  const { rows } = await db.execute<{ ref: string; seconds: unknown }>(sql`
    select distinct on (ref) ref, record -> 'max_duration_seconds' as seconds from console.record_version
    where key_print = ${accountId} and resource = 'assistants' and ref in ${refs} order by ref, id desc nulls last`);
  return new Map(rows.map(({ ref, seconds }) => [ref, seconds]));
}

/** IDs of calls that are polled each minute: an alert stands on them, or they are open past their limit. */
export async function watchedCalls(db: Database, accountId: string, nowMs: number): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ ref: string }>(sql`
    select ref from console.alert where key_print = ${accountId} and rule = 'call_long' and cleared_at is null`);
  const limits = [...(await callLimits(db, accountId))];
  return new Set([
    ...rows.map(({ ref }) => ref),
    ...limits.flatMap(([ref, { endsMs }]) => (endsMs < nowMs ? [ref] : [])),
  ]);
}
