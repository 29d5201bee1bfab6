import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Person } from "@/lib/contract/actor";
import type { Compared, SentAgain, SentBefore, SentList } from "@/lib/contract/console/contact-lists";
import { refused } from "@/lib/contract/problem";
import { campaignPatterns } from "@/lib/contract/status-words";
import { hasBlockEnded, numberSeal } from "@/lib/db/console/blocked-numbers";
import {
  hashArray,
  hashNumbers,
  inSlices,
  intArray,
  type NumberHashes,
  textArray,
} from "@/lib/db/console/number-hashes";
import { hashSent } from "@/lib/db/console/number-lines";
import { contactListTable, listNumberTable } from "@/lib/db/console/tables/numbers";
import type { Database } from "@/lib/db/database";
import { placeOf } from "@/lib/numbers/number-places";

/** IDs of the platform can hold any character. */
const refArray = (refs: readonly string[]): SQL => sql`${sql.param([...refs])}::text[]`;

export type ListRow = typeof contactListTable.$inferSelect;

/** A list of this person whose upload has not begun. */
export async function ownOpenList(db: Database, id: string, person: Person): Promise<ListRow> {
  const isOwn = and(eq(contactListTable.id, id), eq(contactListTable.personId, person.id));
  const [list] = await db
    .select()
    .from(contactListTable)
    .where(and(isOwn, isNull(contactListTable.importId)));
  if (!list) throw refused("not_found", "This comparison has ended. Go back to the list and compare it again.");
  return list;
}

/** Removes lists with their numbers. */
export const removeLists = (db: Database, where: SQL) =>
  db.execute(sql`
    with removed as (delete from console.contact_list where ${where} returning key)
    delete from console.list_number where list in (select key from removed)`);

type KeptNumbers = { numbers: readonly string[]; rows: readonly number[]; hashes: readonly Buffer[] };

/** Stores the keyed hash of each number with its row, country and time zones. */
export async function keepNumbers(db: Database, list: number, { numbers, rows, hashes }: KeptNumbers): Promise<void> {
  const places = await inSlices(numbers, (number) => placeOf(number.slice(1)));
  await db.execute(sql`
    insert into console.list_number (list, "row", number, country, zones)
    select ${list}, sent.* from unnest(
      ${intArray(rows)}, ${hashArray(hashes)},
      ${textArray(places.map(({ country }) => country))}, ${intArray(places.map(({ zones }) => zones))}
    ) as sent`);
}

/** Numbers of lists whose upload began. Those of an upload that got nothing are removed with its outcome. */
export const sentNumbers = (accountId: string, numbers = sql`console.list_number`) => sql`
  ${numbers} as sent
  join console.contact_list as list on list.key = sent.list and list.account_id = ${accountId}
  join console.contact_import as import on import.id = list.import_id`;

export const sentColumns = sql`import.id, import.campaign_id, import.file_name, import.begun_at, import.by`;

export type SentColumns = { id: string; campaign_id: string; file_name: string; begun_at: string; by: string };
export type SentRow = SentColumns & { row: number };

export const listOf = ({ id, campaign_id, file_name, begun_at, by }: SentColumns): SentList => ({
  ...{ import_id: id, campaign_id, file_name, by },
  begun_at: new Date(begun_at).toISOString(),
});

/** The one campaign to which each number was uploaded here, by its digits. Numbers of several campaigns are left out. */
export const uploadedTo =
  (db: Database, accountId: string, secret: string) =>
  async (contacts: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const numbers = contacts.map((digits) => `+${digits}`);
    const { sent: hashes } = await hashSent(db, secret, numbers);
    const { rows } = await db.execute<{ number: Buffer; campaign_id: string }>(sql`
      select sent.number, min(import.campaign_id) as campaign_id from ${sentNumbers(accountId)}
      where sent.number = any(${hashArray(hashes)}) group by sent.number having count(distinct import.campaign_id) = 1`);
    const campaigns = new Map(rows.map(({ number, campaign_id }) => [number.toString("hex"), campaign_id]));
    return new Map(
      contacts.flatMap((digits, nth) => {
        const campaign = campaigns.get(hashes[nth]?.toString("hex") ?? "");
        return campaign === undefined ? [] : [[digits, campaign] as const];
      }),
    );
  };

