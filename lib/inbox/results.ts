import { type SQL, sql } from "drizzle-orm";
import { implement } from "@/lib/contract/console/context";
import { type ContactResult, listResults, splitResults } from "@/lib/contract/console/inbox/campaign-results";
import { resultWords } from "@/lib/contract/shapes/call";
import { lineOfCall } from "@/lib/db/console/call-lines";
import { findsText, type Searcher } from "@/lib/db/console/text-search";
import type { Database } from "@/lib/db/database";
import { lineOf } from "@/lib/numbers/line";
import { searchedNumber } from "@/lib/numbers/searched-number";
import type { BlockedOf } from "./read-arrivals";

export type Campaign = { accountId: string; campaign_id: string };
export type ResultRow = Omit<ContactResult, "at" | "is_blocked"> & { at: Date };

const pageSize = 50;
const readAtOnce = 500;
/** A search that finds more says "more than". */
const mostCounted = 10_000;

export const results = (db: Database, accountId: string, blockedOf: BlockedOf) => [
  implement(listResults, async ({ campaign_id, text = "", results: chosen, after, limit = pageSize }, { person }) => {
    const campaign = { accountId, campaign_id };
    const totals = await totalsOf(db, campaign);
    const isMatch = sql`${hasResult(totals.sent, splitResults(chosen))} and ${holdsText(text, person)}`;
    const rows = await readContacts(db, campaign, sql`${isMatch} and ${isAfter(after)}`, limit + 1);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const blocked = await blockedOf(page.flatMap(({ contact }) => (/^\d+$/.test(contact) ? [contact] : [])));
    const { sent: _, ...counted } = totals;
    return {
      data: page.map((row) => ({ ...row, at: row.at.toISOString(), is_blocked: blocked.has(row.contact) })),
      next: rows.length > limit && last ? cursorOf(last) : null,
      ...counted,
      found: text.trim() === "" ? null : await countContacts(db, campaign, isMatch),
      searched: searchedNumber(text) ?? null,
    };
  }),
];

/** Which contacts of a campaign: with one of the results, and found by a text. All without. */
type Choice = { chosen?: readonly string[]; text?: string | undefined; searcher?: Searcher };

/** Every contact that was chosen, newest call first. Each page is found by an index, without a sort. */
export async function* everyContact(
  db: Database,
  campaign: Campaign,
  { chosen = [], text = "", searcher = {} }: Choice = {},
) {
  const hasChosen = chosen.length === 0 ? sql`true` : hasResult((await totalsOf(db, campaign)).sent, chosen);
  const isMatch = sql`${hasChosen} and ${holdsText(text, searcher)}`;
  for (let after: string | undefined; ; ) {
    const rows = await readContacts(db, campaign, sql`${isMatch} and ${isAfter(after)}`, readAtOnce);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < readAtOnce) return;
    after = cursorOf(last);
  }
}

/** Filters contacts by result. */
export async function contactsAmong(
  db: Database,
  campaign: Campaign,
  contacts: readonly string[],
  chosen: readonly string[],
) {
  const isMatch = hasResult((await totalsOf(db, campaign)).sent, chosen);
  const isAmong = sql`${lineOfCall("call")} = any(${sql.param(contacts.map(lineOf))}::text[])`;
  return readContacts(db, campaign, sql`${isMatch} and ${isAmong}`, contacts.length);
}

const isIn = (call: string, { accountId, campaign_id }: Campaign) =>
  sql`${sql.raw(call)}.key_print = ${accountId} and ${sql.raw(call)}.campaign_ref = ${campaign_id}`;

/** Calls of the campaign with the contact of `call`, found by the index on contacts: `coalesce` rules out the others. */
const isWithContact = (other: string, { accountId, campaign_id }: Campaign) => sql`
  ${sql.raw(other)}.key_print = ${accountId} and ${lineOfCall(other)} = ${lineOfCall("call")}
  and coalesce(${sql.raw(other)}.campaign_ref, '') = ${campaign_id}`;

const resultOf = (call: string) =>
  sql.raw(`case when ${call}.is_over then coalesce(${call}.reason, ${call}.status) end`);

