import { type SQL, sql } from "drizzle-orm";
import { hasBlockEnded, numberSeal } from "@/lib/db/console/blocked-numbers";
import { lineOfCall } from "@/lib/db/console/call-lines";
import { hashArray, hashNumbers, textArray } from "@/lib/db/console/number-hashes";
import type { Database } from "@/lib/db/database";
import { lineOf } from "@/lib/numbers/line";

export type BlockedOptions = { db: Database; accountId: string; secret: string };

/** Entries by the hash of their number, or those in lists of a campaign; all if neither is given. */
export type BlockedFilter = { hashes?: readonly Buffer[] | undefined; campaign_id?: string | undefined };

/** `sent_at`: when their last upload to the campaign began; null if only calls name them. Earlier calls say nothing of it. */
export type BlockedContact = {
  entry: string;
  campaign_id: string;
  contact: string;
  is_unconfirmed: boolean;
  sent_at: string | null;
};

/** Entries whose calls are looked up if neither numbers nor a campaign are asked for. Registers have millions. */
const latestEntries = 5_000;

type Entry = { entry: string; line: string; added_at: string };

/**
 * Blocked people whom a campaign has called, by received events. Lists that were added on the platform are not known, but
 * their people are once they were called.
 */
export async function blockedInCalls(options: BlockedOptions, filter: BlockedFilter): Promise<BlockedContact[]> {
  const { db, accountId } = options;
  const entries = await (filter.campaign_id === undefined || filter.hashes
    ? entriesOf(options, filter.hashes)
    : entriesCalledBy(options, filter.campaign_id));
  if (entries.length === 0) return [];
  const of = filter.campaign_id === undefined ? sql`true` : sql`call.campaign_ref = ${filter.campaign_id}`;
  const { rows } = await db.execute<Omit<BlockedContact, "sent_at">>(sql`
    select distinct blocked.entry, blocked.line as contact, call.campaign_ref as campaign_id,
      blocked.added_at > coalesce(confirmed.at, '-infinity') as is_unconfirmed
    from unnest(${textArray(entries.map(({ entry }) => entry))}, ${textArray(entries.map(({ line }) => line))},
      ${sql.param(entries.map(({ added_at }) => new Date(added_at).toISOString()))}::timestamptz[]) as blocked (entry, line, added_at)
    join console.found_call as call on call.key_print = ${accountId} and ${lineOfCall("call")} = blocked.line
    left join console.blocked_confirmation as confirmed
      on confirmed.account_id = call.key_print and confirmed.campaign_id = call.campaign_ref
    where call.campaign_ref is not null and lower(left(coalesce(call.direction, 'out'), 2)) <> 'in' and ${of}`);
  return rows.map((row) => ({ ...row, sent_at: null }));
}

async function entriesOf({ db, secret }: BlockedOptions, hashes: readonly Buffer[] | undefined): Promise<Entry[]> {
  const which: SQL = hashes ? sql`number = any(${hashArray(hashes)})` : sql`true`;
  const { rows } = await db.execute<{ id: string; sealed: string; added_at: string }>(sql`
    select id, sealed, added_at from console.do_not_call where ${which} and not ${hasBlockEnded(sql`until`)}
    order by added_at desc limit ${hashes ? null : latestEntries}`);
  const { open } = numberSeal(secret);
  return rows.flatMap(({ id, sealed, added_at }) => {
    const number = open(sealed);
    return number === undefined ? [] : [{ entry: id, line: lineOf(number.slice(1)), added_at }];
  });
}

/** Entries of the people whom a campaign has called. */
async function entriesCalledBy({ db, accountId, secret }: BlockedOptions, campaign_id: string): Promise<Entry[]> {
  const { rows: first } = await db.execute(sql`select from console.do_not_call limit 1`);
  if (first.length === 0) return [];
  const { rows: called } = await db.execute<{ line: string }>(sql`
    select distinct ${lineOfCall("call")} as line from console.found_call as call
    where key_print = ${accountId} and campaign_ref = ${campaign_id} and contact ~ '^[0-9]+$'`);
  const { doNotCall } = await hashNumbers(
    secret,
    called.map(({ line }) => `+${line}`),
  );
  const { rows } = await db.execute<Entry>(sql`
    select entry.id as entry, called.line, entry.added_at
    from unnest(${textArray(called.map(({ line }) => line))}, ${hashArray(doNotCall)}) as called (line, number)
    join console.do_not_call as entry on entry.number = called.number
    where not ${hasBlockEnded(sql`entry.until`)}`);
  return rows;
}
