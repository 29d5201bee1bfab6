import { and, eq, sql } from "drizzle-orm";
import type { FoundCall } from "@/lib/contract/console/inbox/found-calls";
import { lineOfCall } from "@/lib/db/console/call-lines";
import { foundCallTable } from "@/lib/db/console/tables/inbox";
import type { Database } from "@/lib/db/database";
import { lineOf } from "@/lib/numbers/line";
import { readFoundCalls } from "./found-calls";

/** The newest calls of a number that one answer holds. */
export const maxCallsOfNumber = 200;

/** Calls with a number, newest first, calls in progress included. */
export const callsOfNumber = (db: Database, accountId: string, digits: string): Promise<FoundCall[]> =>
  readFoundCalls(db, accountId, {
    where: sql`found_call.key_print = ${accountId} and ${lineOfCall("found_call")} = ${lineOf(digits)}`,
    limit: maxCallsOfNumber,
  });

const isCall = (accountId: string, call_id: string) =>
  and(eq(foundCallTable.accountId, accountId), eq(foundCallTable.ref, call_id));

export async function callById(db: Database, accountId: string, call_id: string): Promise<FoundCall | undefined> {
  const [call] = await readFoundCalls(db, accountId, { where: isCall(accountId, call_id), limit: 1 });
  return call;
}

/** Digits of the other party's number in a call; undefined if neither its events nor its record name one. */
export async function numberOfCall(db: Database, accountId: string, call_id: string): Promise<string | undefined> {
  return (await callById(db, accountId, call_id))?.contact ?? undefined;
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
