import { and, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { maxSecondsOf } from "@/lib/collector/records/open-calls";
import { implement } from "@/lib/contract/console/context";
import {
  exportFoundCalls,
  type FoundCall,
  getFoundCall,
  listFoundCalls,
  mostLiveCalls,
} from "@/lib/contract/console/inbox/found-calls";
import { knownName } from "@/lib/contract/console/saved";
import type { InputOf } from "@/lib/contract/inputs";
import { lineOfCall } from "@/lib/db/console/call-lines";
import { foundCallTable, hookAddressTable } from "@/lib/db/console/tables/inbox";
import { isSaved, savedTable } from "@/lib/db/console/tables/registry";
import { findsText, type Searcher } from "@/lib/db/console/text-search";
import type { Database } from "@/lib/db/database";
import { searchedNumber } from "@/lib/numbers/searched-number";
import { factsOf, isoOf } from "./call-facts";
import { csvFile } from "./csv-file";

type Filter = InputOf<typeof exportFoundCalls>;
type Row = typeof foundCallTable.$inferSelect & { campaignName: string | null };

const pageSize = 50;
/** A search that finds more says "more than". */
const mostCounted = 10_000;
/** An assistant without a known limit. */
const defaultLimitMs = 3_600_000;
/** A call that the platform said was open this long ago still is. */
const confirmedForMs = 900_000;
/** Time after the limit in which an end can still be sent. */
const graceMs = 600_000;

export const foundCalls = (db: Database, accountId: string) => [
  implement(listFoundCalls, async ({ after, limit = pageSize, ...filter }, { person }) => {
    const isMatch = conditionsOf(accountId, filter, person);
    const live =
      after === undefined && filter.state !== "over" ? await readRows(db, and(isMatch, isLive), mostLiveCalls) : [];
    const isOnPage = and(isMatch, isEnded, after === undefined ? undefined : afterCursor(after));
    const rows = filter.state === "live" ? [] : await readRows(db, isOnPage, limit + 1);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      data: await callsOf(db, accountId, [...live, ...page]),
      next: rows.length > limit && last ? cursorOf(last) : null,
      total: after === undefined && filter.text?.trim() ? await countUpTo(db, isMatch) : null,
      searched: searchedNumber(filter.text ?? "") ?? null,
      reasons: await recentReasons(db, accountId),
      receives: (await db.$count(hookAddressTable, sql`key_print = ${accountId} and removed_at is null`)) > 0,
    };
  }),

  implement(getFoundCall, async ({ call_id }) => {
    const rows = await readRows(db, and(eq(foundCallTable.accountId, accountId), eq(ref, call_id)), 1);
    return { data: (await callsOf(db, accountId, rows))[0] ?? null };
  }),

  implement(exportFoundCalls, async (filter, { person }) => {
    const isMatch = conditionsOf(accountId, filter, person);
    return csvFile<Row>({
      name: ["calls", filter.campaign_id, filter.state, filter.text],
      columns,
      readPage: (last, limit) => readRows(db, and(isMatch, last && afterCursor(cursorOf(last))), limit),
      cells: cellsOf,
    });
  }),
];

type ReadCalls = { where: SQL | undefined; limit: number };

/** Calls from events and records, newest first. */
export const readFoundCalls = async (db: Database, accountId: string, { where, limit }: ReadCalls) =>
  callsOf(db, accountId, await readRows(db, where, limit));

const { at, ref, contactName, sessionRef } = foundCallTable;
const isLive = eq(foundCallTable.isOver, false);
const isEnded = eq(foundCallTable.isOver, true);

/** Calls found by a text, counted up to a limit. */
async function countUpTo(db: Database, where: SQL | undefined): Promise<number> {
  const found = db.select({ ref }).from(foundCallTable).where(where).limit(mostCounted).as("found");
  return db.$count(found);
}

