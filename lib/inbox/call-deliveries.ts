import { and, asc, eq, isNull } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { type LogQuery, queryFor } from "@/lib/collector/webhook-log/log-query";
import { logReadAt } from "@/lib/collector/webhook-log/log-reader";
import { listedWebhooks, subscribedAt } from "@/lib/collector/webhook-log/our-webhooks";
import { gapsIn, watchedTimes } from "@/lib/collector/webhook-log/watched";
import { implement } from "@/lib/contract/console/context";
import {
  type CallDeliveries,
  deliveryStates,
  getCallDeliveries,
  type WebhookDeliveries,
} from "@/lib/contract/console/inbox/call-deliveries";
import type { FoundCall } from "@/lib/contract/console/inbox/found-calls";
import { testEvent } from "@/lib/contract/console/inbox/received";
import { eventTable, hookAddressTable } from "@/lib/db/console/tables/inbox";
import type { Database } from "@/lib/db/database";
import { callById } from "./calls-of-number";
import { countWebhook, type Watch, type WebhookNear } from "./count-deliveries";
import { deliveriesNear, eventNames, firstTries, type Moment, type NearDelivery } from "./deliveries-near";
import { overName } from "./facts";

/** A delivery has no ID of its call, so one that is this near to an event counts as its. */
const nearMs = 30_000;
const mostEvents = 200;

type KnownCalls = {
  db: Database;
  accountId: string;
  /** Resolves when all records that were read until now are stored, to false if there were none. */
  whenStored: () => Promise<unknown>;
};

export const callDeliveries = ({ db, accountId, whenStored }: KnownCalls) => [
  implement(getCallDeliveries, async ({ call_id }) => {
    let call = await callById(db, accountId, call_id);
    // A page asks as soon as it has read the call.
    if (!call && (await whenStored())) call = await callById(db, accountId, call_id);
    if (!call) return { data: { counted: null, webhooks: [] } };
    return { data: await deliveriesOf(db, accountId, call) };
  }),
];

async function deliveriesOf(db: Database, accountId: string, call: FoundCall): Promise<CallDeliveries> {
  const received = await eventsOf(db, accountId, call.call_id);
  const query = await queryFor(db, { accountId }, {});
  const names = await eventNames(db, query, timesOf(call));
  const moments = merged([...received.moments, ...unreceived(call, received.moments, names)]);
  const [fromMs, toMs] = [
    Math.min(...moments.map((each) => each.fromMs)),
    Math.max(...moments.map((each) => each.toMs)),
  ];
  if (!Number.isFinite(fromMs)) return { counted: null, webhooks: [] };
  const near = await deliveriesNear(db, query, moments, [call.call_id, ...received.ids]);
  const events = moments.map(({ event }) => event);
  const subscribed = await subscribedAt(db, accountId, new Date(fromMs), events);
  const webhooks = await webhooksOf(db, { query, near, subscribed, events });
  const watchOf = await watchesOf(db, accountId, moments);
  const counted: WebhookDeliveries[] = [];
  for (const webhook of webhooks) {
    const watch = await watchOf(webhook.id);
    // A webhook that was made or changed since misses nothing.
    const wasSubscribed = webhook.deliveries.length > 0 || subscribed.includes(webhook.id);
    if (wasSubscribed || watch !== "all") counted.push(countWebhook(webhook, watch));
  }
  return {
    counted: { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() },
    webhooks: counted.toSorted(
      (one, other) => rankOf(one) - rankOf(other) || (one.url ?? "").localeCompare(other.url ?? ""),
    ),
  };
}

/** The worst state first. Our own address comes last among equals. */
const rankOf = ({ state, our_address }: WebhookDeliveries) =>
  deliveryStates.indexOf(state) * 2 + (our_address === null ? 0 : 1);