export async function sentOf(db: Database, accountId: string, { sent: hashes }: NumberHashes) {
  const { rows } = await db.execute<SentRow & { outcome: string | null; rows: number; accepted: number | null }>(sql`
    select ${sentColumns}, sent."row", import.outcome, import.rows::float8, import.accepted::float8
    from ${sentNumbers(accountId)} where sent.number = any(${hashArray(hashes)}) order by import.begun_at desc`);
  return rows.map((entry) => {
    const { row, outcome, rows: size, accepted } = entry;
    return { ...listOf(entry), row, outcome, rows: size, accepted };
  });
}

const sentAs = ({ campaignId }: ListRow) => sql`
  case when import.campaign_id <> ${campaignId} then 'sent_elsewhere'
    when import.outcome = 'ok' then 'sent_here' else 'sent_unsure' end`;

/** Campaigns other than that of the list that have ended, and so call nobody whom they were sent. */
async function endedElsewhere(db: Database, { accountId, campaignId }: ListRow): Promise<string[]> {
  const { rows } = await db.execute<{ campaign_id: string }>(sql`
    select distinct list.campaign_id from console.contact_list as list
    join console.saved_record as saved
      on saved.key_print = list.account_id and saved.resource = 'campaigns' and saved.ref = list.campaign_id
    where list.account_id = ${accountId} and list.campaign_id <> ${campaignId} and list.import_id is not null
      and saved.last_status_word ~* ${campaignPatterns.ended}`);
  return rows.map(({ campaign_id }) => campaign_id);
}

/** Its rows, read by the index on the number. `offset 0` keeps the planner from reading whole lists for each number instead. */
export const rowsOf = (number: SQL) =>
  sql`(select list, "row", number from console.list_number where number = ${number} offset 0)`;

/** `released`: in SQL, true for a number that the campaign which the list calls again is done with. */
type Sends = { list: ListRow; ended: readonly string[]; number: SQL; released: SQL };

/** Subquery for the surest upload of a number that counts, and of those the latest. */
const surestSend = ({ list, ended, number, released }: Sends, columns: SQL) => sql`
  select ${columns} from ${sentNumbers(list.accountId, rowsOf(number))}
  where import.campaign_id <> all (${refArray(ended)}) and not (import.campaign_id = ${list.recalls ?? ""} and ${released})
  order by import.campaign_id <> ${list.campaignId}, import.outcome is distinct from 'ok', import.begun_at desc limit 1`;

type ComparedNumbers = { positions: readonly number[]; hashes: readonly Buffer[]; released: readonly boolean[] };

/** Positions of numbers by the list that sent them, and how many of the others campaigns had that have ended. */
export async function sentBefore(
  db: Database,
  list: ListRow,
  { positions, hashes, released }: ComparedNumbers,
): Promise<Pick<Compared, "sent" | "ended">> {
  const ended = await endedElsewhere(db, list);
  const sends = { list, ended, number: sql`match.number`, released: sql`match.released` };
  const { rows } = await db.execute<SentColumns & { as: SentBefore; positions: number[] }>(sql`
    select ${sentColumns}, import.as, array_agg(match.position order by match.position) as positions
    from unnest(${intArray(positions)}, ${hashArray(hashes)}, ${`{${released.join(",")}}`}::boolean[]) as match (position, number, released)
    cross join lateral (${surestSend(sends, sql`${sentColumns}, ${sentAs(list)} as as`)}) as import
    group by ${sentColumns}, import.as`);
  const sent = rows.map((row): Compared["sent"][number] => ({ ...listOf(row), as: row.as, positions: row.positions }));
  const known = new Set(sent.flatMap((each) => each.positions));
  const others = hashes.filter((_, index) => !known.has(positions[index] ?? -1));
  return { sent, ended: ended.length === 0 ? [] : await peopleOfEnded(db, list.accountId, ended, others) };
}

