import { type SQL, sql } from "drizzle-orm";
import { countsIn, waitingOf } from "@/lib/contract/console/campaign-counters";
import { stageOf, statusIn } from "@/lib/contract/console/campaign-stage";
import type { WaitingCampaign, WaitingPeople } from "@/lib/contract/console/do-not-call";
import { wasReached } from "@/lib/contract/shapes/call";
import { hasBlockEnded, numberSeal } from "@/lib/db/console/blocked-numbers";
import { lineOfCall } from "@/lib/db/console/call-lines";
import { hashArray, textArray } from "@/lib/db/console/number-hashes";
import type { Database } from "@/lib/db/database";
import { isPlainObject } from "@/lib/format/json";
import { lineOf } from "@/lib/numbers/line";
import { type BlockedContact, type BlockedFilter, type BlockedOptions, blockedInCalls } from "./blocked-in-calls";
import { linkRemaining } from "./link-blocked";
import { counterMeanings } from "./samples";

type Waiting = Omit<WaitingPeople, "since">;

/**
 * Blocked people whom a campaign can still call: a list sent to it or an earlier call of it names them, and no call reached
 * them. The platform tells neither, so people who were added on the platform are missing until they are called.
 */
export async function waitingPeople(options: BlockedOptions, filter: BlockedFilter = {}): Promise<Waiting> {
  const { db, accountId, secret } = options;
  await linkRemaining(db, secret);
  const listed = await blockedInLists(options, filter);
  const isListed = new Set(listed.map(keyOfContact));
  const called = await blockedInCalls(options, filter);
  const sent = [...listed, ...called.filter((contact) => !isListed.has(keyOfContact(contact)))];
  const ids = [...new Set(sent.map(({ campaign_id }) => campaign_id))];
  const states = await campaignStates(db, accountId, ids);
  // Only a list that was sent tells that a campaign in an unknown state has the person.
  const isOver = ({ campaign_id, sent_at }: BlockedContact) =>
    states.get(campaign_id)?.isOver ||
    (sent_at === null && stageOf(states.get(campaign_id)?.status ?? null) === undefined);
  const open = sent.filter((contact) => !isOver(contact));
  const calls = await callsOf(options, open);
  const isDone = ({ campaign_id, contact }: BlockedContact) => {
    const seen = calls.get(keyOf(campaign_id, contact));
    const maxCalls = states.get(campaign_id)?.maxCalls ?? Number.POSITIVE_INFINITY;
    return seen !== undefined && (seen.isReached || (seen.isOver && seen.calls >= maxCalls));
  };
  const waiting = open.filter((contact) => !isDone(contact));
  const campaigns = ids.flatMap((campaign_id): WaitingCampaign[] => {
    const people = waiting.filter((contact) => contact.campaign_id === campaign_id);
    if (people.length === 0) return [];
    const { name = null, status = null } = states.get(campaign_id) ?? {};
    const seen = people.flatMap(({ contact }) => calls.get(keyOf(campaign_id, contact)) ?? []);
    const unconfirmed = people.filter(({ is_unconfirmed }) => is_unconfirmed).length;
    const counts = { people: people.length, unconfirmed, calls: sum(seen.map((call) => call.calls)) };
    return [{ campaign_id, name, status, ...counts, open_calls: seen.filter(({ isOver }) => !isOver).length }];
  });
  return { people: personsIn(waiting), listed: personsIn(sent), campaigns: campaigns.toSorted(byUrgency) };
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

const personsIn = (contacts: readonly BlockedContact[]) => new Set(contacts.map(({ entry }) => entry)).size;

const isRunning = ({ status }: WaitingCampaign) => stageOf(status) === "running";
const byUrgency = (one: WaitingCampaign, other: WaitingCampaign) =>
  Number(isRunning(other)) - Number(isRunning(one)) ||
  other.people - one.people ||
  (one.campaign_id < other.campaign_id ? -1 : 1);

const keyOfContact = ({ entry, campaign_id }: BlockedContact) => `${entry} ${campaign_id}`;
const keyOf = (campaign_id: string, contact: string) => `${contact} ${campaign_id}`;

/** Each blocked person once per campaign, with the digits of their line. */
async function blockedInLists({ db, accountId, secret }: BlockedOptions, { hashes, campaign_id }: BlockedFilter) {
  const isMatch: SQL[] = [
    sql`not ${hasBlockEnded(sql`entry.until`)}`,
    ...(hashes ? [sql`entry.number = any(${hashArray(hashes)})`] : []),
    ...(campaign_id === undefined ? [] : [sql`list.campaign_id = ${campaign_id}`]),
  ];
  const { rows } = await db.execute<Omit<BlockedContact, "contact"> & { sealed: string }>(sql`
    select entry.id as entry, entry.sealed, list.campaign_id, max(import.begun_at) as sent_at,
      entry.added_at > coalesce(confirmed.at, '-infinity') as is_unconfirmed
    from console.blocked_contact as link
    join console.do_not_call as entry on entry.id = link.entry
    join console.list_number as sent on sent.number = link.number
    join console.contact_list as list on list.key = sent.list and list.account_id = ${accountId}
    join console.contact_import as import on import.id = list.import_id
    left join console.blocked_confirmation as confirmed
      on confirmed.account_id = list.account_id and confirmed.campaign_id = list.campaign_id
    where ${sql.join(isMatch, sql` and `)}
    group by entry.id, list.campaign_id, confirmed.at`);
  const { open } = numberSeal(secret);
  return rows.map(({ sealed, ...row }): BlockedContact => ({ ...row, contact: lineOf(open(sealed)?.slice(1) ?? "") }));
}

type CampaignState = { name: string | null; status: string | null; isOver: boolean; maxCalls: number };

/**
 * States by campaign. A campaign is over if it has ended, is gone, or nobody waits in it. A record that was read before the last
 * upload does not count the people of it.
 */
async function campaignStates(db: Database, accountId: string, ids: readonly string[]) {
  const { rows } = await db.execute<{
    ref: string;
    name: string | null;
    is_gone: boolean | null;
    record: unknown;
    is_read_since: boolean | null;
  }>(sql`
    select asked.ref, coalesce(saved.label, saved.name) as name, saved.not_found_since is not null as is_gone, version.record,
      version.last_seen_at >= coalesce((
        select max(coalesce(import.finished_at, import.begun_at)) from console.contact_list as list
        join console.contact_import as import on import.id = list.import_id
        where list.account_id = ${accountId} and list.campaign_id = asked.ref), '-infinity') as is_read_since
    from unnest(${sql.param([...ids])}::text[]) as asked (ref)
    left join console.saved_record as saved
      on saved.key_print = ${accountId} and saved.resource = 'campaigns' and saved.ref = asked.ref
    left join lateral (
      select record, last_seen_at from console.record_version
      where key_print = ${accountId} and resource = 'campaigns' and ref = asked.ref order by id desc limit 1
    ) as version on true`);
  const meanings = await counterMeanings(db, accountId);
  return new Map(
    rows.map(({ ref, name, is_gone, record, is_read_since }): [string, CampaignState] => {
      const known = isPlainObject(record) ? record : {};
      const status = statusIn(known);
      const counts = countsIn(known, meanings);
      const isEmpty = waitingOf(counts) === 0 && (counts.active?.count ?? 0) === 0;
      const isStarted = stageOf(status) !== "unstarted";
      const hasEnded = stageOf(status) === "ended" || (isStarted && isEmpty);
      const isOver = is_gone === true || (hasEnded && is_read_since === true);
      return [ref, { name, status, isOver, maxCalls: maxCallsIn(known) }];
    }),
  );
}

/** How often a campaign calls a person, as its record says. */
function maxCallsIn({ retry_policy }: Record<string, unknown>): number {
  const max = isPlainObject(retry_policy) ? retry_policy.max_attempts : undefined;
  return typeof max === "number" && max > 0 ? max : Number.POSITIVE_INFINITY;
}

type SeenCalls = { calls: number; isOver: boolean; isReached: boolean };

/** Calls of people in their campaigns since they were last sent, by `keyOf`. */
async function callsOf({ db, accountId }: BlockedOptions, people: readonly BlockedContact[]) {
  const campaigns = sql.param(people.map(({ campaign_id }) => campaign_id));
  const sentAt = sql.param(
    people.map(({ sent_at }) => (sent_at === null ? "-infinity" : new Date(sent_at).toISOString())),
  );
  const { rows } = await db.execute<{
    contact: string;
    campaign_ref: string;
    calls: number;
    is_over: boolean;
    result: string | null;
    is_answered: boolean;
  }>(sql`
    select distinct on (line, campaign_ref) line as contact, campaign_ref, is_over, coalesce(reason, status) as result,
      answered_at is not null as is_answered, count(*) over (partition by line, campaign_ref)::int as calls
    from console.found_call as call
    join unnest(${textArray(people.map(({ contact }) => contact))}, ${campaigns}::text[], ${sentAt}::timestamptz[])
      as sent (line, campaign, at) on ${lineOfCall("call")} = sent.line and campaign_ref = sent.campaign and call.at >= sent.at
    where key_print = ${accountId}
    order by line, campaign_ref, call.at desc, ref desc`);
  return new Map(
    rows.map(({ contact, campaign_ref, calls, is_over, result, is_answered }): [string, SeenCalls] => {
      const isReached = is_over && wasReached({ result, isAnswered: is_answered });
      return [keyOf(campaign_ref, contact), { calls, isOver: is_over, isReached }];
    }),
  );
}
