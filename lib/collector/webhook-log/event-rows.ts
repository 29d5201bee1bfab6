import { or, type SQL, sql } from "drizzle-orm";
import { testEvent } from "@/lib/contract/console/inbox/received";
import type { ArrivedEvent, eventStates } from "@/lib/contract/console/webhook-log/deliveries";
import type { HereFilter } from "@/lib/contract/console/webhook-log/filter";
import { NO_WORD, wordsIn } from "@/lib/contract/console/webhook-log/words";
import type { DeliveryFilter } from "@/lib/contract/inputs/webhook-log";
import { findsText, type Searcher } from "@/lib/db/console/text-search";
import type { Database } from "@/lib/db/database";
import { allOf, isoOf, type Span, textArray, timestampOf } from "./log-sql";
import { ourWebhooks } from "./our-webhooks";

type EventState = (typeof eventStates)[number];

/** Column of `hook_event` as in `ArrivedEvent.state`, of an event without a delivery. */
const stateOf = sql`case when coalesce(hook_event.name, '') = ${testEvent} then 'test' when item > 0 then 'part'
  when is_compared then 'not_in_log' else 'waiting' end`;

/** The state in words, for a file. */
export const eventWords = sql`case ${stateOf} when 'test' then 'test' when 'part' then 'part of a request' when 'waiting' then 'not compared yet'
  else 'not in the log' end`;

const isInState = (state: EventState) => sql`${stateOf} = ${state}`;

/** Which events without a delivery each choice of *Arrived here* shows. */
const shownBy: Record<HereFilter, SQL | undefined> = {
  ...{ yes: undefined, several: undefined, no: undefined },
  waiting: isInState("waiting"),
  not_in_log: isInState("not_in_log"),
  arrived: sql`true`,
};

export type EventSearch = {
  /** Condition of events by call and campaign; undefined if the filter has neither. */
  byFacts: SQL | undefined;
  /** Condition of events without a delivery, by all filters but time, view and *Arrived here*; undefined if one needs a delivery. */
  rows: SQL | undefined;
  /** Condition of the choice of *Arrived here*; undefined if it shows deliveries only. */
  here: SQL | undefined;
  /** Views are of deliveries only. */
  isInView: boolean;
};

/** Events that are rows of the list, except by time; undefined if there can be none. */
export const shownEvents = ({ rows, here, isInView }: EventSearch): SQL | undefined =>
  rows && here && isInView ? allOf(rows, here) : undefined;

type SearchContext = {
  accountId: string;
  searcher: Searcher;
  /** The searched text, or the IDs in it; undefined without one. */
  texts: readonly string[] | undefined;
};

/** Conditions of `hook_event` for a filter of the log. */
export async function eventSearch(db: Database, context: SearchContext, filter: DeliveryFilter): Promise<EventSearch> {
  const { call_id, campaign_id } = filter;
  const factConditions = [
    call_id === undefined ? undefined : sql`call_ref = ${call_id}`,
    campaign_id === undefined ? undefined : sql`campaign_ref = ${campaign_id}`,
  ].filter((condition) => condition !== undefined);
  const addressed =
    filter.webhook === undefined ? undefined : await isToWebhooks(db, context.accountId, filter.webhook);
  const found = context.texts && isTextIn(context.texts, context.searcher);
  return {
    byFacts: factConditions.length > 0 ? allOf(...factConditions) : undefined,
    rows: isOfDeliveries(filter)
      ? undefined
      : allOf(sql`delivery_key is null`, ...factConditions, found, addressed, isNameIn(filter.event)),
    here: filter.here === undefined ? sql`true` : shownBy[filter.here],
    isInView: filter.view === undefined,
  };
}

/** Only the log has a status, attempts and an arrival. */
const isOfDeliveries = ({ status, attempts, late }: DeliveryFilter) =>
  [status, attempts, late].some((value) => value !== undefined);

const searched = ["call_ref", "campaign_ref", "session_ref", "delivery_id", "contact_name"].map((name) =>
  sql.raw(name),
);

/** One of the texts is in its IDs, its name or its number. */
const isTextIn = (texts: readonly string[], searcher: Searcher): SQL =>
  or(...texts.map((text) => findsText(text, { number: sql`contact`, texts: searched }, searcher))) ?? sql`false`;