async function peopleOfEnded(db: Database, accountId: string, ended: readonly string[], hashes: readonly Buffer[]) {
  const { rows } = await db.execute<{ campaign_id: string; people: number }>(sql`
    select import.campaign_id, count(distinct sent.number)::int as people from ${sentNumbers(accountId)}
    where sent.number = any(${hashArray(hashes)}) and import.campaign_id = any(${refArray(ended)})
    group by import.campaign_id order by people desc`);
  return rows;
}

/** Start of the first upload whose numbers are kept; null if there is none. */
export async function knownSince(db: Database, accountId: string): Promise<string | null> {
  const { rows } = await db.execute<{ since: string | null }>(sql`
    select min(import.begun_at) as since
    from console.contact_list as list join console.contact_import as import on import.id = list.import_id
    where list.account_id = ${accountId}`);
  const since = rows[0]?.since ?? null;
  return since === null ? null : new Date(since).toISOString();
}

type ClaimInput = { list_id: string; campaign_id: string; rows: number; sends_again: readonly SentAgain[] };

/** Hashes of the people whom a campaign is done with, of those who can be called again. */
type RecallHashes = (campaign_id: string) => Promise<readonly Buffer[]>;

type Claim = ClaimInput & { id: string; secret: string; recallHashes: RecallHashes };

/**
 * Makes a compared list the list of an upload. Refused unless exactly its rows are new: lists and the do-not-call list
 * may have changed since it was compared. To be called in a transaction.
 */
export async function claimList(db: Database, { id: importId, secret, recallHashes, ...input }: Claim, person: Person) {
  const list = await ownOpenList(db, input.list_id, person);
  if (list.campaignId !== input.campaign_id)
    throw refused("not_possible", "This list was compared for another campaign.");
  const free = list.recalls === null ? [] : await recallHashes(list.recalls);
  // Two lists that begin at once must not send the same people.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('sent numbers', 0))`);
  const released = free.length === 0 ? sql`false` : sql`own.number = any(${hashArray(free)})`;
  const sends = { list, ended: await endedElsewhere(db, list), number: sql`own.number`, released };
  await db.execute(sql`
    delete from console.list_number as own where own.list = ${list.key} and exists (
      select from (${surestSend(sends, sql`${sentAs(list)} as as`)}) as known
      where known.as <> all (${`{${input.sends_again.join(",")}}`}))`);
  const remaining = await db.$count(listNumberTable, eq(listNumberTable.list, list.key));
  if (remaining !== input.rows || (await hasBlockedSince(db, secret, list))) throw changedMeanwhile();
  await db.update(contactListTable).set({ importId }).where(eq(contactListTable.key, list.key));
}

/** True if a person of the list was blocked after the comparison. */
async function hasBlockedSince(db: Database, secret: string, { key, openedAt }: ListRow): Promise<boolean> {
  const { rows } = await db.execute<{ sealed: string }>(sql`
    select sealed from console.do_not_call
    where added_at >= ${openedAt.toISOString()} and not ${hasBlockEnded(sql`until`)}`);
  if (rows.length === 0) return false;
  const { open } = numberSeal(secret);
  const numbers = await inSlices(
    rows.map(({ sealed }) => sealed),
    open,
  );
  const { sent } = await hashNumbers(
    secret,
    numbers.filter((number) => number !== undefined),
  );
  const { rows: met } = await db.execute(sql`
    select from console.list_number where list = ${key} and number = any(${hashArray(sent)}) limit 1`);
  return met.length > 0;
}

const changedMeanwhile = () =>
  refused("conflict", "The do-not-call list or the lists uploaded here have changed. Nothing was uploaded.");
