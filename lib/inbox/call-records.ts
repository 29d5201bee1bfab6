import { sql } from "drizzle-orm";
import { readCall } from "@/lib/contract/shapes/call";
import { shortRecord } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { readNumber } from "@/lib/numbers/read-number";
import { storedCost } from "./call-cost";
import type { CallFields } from "./call-facts";

/** The platform's record of a call, as it was read last. */
export type CallRecord = Omit<CallFields, "at" | "contactLine" | "firstEventAt" | "lastEventAt" | "events"> & {
  readAt: Date;
  /** When it was read as it is for the first time. */
  seenAt: Date;
};

type RecordRow = { ref: string; record: unknown; read_at: Date | string; seen_at: Date | string };

/** Stored records of calls by ID. Calls that nobody read are missing. */
export async function callRecords(
  db: Pick<Database, "execute">,
  accountId: string,
  refs: readonly string[],
): Promise<Map<string, CallRecord>> {
  if (refs.length === 0) return new Map();
  const { rows } = await db.execute<RecordRow>(sql`
    select call.ref, ${shortRecord(sql`latest.record`)} as record, latest.last_seen_at as read_at, latest.seen_at
    from unnest(${sql.param([...refs])}::text[]) as call (ref) cross join lateral (
      select record, seen_at, last_seen_at from console.record_version
      where key_print = ${accountId} and resource = 'calls' and ref = call.ref
      order by id desc nulls last limit 1
    ) as latest
    where jsonb_typeof(latest.record) = 'object'`);
  return new Map(rows.map((row) => [row.ref, recordOf(row)]));
}

/** IDs of the calls in the registry that were read. */
export async function knownRecords(db: Pick<Database, "execute">, accountId: string): Promise<string[]> {
  const { rows } = await db.execute<{ ref: string }>(sql`
    select ref from console.saved_record as saved where key_print = ${accountId} and resource = 'calls' and exists (
      select from console.record_version as version
      where version.key_print = ${accountId} and version.resource = 'calls' and version.ref = saved.ref)`);
  return rows.map(({ ref }) => ref);
}

function recordOf({ record, read_at, seen_at }: RecordRow): CallRecord {
  return { ...recordFacts(record), readAt: new Date(read_at), seenAt: new Date(seen_at) };
}

/** Facts of a call in a record of the platform. */
export function recordFacts(record: unknown) {
  const call = readCall(record);
  return {
    ...{ sessionRef: call.ids.session_id ?? null, campaignRef: call.ids.campaign_id ?? null },
    ...{ assistantRef: call.ids.assistant_id ?? null, contactName: call.customer ?? null },
    ...{ contact: digitsOf(call.customerNumber), own: digitsOf(call.ownNumber), direction: call.direction ?? null },
    ...{ status: call.status ?? null, reason: call.reason ?? null, seconds: call.talkSeconds ?? null },
    ...{ startedAt: dateOf(call.startedMs), answeredAt: dateOf(call.answeredMs), endedAt: dateOf(call.endedMs) },
    ...storedCost(call.cost, call.currency),
    isOver: call.isOver,
  };
}

const dateOf = (ms: number | undefined) => (ms === undefined ? null : new Date(ms));

function digitsOf(text: string | undefined): string | null {
  const reading = readNumber(text ?? "");
  return reading.fault ? null : reading.number.slice(1);
}