function conditionsOf(accountId: string, filter: Filter, searcher: Searcher) {
  const { text, campaign_id, reason, direction, state, from, to } = filter;
  const call = foundCallTable;
  return and(
    eq(call.accountId, accountId),
    state && eq(call.isOver, state === "over"),
    campaign_id === undefined ? undefined : eq(call.campaignRef, campaign_id),
    reason === undefined ? undefined : sql`coalesce(${call.reason}, ${call.status}) = ${reason}`,
    direction === undefined
      ? undefined
      : sql`lower(left(${call.direction}, 2)) = ${direction.slice(0, 2).toLowerCase()}`,
    from === undefined ? undefined : gte(at, new Date(from)),
    to === undefined ? undefined : lt(at, new Date(to)),
    text?.trim()
      ? findsText(text.trim(), { number: lineOfCall("found_call"), texts: [ref, sessionRef, contactName] }, searcher)
      : undefined,
  );
}

const cursorOf = (last: Row) => `${last.at.toISOString()} ${last.ref}`;

function afterCursor(after: string) {
  const [time = "", ...rest] = after.split(" ");
  return sql`(${at}, ${ref}) < (${time}::timestamptz, ${rest.join(" ")})`;
}

async function readRows(db: Database, where: SQL | undefined, limit: number): Promise<Row[]> {
  const rows = await db
    .select({ call: foundCallTable, label: savedTable.label, name: savedTable.name })
    .from(foundCallTable)
    .leftJoin(
      savedTable,
      isSaved({ accountId: foundCallTable.accountId, resource: "campaigns", ref: foundCallTable.campaignRef }),
    )
    .where(where)
    .orderBy(desc(at), desc(ref))
    .limit(limit);
  return rows.map(({ call, ...names }) => ({ ...call, campaignName: knownName(names) }));
}

async function callsOf(db: Database, accountId: string, rows: readonly Row[]): Promise<FoundCall[]> {
  const assistants = [...new Set(rows.flatMap((row) => (row.isOver || !row.assistantRef ? [] : [row.assistantRef])))];
  const maxSeconds = await maxSecondsOf(db, accountId, assistants);
  return rows.map((row) => {
    const limit = row.isOver ? undefined : Number(maxSeconds.get(row.assistantRef ?? "")) * 1000;
    const limitMs = limit && Number.isFinite(limit) ? (row.answeredAt ?? row.at).getTime() + limit : undefined;
    const confirmedMs = row.confirmedAt?.getTime() ?? 0;
    const lastMs = (limitMs ?? row.at.getTime() + defaultLimitMs) + graceMs;
    return {
      ...factsOf(row),
      ...{ call_id: row.ref, at: row.at.toISOString(), is_over: row.isOver, events: row.events },
      confirmed_at: isoOf(row.confirmedAt),
      limit_at: limitMs === undefined ? null : new Date(limitMs).toISOString(),
      state_at: row.isOver ? null : new Date(Math.max(confirmedMs, row.lastEventAt.getTime())).toISOString(),
      no_end_seen: !row.isOver && lastMs < clock.nowMs() && confirmedMs < clock.nowMs() - confirmedForMs,
    };
  });
}

/** Ends of the last thousand calls, the most frequent first. */
async function recentReasons(db: Database, accountId: string): Promise<string[]> {
  const { rows } = await db.execute<{ reason: string }>(sql`
    select reason from (
      select coalesce(reason, status) as reason from console.found_call where key_print = ${accountId} and is_over
      order by at desc limit 1000) as last
    where reason is not null group by reason order by count(*) desc, reason limit 50`);
  return rows.map(({ reason }) => reason);
}

/** The campaign that the events of a call name. One that was found by its number alone does not count. */
export async function campaignOfCall(db: Database, accountId: string, call_id: string): Promise<string | undefined> {
  const isCall = and(eq(foundCallTable.accountId, accountId), eq(ref, call_id));
  const [call] = await db
    .select({ campaign: foundCallTable.campaignRef })
    .from(foundCallTable)
    .where(and(isCall, eq(foundCallTable.isCampaignByUpload, false)));
  return call?.campaign ?? undefined;
}

const columns = [
  "started_at",
  "answered_at",
  "ended_at",
  "seconds",
  "direction",
  "number",
  "name",
  "result",
  "campaign",
  "campaign_id",
  "call_id",
];

const cellsOf = (row: Row) => [
  ...[isoOf(row.startedAt), isoOf(row.answeredAt), isoOf(row.endedAt), row.seconds, row.direction],
  ...[plus(row.contact), row.contactName, row.reason ?? row.status, row.campaignName, row.campaignRef, row.ref],
];

export const plus = (digits: string | null) => (digits === null ? null : `+${digits}`);
