import { and, eq, type SQL, sql } from "drizzle-orm";
import type { FoundCall } from "@/lib/contract/console/inbox/found-calls";
import { knownName } from "@/lib/contract/console/saved";
import { type CallShape, readCall } from "@/lib/contract/shapes/call";
import { lineOfCall } from "@/lib/db/console/call-lines";
import { shortRecord } from "@/lib/db/console/tables/collector";
import { foundCallTable } from "@/lib/db/console/tables/inbox";
import type { Database } from "@/lib/db/database";
import { lineOf } from "@/lib/numbers/line";
import { readNumber } from "@/lib/numbers/read-number";
import { readFoundCalls } from "./found-calls";

/** The newest calls of a number that one answer holds. */
export const maxCallsOfNumber = 200;

/**
 * Calls with a number, whatever named them: received events, or the platform's record of the call. Newest first, calls in
 * progress included. A call that both name is one.
 */
export async function callsOfNumber(db: Database, accountId: string, digits: string): Promise<FoundCall[]> {
  const ofNumber = sql`found_call.key_print = ${accountId} and ${lineOfCall("found_call")} = ${lineOf(digits)}`;
  const fromEvents = await readFoundCalls(db, accountId, { where: ofNumber, limit: maxCallsOfNumber });
  const calls = new Map(fromEvents.map((call) => [call.call_id, call]));
  for (const recorded of await recordedCalls(db, accountId, digits)) {
    const known = calls.get(recorded.call_id);
    calls.set(recorded.call_id, known ? united(known, recorded) : recorded);
  }
  return [...calls.values()].toSorted((one, other) => other.at.localeCompare(one.at)).slice(0, maxCallsOfNumber);
}

/** One call by its ID, whatever names it; undefined if neither an event nor a stored record does. */
export async function callById(db: Database, accountId: string, call_id: string): Promise<FoundCall | undefined> {
  const where = and(eq(foundCallTable.accountId, accountId), eq(foundCallTable.ref, call_id));
  const [found] = await readFoundCalls(db, accountId, { where, limit: 1 });
  const [row] = await recordRows(db, accountId, sql`saved.ref = ${call_id}`);
  const recorded = row && recordedCall(row, readCall(row.record));
  return found && recorded ? united(found, recorded) : (found ?? recorded);
}

/** Digits of the other party's number in a call; undefined if neither its events nor its record name one. */
export async function numberOfCall(db: Database, accountId: string, call_id: string): Promise<string | undefined> {
  const [found] = await db
    .select({ contact: foundCallTable.contact })
    .from(foundCallTable)
    .where(and(eq(foundCallTable.accountId, accountId), eq(foundCallTable.ref, call_id)));
  if (found?.contact) return found.contact;
  const [row] = await recordRows(db, accountId, sql`saved.ref = ${call_id}`);
  return row && readDigits(readCall(row.record).customerNumber);
}

/** Since when calls are seen: the first event, or the first call that was found. Null before. */
export async function callsSince(db: Database, accountId: string): Promise<string | null> {
  const { rows } = await db.execute<{ since: Date | string | null }>(sql`
    select least(
      (select min(first_at) from console.hook_event where key_print = ${accountId}),
      (select first_event_at from console.found_call where key_print = ${accountId} order by at limit 1)
    ) as since`);
  const since = rows[0]?.since;
  return since == null ? null : new Date(since).toISOString();
}

/** Both tell of one call. An end stays an end, and what one of them lacks is taken from the other. */
function united(fromEvents: FoundCall, recorded: FoundCall): FoundCall {
  const [first, second] =
    recorded.is_over && !fromEvents.is_over ? [recorded, fromEvents] : ([fromEvents, recorded] as const);
  const given = Object.entries(first).filter(([, value]) => value !== null);
  const { at, events } = fromEvents;
  return { ...second, ...(Object.fromEntries(given) as Partial<FoundCall>), at, events };
}

type RecordRow = {
  ref: string;
  record: unknown;
  read_at: Date | string;
  campaign_label: string | null;
  campaign_name: string | null;
};

async function recordedCalls(db: Database, accountId: string, digits: string): Promise<FoundCall[]> {
  const endsAlike = sql`exists (select from jsonb_each_text(latest.record) as field
    where field.key ~* '^(from|to|customer)' and length(field.value) <= 60
      and right(regexp_replace(field.value, '\\D', '', 'g'), ${comparedDigits}) = ${digits.slice(-comparedDigits)})`;
  const rows = await recordRows(db, accountId, endsAlike);
  return rows.flatMap((row) => {
    const call = readCall(row.record);
    const read = readDigits(call.customerNumber);
    return read !== undefined && lineOf(digits) === lineOf(read) ? [recordedCall(row, call)] : [];
  });
}

/** Last digits that PostgreSQL compares, before the reader reads the whole number. */
const comparedDigits = 6;

function readDigits(text: string | undefined): string | undefined {
  const reading = readNumber(text ?? "");
  return reading.fault ? undefined : reading.number.slice(1);
}

/** Calls of the registry, as the platform's record of each was last read. */
async function recordRows(db: Database, accountId: string, where: SQL): Promise<RecordRow[]> {
  const { rows } = await db.execute<RecordRow>(sql`
    select saved.ref, ${shortRecord(sql`latest.record`)} as record, latest.last_seen_at as read_at,
      campaign.label as campaign_label, campaign.name as campaign_name
    from console.saved_record as saved cross join lateral (
      select record, last_seen_at from console.record_version
      where key_print = ${accountId} and resource = 'calls' and ref = saved.ref
      order by id desc nulls last limit 1
    ) as latest
    left join console.saved_record as campaign on campaign.key_print = ${accountId}
      and campaign.resource = 'campaigns' and campaign.ref = latest.record ->> 'campaign_id'
    where saved.key_print = ${accountId} and saved.resource = 'calls' and jsonb_typeof(latest.record) = 'object'
      and ${where}
    order by latest.last_seen_at desc limit ${maxCallsOfNumber}`);
  return rows;
}

function recordedCall({ ref, read_at, ...names }: RecordRow, call: CallShape): FoundCall {
  const iso = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
  const readAt = new Date(read_at).toISOString();
  return {
    ...{ call_id: ref, at: iso(call.startedMs) ?? readAt, is_over: call.isOver, limit_at: null, no_end_seen: false },
    ...{ events: 0, confirmed_at: readAt, session_id: call.ids.session_id ?? null },
    ...{ campaign_id: call.ids.campaign_id ?? null, assistant_id: call.ids.assistant_id ?? null },
    campaign_name: knownName({ label: names.campaign_label, name: names.campaign_name }),
    ...{ contact: readDigits(call.customerNumber) ?? null, own_number: readDigits(call.ownNumber) ?? null },
    ...{ contact_name: call.customer ?? null, direction: call.direction ?? null, status: call.status ?? null },
    ...{ reason: call.reason ?? null, seconds: call.talkSeconds ?? null },
    ...{ started_at: iso(call.startedMs), answered_at: iso(call.answeredMs), ended_at: iso(call.endedMs) },
  };
}
