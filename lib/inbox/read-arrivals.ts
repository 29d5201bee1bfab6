import { and, arrayContains, asc, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { maxSecondsOf } from "@/lib/collector/records/open-calls";
import { storeNamed } from "@/lib/collector/records/registry";
import type { FactPaths } from "@/lib/contract/console/inbox/facts";
import { inboxSource } from "@/lib/contract/console/inbox/found-calls";
import { arrivalTable, bodyTable, eventTable, foundCallTable, pathTable } from "@/lib/db/console/tables/inbox";
import { type Database, isStorageFault, type Transaction } from "@/lib/db/database";
import { storable } from "@/lib/db/storable";
import { maskTokens } from "@/lib/hook-token";
import { hashOf } from "@/lib/secret";
import { contentOf } from "./arrival-content";
import { callRecords } from "./call-records";
import { deniedValues } from "./denied";
import { type KnownPath, type ReadEvent, type ReadOptions, readEvent } from "./facts";
import { takeInboxTurn } from "./inbox-turn";
import { deliveryIdIn } from "./kept-headers";
import { leavesOf } from "./leaves";
import { blockBefore, isOutbound, mergeCall } from "./merge-call";

type Arrival = typeof arrivalTable.$inferSelect;
type NewEvent = Omit<typeof eventTable.$inferInsert, "accountId">;

/** Removes erased people from what was received. */
export type ArrivalEraser = {
  isErased: (digits: string) => boolean;
  /** Resolves to the places of their events in the body. */
  eraseBody: (tx: Transaction, arrival: Arrival, isList: boolean) => Promise<readonly number[]>;
  /** Resolves to true if they were in it. */
  eraseQuery: (tx: Transaction, arrival: Arrival) => Promise<boolean>;
};

export type ReadArrivals = {
  db: Database;
  accountId: string;
  ownNumbers: () => Promise<ReadonlySet<string>>;
  campaignsOf: CampaignsOf;
  blockedOf: BlockedOf;
  /** Removes people who were erased; undefined if there are none. */
  eraser?: (tx: Transaction) => Promise<ArrivalEraser | undefined>;
  log: Pick<Logger, "error">;
};

/** How many were read, and how many campaigns and assistants were registered. */
export type ReadResult = { count: number; named: number };

/** Campaigns to which numbers were uploaded here, by the digits of each. Numbers of several campaigns are missing. */
export type CampaignsOf = (contacts: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Since when numbers are on the do-not-call list, by the digits of each. Numbers that may be called are missing. */
export type BlockedOf = (contacts: readonly string[]) => Promise<ReadonlyMap<string, Date>>;

const atOnce = 100;
const repeatedWithinMs = 86_400_000;

/** Reads stored arrivals into events and calls, the oldest first. */
export async function readArrivals(reading: ReadArrivals): Promise<ReadResult> {
  const { db, accountId, ownNumbers, eraser, log } = reading;
  const found = await optionsFor(db, accountId, await ownNumbers());
  return db.transaction(async (tx) => {
    await takeInboxTurn(tx, accountId);
    // An erasure waits for this turn, so that none ends between here and the end of the transaction.
    const options = { ...found, eraser: await eraser?.(tx) };
    const isUnread = and(
      eq(arrivalTable.accountId, accountId),
      isNull(arrivalTable.eventId),
      eq(arrivalTable.kind, "event"),
    );
    const arrivals = await tx
      .select()
      .from(arrivalTable)
      .where(isUnread)
      .orderBy(asc(arrivalTable.at), asc(arrivalTable.id))
      .limit(atOnce);
    const changed: (string | null)[] = [];
    for (const arrival of arrivals) {
      const one = (as: StoreOptions | "unreadable") => tx.transaction((inner) => readOne(inner, arrival, as));
      changed.push(
        ...(await one(options).catch((err: unknown) => {
          if (isStorageFault(err)) throw err;
          // One event that cannot be stored must not keep the others waiting.
          log.error({ err, receipt: arrival.id }, "the facts of an event could not be stored");
          return one("unreadable");
        })),
      );
    }
    const named = await mergeCalls(tx, reading, changed);
    return { count: arrivals.length, named };
  });
}

/** Reads events again whose paths changed. */
export async function readAgain(reading: Omit<ReadArrivals, "log">): Promise<ReadResult> {
  const { db, accountId, ownNumbers } = reading;
  const options = await optionsFor(db, accountId, await ownNumbers());
  return db.transaction(async (tx) => {
    await takeInboxTurn(tx, accountId);
    const events = await tx
      .select()
      .from(eventTable)
      .where(and(eq(eventTable.accountId, accountId), eq(eventTable.isRead, false)))
      .orderBy(asc(eventTable.id))
      .limit(atOnce);
    const changed: (string | null)[] = [];
    for (const { id, callRef, item } of events) {
      const [arrival] = await arrivalsOf(tx, id).limit(1);
      const read = arrival && (await eventsOf(tx, arrival, options))[item];
      // After its retention, or an erasure, the facts are all that is left of the content.
      const found = read?.isEmpty ? undefined : read;
      await tx
        .update(eventTable)
        .set(found ? { ...found.facts, isRead: true, isCompared: false } : { isRead: true })
        .where(eq(eventTable.id, id));
      changed.push(callRef, found?.facts.callRef ?? null);
    }
    const named = await mergeCalls(tx, reading, changed);
    return { count: events.length, named };
  });
}

export const arrivalsOf = (db: Pick<Database, "select">, eventId: number) =>
  db
    .select()
    .from(arrivalTable)
    .where(or(eq(arrivalTable.eventId, eventId), arrayContains(arrivalTable.otherEventIds, [eventId])))
    .orderBy(asc(arrivalTable.at), asc(arrivalTable.id));

async function optionsFor(db: Database, accountId: string, own: ReadonlySet<string>): Promise<ReadOptions> {
  const known: KnownPath[] = await db.select().from(pathTable).where(eq(pathTable.accountId, accountId));
  const denied = await deniedValues(db, accountId);
  return { known, isOwnNumber: (digits) => own.has(digits), isDenied: denied.has };
}

type StoreOptions = ReadOptions & { eraser: ArrivalEraser | undefined };

/** Adds an arrival to its events, or makes them. Resolves to their calls. */
async function readOne(tx: Transaction, arrival: Arrival, as: StoreOptions | "unreadable"): Promise<(string | null)[]> {
  const events = as === "unreadable" ? [unreadable(arrival)] : await eventsOf(tx, arrival, as);
  const found = as !== "unreadable" && as.eraser ? await withoutErased(tx, arrival, events, as.eraser) : events;
  const ids: number[] = [];
  for (const [item, event] of found.entries()) ids.push(await addTo(tx, arrival, { ...event, item }));
  const [eventId, ...others] = ids;
  const read = { eventId, otherEventIds: others.length > 0 ? others : null, content: null };
  await tx.update(arrivalTable).set(read).where(eq(arrivalTable.id, arrival.id));
  return found.map(({ facts }) => facts.callRef ?? null);
}

async function addTo(tx: Transaction, arrival: Arrival, { identity, isHash, facts, item }: Found & { item: number }) {
  const { accountId, at, addressId, verdict } = arrival;
  const since = isHash ? gt(eventTable.firstAt, new Date(at.getTime() - repeatedWithinMs)) : undefined;
  const isSame = and(eq(eventTable.accountId, accountId), eq(eventTable.identity, hashOf(identity)), since);
  const [known] = await tx.select().from(eventTable).where(isSame).limit(1);
  if (!known) {
    const times = { firstAt: at, lastAt: at, arrivals: 1 };
    return insertEvent(tx, { accountId, identity: hashOf(identity), addressId, verdict, ...times, item, ...facts });
  }
  const lastAt = new Date(Math.max(known.lastAt.getTime(), at.getTime()));
  await tx
    .update(eventTable)
    .set({ lastAt, arrivals: known.arrivals + 1, isCompared: false })
    .where(eq(eventTable.id, known.id));
  return known.id;
}

async function insertEvent(tx: Transaction, event: typeof eventTable.$inferInsert): Promise<number> {
  const [row] = await tx.insert(eventTable).values(event).returning({ id: eventTable.id });
  if (!row) throw new Error("An event was not stored.");
  return row.id;
}

/** Removes what an arrival holds of people who were erased. */
async function withoutErased(tx: Transaction, arrival: Arrival, found: Found[], eraser: ArrivalEraser) {
  const held = await eraser.eraseBody(tx, arrival, found.length > 1);
  const isInQuery = await eraser.eraseQuery(tx, arrival);
  if (held.length === 0 && !isInQuery) return found;
  return found.map(({ facts, ...event }, nth) => {
    const isOfPerson = [facts.contact, facts.own].some((digits) => digits && eraser.isErased(digits));
    const isIn = isOfPerson || held.includes(nth) || (isInQuery && found.length === 1);
    return { ...event, facts: isIn ? { ...facts, ...noPerson } : facts };
  });
}

const noPerson = { contact: null, own: null, contactName: null };

type Found = {
  facts: Omit<NewEvent, "identity" | "addressId" | "verdict" | "firstAt" | "lastAt" | "arrivals" | "item">;
  /** Idempotency key of an event: ID of the delivery, else the event's own, else the same bytes within a day. */
  identity: string;
  isHash: boolean;
  /** True if it has no content that can be read. */
  isEmpty: boolean;
};

const unreadable = (arrival: Arrival): Found => ({
  facts: {
    ...rowOf(readEvent(leavesOf({}), { known: [], isOwnNumber: () => false })),
    size: arrival.size,
    fault: "Its facts could not be stored.",
  },
  identity: `arrival ${arrival.id}`,
  isHash: false,
  isEmpty: true,
});

/** One event, unless the body is a list of events. */
async function eventsOf(tx: Transaction, arrival: Arrival, options: ReadOptions): Promise<Found[]> {
  const { items, fault } = arrival.content ?? (await contentOf(arrival, await bodyOf(tx, arrival)));
  const isList = items.length > 1;
  const ofHeader = deliveryIdIn(arrival.headers);
  return items.map(({ hash, size, isEmpty, ...tree }, item) => {
    const read = readEvent(tree, options);
    const deliveryId = ofHeader ?? read.eventId;
    const id = isList ? (read.eventId ?? (ofHeader && `${ofHeader} ${item}`)) : deliveryId;
    return {
      facts: { ...rowOf(read), deliveryId: deliveryId && kept(deliveryId), size, fault },
      identity: id ? `id ${id}` : `body ${kept(read.name)} ${arrival.query} ${hash}`,
      isHash: !id,
      isEmpty,
    };
  });
}

async function bodyOf(tx: Transaction, { id, at }: Arrival): Promise<Buffer> {
  const [stored] = await tx
    .select()
    .from(bodyTable)
    .where(and(eq(bodyTable.arrivalId, id), eq(bodyTable.at, at)));
  return stored?.body ?? Buffer.alloc(0);
}

const kept = (text: string | null) => (text === null ? null : storable(maskTokens(text)).slice(0, 500));

/** jsonb takes no NUL. Keys of a body can hold one. */
const storablePaths = (paths: FactPaths): FactPaths =>
  Object.fromEntries(
    Object.entries(paths).map(([fact, found]) => [fact, { ...found, path: storable(maskTokens(found.path)) }]),
  );

function rowOf({ name, shape, isOver, paths, facts }: ReadEvent) {
  const { call, session, campaign, assistant, contact, own, contact_name, direction, status, reason } = facts;
  return {
    ...{ name: kept(name), shape, isOver, paths: storablePaths(paths) },
    ...{ callRef: kept(call), sessionRef: kept(session), campaignRef: kept(campaign), assistantRef: kept(assistant) },
    ...{ contact, own, contactName: kept(contact_name), direction: kept(direction) },
    ...{ status: kept(status), reason: kept(reason), seconds: facts.seconds },
    ...{ cost: facts.cost, currency: facts.currency },
    ...{ startedAt: facts.started, answeredAt: facts.answered, endedAt: facts.ended },
  };
}

export type MergeCalls = Pick<ReadArrivals, "accountId" | "campaignsOf" | "blockedOf">;

/** An end that the platform's record has stays, whatever events come later. */
const keptEnd = {
  isOver: sql`found_call.is_over or excluded.is_over`,
  reason: sql`coalesce(excluded.reason, found_call.reason)`,
  endedAt: sql`coalesce(excluded.ended_at, found_call.ended_at)`,
  seconds: sql`coalesce(excluded.seconds, found_call.seconds)`,
  currency: sql`case when excluded.cost is null then found_call.currency else excluded.currency end`,
  cost: sql`coalesce(excluded.cost, found_call.cost)`,
  status: sql`case when found_call.is_over and not excluded.is_over then found_call.status else excluded.status end`,
  blockedAt: sql`coalesce(found_call.blocked_at, excluded.blocked_at)`,
  confirmedAt: sql`greatest(found_call.confirmed_at, excluded.confirmed_at)`,
  // A look at a live call can have found it answered before an event says so.
  answeredAt: sql`coalesce(excluded.answered_at, case when found_call.asked_at is not null then found_call.answered_at end)`,
};

/** Makes calls from their events and records again, and registers the campaigns and assistants that events name. */
export async function mergeCalls(
  tx: Transaction,
  { accountId, campaignsOf, blockedOf }: MergeCalls,
  refs: readonly (string | null)[],
): Promise<number> {
  const unique = [...new Set(refs.filter((ref) => ref !== null))].toSorted();
  if (unique.length === 0) return 0;
  const events = await tx
    .select()
    .from(eventTable)
    .where(and(eq(eventTable.accountId, accountId), inArray(eventTable.callRef, unique)));
  const records = await callRecords(tx, accountId, unique);
  const assistants = [...new Set(events.flatMap(({ assistantRef }) => assistantRef ?? []))];
  const limits = await maxSecondsOf(tx, accountId, assistants);
  const calls = unique.map((ref) => {
    const own = events.filter(({ callRef }) => callRef === ref);
    const assistant = own.findLast(({ assistantRef }) => assistantRef !== null)?.assistantRef;
    const limit = Number(limits.get(assistant ?? "") ?? Number.NaN);
    const call = mergeCall(own, { record: records.get(ref), limitSeconds: limit > 0 ? limit : undefined });
    return { ref, call, confirmedAt: records.get(ref)?.readAt ?? null };
  });
  const unnamed = calls.flatMap(({ call }) => (call?.contact && !call.campaignRef ? [call.contact] : []));
  const uploaded = unnamed.length > 0 ? await campaignsOf(unnamed) : new Map<string, string>();
  const called = calls.flatMap(({ call }) => (call?.contact && isOutbound(call) ? [call.contact] : []));
  const blocked = called.length > 0 ? await blockedOf(called) : new Map<string, Date>();
  for (const { ref, call, confirmedAt } of calls) {
    if (!call) {
      await tx.delete(foundCallTable).where(and(eq(foundCallTable.accountId, accountId), eq(foundCallTable.ref, ref)));
      continue;
    }
    const campaignRef = call.campaignRef ?? uploaded.get(call.contact ?? "") ?? null;
    // A record can be read long after its call, and an alert is about calls of now.
    const blockedAt = call.events === 0 ? null : blockBefore(call, blocked.get(call.contact ?? ""));
    const isCampaignByUpload = campaignRef !== (call.campaignRef ?? null);
    const row = { ...call, campaignRef, isCampaignByUpload, blockedAt, confirmedAt };
    const target = [foundCallTable.accountId, foundCallTable.ref];
    await tx
      .insert(foundCallTable)
      .values({ accountId, ref, ...row })
      .onConflictDoUpdate({ target, set: { ...row, ...keptEnd } });
  }
  const named = events.flatMap(({ campaignRef, assistantRef, callRef }) => [
    ...(campaignRef ? [{ resource: "campaigns", ref: campaignRef, namedByRef: callRef ?? "" }] : []),
    ...(assistantRef ? [{ resource: "assistants", ref: assistantRef, namedByRef: callRef ?? "" }] : []),
  ]);
  const byKey = new Map(
    named.map((name) => [`${name.resource} ${name.ref}`, { ...name, namedByResource: inboxSource }]),
  );
  return storeNamed(tx, accountId, [...byKey.values()]);
}

/** Marks events of a name to be read again. */
export const markUnread = (db: Pick<Database, "update">, accountId: string, event: string) =>
  db
    .update(eventTable)
    .set({ isRead: false })
    .where(and(eq(eventTable.accountId, accountId), sql`coalesce(${eventTable.name}, '') = ${event}`));