/** True for the last call with its contact. Calls without a number are contacts of their own. `case` keeps it a probe. */
const isLast = (campaign: Campaign) => sql`
  case when ${lineOfCall("call")} is null then true else not exists (
    select from console.found_call later
    where ${isWithContact("later", campaign)} and (later.at, later.ref) > (call.at, call.ref)) end`;

const hasResult = (sent: readonly (string | null)[], chosen: readonly string[]) => {
  if (chosen.length === 0) return sql`true`;
  const words = sent.filter((word) => chosen.includes(resultWords(word)));
  const isNull = words.includes(null) ? sql`${resultOf("call")} is null` : sql`false`;
  const known = words.filter((word) => word !== null);
  const isKnown =
    known.length === 0
      ? sql`false`
      : sql`${resultOf("call")} in (${sql.join(
          known.map((word) => sql`${word}`),
          sql`, `,
        )})`;
  return sql`call.is_over and (${isNull} or ${isKnown})`;
};

const holdsText = (text: string, searcher: Searcher): SQL =>
  text.trim() === ""
    ? sql`true`
    : findsText(text.trim(), { number: lineOfCall("call"), texts: [sql`call.contact_name`] }, searcher);

const cursorOf = ({ at, call_id }: ResultRow) => `${at.toISOString()} ${call_id}`;

const isAfter = (after: string | undefined) => {
  const [at = "", ref = ""] = after?.split(/ (.*)/s) ?? [];
  return after === undefined ? sql`true` : sql`(call.at, call.ref) < (${at}::timestamptz, ${ref})`;
};

async function readContacts(db: Database, campaign: Campaign, where: SQL, limit: number): Promise<ResultRow[]> {
  const { rows } = await db.execute<Omit<ResultRow, "at"> & { at: string }>(sql`
    select coalesce(call.contact, 'call ' || call.ref) as contact, call.contact_name, call.ref as call_id, call.is_over, call.at,
      call.seconds, ${resultOf("call")} as result,
      case when ${lineOfCall("call")} is null then 1 else (
        select count(*)::int from console.found_call own where ${isWithContact("own", campaign)}
      ) end as attempts
    from console.found_call call
    where ${isIn("call", campaign)} and ${isLast(campaign)} and ${where}
    order by call.at desc, call.ref desc limit ${limit}`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

async function countContacts(db: Database, campaign: Campaign, where: SQL): Promise<number> {
  const { rows } = await db.execute<{ found: number }>(sql`
    select count(*)::int as found from (
      select from console.found_call call
      where ${isIn("call", campaign)} and ${isLast(campaign)} and ${where} limit ${mostCounted}) as contact`);
  return rows[0]?.found ?? 0;
}

/** `sent`: the results as the platform sent them. */
async function totalsOf(db: Database, campaign: Campaign) {
  const { rows } = await db.execute<{ result: string | null; is_over: boolean; contacts: number; calls: number }>(sql`
    select result, is_over, count(*)::int as contacts, sum(attempts)::int as calls from (
      select distinct on (line) ${resultOf("call")} as result, is_over, count(*) over (partition by line)::int as attempts
      from console.found_call call, lateral (select coalesce(${lineOfCall("call")}, 'call ' || call.ref) as line) as who
      where ${isIn("call", campaign)}
      order by line, at desc, ref desc) as last_call
    group by result, is_over order by contacts desc, result`);
  const byWords = new Map<string, number>();
  for (const { result, is_over, contacts } of rows)
    if (is_over) byWords.set(resultWords(result), (byWords.get(resultWords(result)) ?? 0) + contacts);
  return {
    sent: rows.flatMap(({ result, is_over }) => (is_over ? [result] : [])),
    results: [...byWords]
      .map(([result, contacts]) => ({ result, contacts }))
      .toSorted((a, b) => b.contacts - a.contacts),
    in_progress: rows.find(({ is_over }) => !is_over)?.contacts ?? 0,
    contacts: rows.reduce((sum, { contacts }) => sum + contacts, 0),
    calls: rows.reduce((sum, { calls }) => sum + calls, 0),
  };
}