/** The events that were received about a call, at their first try if the log names it, else at their arrival. */
async function eventsOf(db: Database, accountId: string, call_id: string) {
  const rows = await db
    .select({ name: eventTable.name, firstAt: eventTable.firstAt, deliveryId: eventTable.deliveryId })
    .from(eventTable)
    .where(and(eq(eventTable.accountId, accountId), eq(eventTable.callRef, call_id)))
    .orderBy(asc(eventTable.id))
    .limit(mostEvents);
  const events = rows.flatMap(({ name, ...rest }) => (name === null || name === testEvent ? [] : [{ name, ...rest }]));
  const ids = events.flatMap(({ deliveryId }) => deliveryId ?? []);
  const tried = await firstTries(db, accountId, ids);
  const moments = events.map(({ name, firstAt, deliveryId }) =>
    momentAt(name, tried.get(deliveryId ?? "") ?? firstAt.getTime()),
  );
  return { ids, moments };
}

const momentAt = (event: string, ms: number): Moment => ({ event, fromMs: ms - nearMs, toMs: ms + nearMs });

/** A minute around the start and the end of a call, in milliseconds. */
const timesOf = ({ started_at, ended_at }: FoundCall) =>
  [started_at, ended_at].flatMap((at) => (at === null ? [] : [Date.parse(at) - nearMs, Date.parse(at) + nearMs]));

/** Overlapping times of one event become one. */
function merged(moments: readonly Moment[]): Moment[] {
  const all: Moment[] = [];
  for (const moment of moments.toSorted((one, other) => one.fromMs - other.fromMs)) {
    const last = all.findLast(({ event }) => event === moment.event);
    if (last && moment.fromMs <= last.toMs) last.toMs = Math.max(last.toMs, moment.toMs);
    else all.push({ ...moment });
  }
  return all;
}

const startName = /\b(started|initiated|placed)\b/i;

/** Events of a call's start and end that were not received here, by the names that the log has. */
function unreceived(
  { started_at, ended_at }: FoundCall,
  received: readonly Moment[],
  names: readonly string[],
): Moment[] {
  const at = (time: string | null, isMeant: RegExp) =>
    time === null || received.some(({ event }) => isMeant.test(event))
      ? []
      : names
          .filter((name) => /call/i.test(name) && isMeant.test(name))
          .map((name) => momentAt(name, Date.parse(time)));
  return [...at(started_at, startName), ...at(ended_at, overName)];
}

type WebhooksInput = {
  query: LogQuery;
  near: readonly NearDelivery[];
  subscribed: readonly string[];
  events: readonly string[];
};

/** Webhooks with deliveries near the events, and those that have or had one of them and no delivery. */
async function webhooksOf(db: Database, { query, near, subscribed, events }: WebhooksInput): Promise<WebhookNear[]> {
  const { accountId } = query;
  const listed = await listedWebhooks(db, accountId);
  const ours = await db
    .select({ lastFour: hookAddressTable.lastFour })
    .from(hookAddressTable)
    .where(and(eq(hookAddressTable.accountId, accountId), isNull(hookAddressTable.removedAt)));
  const hasOne = (webhook: { events: readonly string[] }) => webhook.events.some((event) => events.includes(event));
  const ids = [
    ...near.map(({ fields }) => fields.webhook),
    ...subscribed,
    ...listed.filter(hasOne).map(({ id }) => id),
  ];
  return [...new Set(ids)].map((id) => {
    const record = listed.find((webhook) => webhook.id === id);
    const own = near.filter(({ fields }) => fields.webhook === id);
    const isNamed = own.some((delivery) => delivery.isNamed);
    return {
      ...{ id, url: record?.url ?? null, isNamed },
      ourAddress: ours.some(({ lastFour }) => lastFour === record?.four) ? (record?.four ?? null) : null,
      deliveries: isNamed ? own.filter((delivery) => delivery.isNamed) : own,
    };
  });
}

/** How well the counted times of a webhook were watched. */
async function watchesOf(db: Database, accountId: string, moments: readonly Moment[]) {
  const nowMs = clock.nowMs();
  const readMs = Date.parse((await logReadAt(db, accountId)) ?? "");
  return async (id: string): Promise<Watch> => {
    const times = await watchedTimes(db, accountId, [id]);
    const sinceMs = times[0]?.fromMs ?? Number.POSITIVE_INFINITY;
    const isGap = ({ fromMs, toMs }: Moment) => sinceMs > fromMs || gapsIn(times, { fromMs, toMs }, nowMs).length > 0;
    if (moments.some(isGap)) return "part";
    return moments.some(({ toMs }) => !(toMs <= readMs)) ? "not_read" : "all";
  };
}