/** Keys of the deliveries whose event has one of the texts. */
export async function deliveriesWithText(
  db: Database,
  accountId: string,
  texts: readonly string[],
  searcher: Searcher,
) {
  const { rows } = await db.execute<{ key: string }>(sql`
    select delivery_key as key from console.hook_event
    where key_print = ${accountId} and delivery_key is not null and ${isTextIn(texts, searcher)}`);
  return rows.map(({ key }) => key);
}

/** Condition of deliveries by call and campaign of their event. */
export const isOfEvents = (accountId: string, { byFacts }: EventSearch): SQL | undefined =>
  byFacts &&
  sql`key in (select delivery_key from console.hook_event where key_print = ${accountId} and delivery_key is not null and ${byFacts})`;

function isNameIn(filter: string | undefined): SQL | undefined {
  const { words, isExcluded } = wordsIn(filter);
  if (words.length === 0) return undefined;
  const names = textArray(words.flatMap((word) => (word === NO_WORD ? [word, ""] : [word])));
  return isExcluded ? sql`coalesce(name, '') <> all(${names})` : sql`coalesce(name, '') = any(${names})`;
}

/** Only the last four signs of our address are known of a webhook. */
async function isToWebhooks(db: Database, accountId: string, filter: string): Promise<SQL> {
  const { words, isExcluded } = wordsIn(filter);
  const ours = await ourWebhooks(db, accountId);
  const fours = ours.filter(({ id }) => words.includes(id) !== isExcluded).map(({ four }) => four);
  return sql`address_id in (select id from console.hook_address where key_print = ${accountId} and last_four = any(${textArray(fours)}))`;
}

/** Condition of events in a time. */
export const isEventIn = ({ fromMs, toMs }: Span): SQL =>
  allOf(
    fromMs === undefined ? undefined : sql`first_at >= ${timestampOf(fromMs)}`,
    toMs === undefined ? undefined : sql`first_at < ${timestampOf(toMs)}`,
  );

/** Events without a delivery in the time: those that *Arrived here* leaves, and those of each of its choices. */
type EventCounts = Record<"here" | "arrived" | "waiting" | "not_in_log", number>;

const noEvents: EventCounts = { here: 0, arrived: 0, waiting: 0, not_in_log: 0 };

export async function countEvents(
  db: Database,
  { accountId, events: { rows, here }, span }: { accountId: string; events: EventSearch; span: Span },
): Promise<EventCounts> {
  if (!rows) return noEvents;
  const counted = (condition: SQL) => sql`(count(*) filter (where ${condition}))::float8`;
  const { rows: counts } = await db.execute<EventCounts>(sql`
    select ${counted(here ?? sql`false`)} as here, count(*)::float8 as arrived, ${counted(isInState("waiting"))} as waiting,
      ${counted(isInState("not_in_log"))} as not_in_log
    from console.hook_event where key_print = ${accountId} and ${allOf(rows, isEventIn(span))}`);
  return counts[0] ?? noEvents;
}

type Row = Omit<ArrivedEvent, "at" | "state"> & { at: Date | string; state: EventState; delivery_key: string | null };

/** Events by their ID, or by the delivery in the log with which they were paired. */
export async function eventsWith(
  db: Database,
  accountId: string,
  { ids, deliveryKeys }: { ids: readonly string[]; deliveryKeys: readonly string[] },
): Promise<{ byId: Map<string, ArrivedEvent>; byDelivery: Map<string, ArrivedEvent> }> {
  const byId = new Map<string, ArrivedEvent>();
  const byDelivery = new Map<string, ArrivedEvent>();
  if (ids.length + deliveryKeys.length === 0) return { byId, byDelivery };
  const { rows } = await db.execute<Row>(sql`
    select hook_event.id::text as id, hook_event.name, first_at as at, arrivals, coalesce(address.name, '') as address,
      coalesce(last_four, '') as last_four, ${stateOf} as state,
      call_ref as call_id, contact, contact_name, delivery_key
    from console.hook_event left join console.hook_address as address on address.id = address_id
    where hook_event.key_print = ${accountId}
      and (hook_event.id = any(${sql.param([...ids])}::bigint[]) or delivery_key = any(${textArray(deliveryKeys)}))`);
  for (const { delivery_key, at, state, ...event } of rows) {
    const shown = { ...event, at: isoOf(new Date(at).getTime()) ?? "", state: delivery_key === null ? state : null };
    byId.set(event.id, shown);
    if (delivery_key !== null) byDelivery.set(delivery_key, shown);
  }
  return { byId, byDelivery };
}
