import { and, asc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { keepNamed } from "@/lib/collector/records/registry";
import { inboxSource } from "@/lib/contract/console/inbox/found-calls";
import { arrivalTable, bodyTable, eventTable, foundCallTable, pathTable } from "@/lib/db/console/tables/inbox";
import { type Database, type Transaction, takeTurn } from "@/lib/db/database";
import { storable } from "@/lib/db/storable";
import { maskTokens } from "@/lib/hook-token";
import { hashOf } from "@/lib/secret";
import { deliveryHeader } from "./dictionary";
import { type KnownPath, type ReadEvent, type ReadOptions, readEvent } from "./facts";
import { mergeCall } from "./merge-call";
import { parseBody } from "./parse-body";

type Arrival = typeof arrivalTable.$inferSelect;
type NewEvent = Omit<typeof eventTable.$inferInsert, "accountId">;

export type ReadArrivals = {
  db: Database;
  accountId: string;
  ownNumbers: () => Promise<ReadonlySet<string>>;
  campaignsOf: CampaignsOf;
};

/** Campaigns to which numbers were uploaded here, by the digits of each. Numbers of several campaigns are missing. */
export type CampaignsOf = (contacts: readonly string[]) => Promise<ReadonlyMap<string, string>>;

const atOnce = 100;
const repeatedWithinMs = 86_400_000;

/** Reads stored arrivals into events and calls, the oldest first. Resolves to how many were read. */
export async function readArrivals({ db, accountId, ownNumbers, campaignsOf }: ReadArrivals): Promise<number> {
  const options = await optionsFor(db, accountId, await ownNumbers());
  return db.transaction(async (tx) => {
    await takeTurn(tx, `inbox ${accountId}`);
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
    for (const arrival of arrivals) changed.push(await readOne(tx, arrival, options));
    await mergeCalls(tx, { accountId, campaignsOf }, changed);
    return arrivals.length;
  });
}

/** Reads events again whose paths changed. Resolves to how many were read. */
export async function readAgain({ db, accountId, ownNumbers, campaignsOf }: ReadArrivals): Promise<number> {
  const options = await optionsFor(db, accountId, await ownNumbers());
  return db.transaction(async (tx) => {
    await takeTurn(tx, `inbox ${accountId}`);
    const events = await tx
      .select()
      .from(eventTable)
      .where(and(eq(eventTable.accountId, accountId), eq(eventTable.isRead, false)))
      .orderBy(asc(eventTable.id))
      .limit(atOnce);
    const changed: (string | null)[] = [];
    for (const { id, callRef } of events) {
      const [arrival] = await arrivalsOf(tx, id).limit(1);
      const found = arrival && (await eventOf(tx, arrival, options));
      await tx
        .update(eventTable)
        .set(found ? { ...found.facts, isRead: true } : { isRead: true })
        .where(eq(eventTable.id, id));
      changed.push(callRef, found?.facts.callRef ?? null);
    }
    await mergeCalls(tx, { accountId, campaignsOf }, changed);
    return events.length;
  });
}

export const arrivalsOf = (db: Pick<Database, "select">, eventId: number) =>
  db
    .select()
    .from(arrivalTable)
    .where(eq(arrivalTable.eventId, eventId))
    .orderBy(asc(arrivalTable.at), asc(arrivalTable.id));

async function optionsFor(db: Database, accountId: string, own: ReadonlySet<string>): Promise<ReadOptions> {
  const known: KnownPath[] = await db.select().from(pathTable).where(eq(pathTable.accountId, accountId));
  return { known, isOwnNumber: (digits) => own.has(digits) };
}

/** Adds an arrival to its event, or makes one. Resolves to the event's call. */
async function readOne(tx: Transaction, arrival: Arrival, options: ReadOptions): Promise<string | null> {
  const { accountId, at, addressId, verdict } = arrival;
  const found = await eventOf(tx, arrival, options);
  const { identity, isHash } = identityOf(arrival, found);
  const since = isHash ? gt(eventTable.firstAt, new Date(at.getTime() - repeatedWithinMs)) : undefined;
  const isSame = and(eq(eventTable.accountId, accountId), eq(eventTable.identity, identity), since);
  const [known] = await tx.select().from(eventTable).where(isSame).limit(1);
  const event = known
    ? { lastAt: new Date(Math.max(known.lastAt.getTime(), at.getTime())), arrivals: known.arrivals + 1 }
    : { accountId, identity, addressId, verdict, firstAt: at, lastAt: at, arrivals: 1, ...found.facts };
  const id = known?.id ?? (await insertEvent(tx, event as typeof eventTable.$inferInsert));
  if (known) await tx.update(eventTable).set(event).where(eq(eventTable.id, known.id));
  await tx.update(arrivalTable).set({ eventId: id }).where(eq(arrivalTable.id, arrival.id));
  return found.facts.callRef ?? null;
}

async function insertEvent(tx: Transaction, event: typeof eventTable.$inferInsert): Promise<number> {
  const [row] = await tx.insert(eventTable).values(event).returning({ id: eventTable.id });
  if (!row) throw new Error("An event was not stored.");
  return row.id;
}

type Found = {
  facts: Omit<NewEvent, "identity" | "addressId" | "verdict" | "firstAt" | "lastAt" | "arrivals">;
  bodyEventId: string | null;
  body: Buffer;
};

async function eventOf(tx: Transaction, arrival: Arrival, options: ReadOptions): Promise<Found> {
  const [stored] = await tx.select().from(bodyTable).where(eq(bodyTable.arrivalId, arrival.id));
  const body = stored?.body ?? Buffer.alloc(0);
  const { value, fault } = await parseBody(arrival, body);
  const read = readEvent(value ?? {}, options);
  const deliveryId = headerId(arrival) ?? read.eventId;
  return {
    facts: { ...rowOf(read), deliveryId: deliveryId && kept(deliveryId), size: arrival.size, fault },
    bodyEventId: read.eventId,
    body,
  };
}

const kept = (text: string | null) => (text === null ? null : storable(maskTokens(text)).slice(0, 500));

function rowOf({ name, shape, isOver, paths, facts }: ReadEvent) {
  const { call, session, campaign, assistant, contact, own, contact_name, direction, status, reason } = facts;
  return {
    ...{ name: kept(name), shape, isOver, paths },
    ...{ callRef: kept(call), sessionRef: kept(session), campaignRef: kept(campaign), assistantRef: kept(assistant) },
    ...{ contact, own, contactName: kept(contact_name), direction: kept(direction) },
    ...{ status: kept(status), reason: kept(reason), seconds: facts.seconds },
    ...{ startedAt: facts.started, answeredAt: facts.answered, endedAt: facts.ended },
  };
}

const headerId = ({ headers }: Arrival) =>
  Object.entries(headers).find(([name]) => deliveryHeader.test(name))?.[1] ?? null;

/** What makes two arrivals the same event: the ID of the delivery, the event's own, else the same bytes within a day. */
function identityOf(arrival: Arrival, { bodyEventId, body, facts }: Found) {
  const id = headerId(arrival) ?? bodyEventId;
  if (id) return { identity: hashOf(`id ${id}`), isHash: false };
  return { identity: hashOf(`body ${facts.name} ${arrival.query} ${body.toString("base64")}`), isHash: true };
}

/** An end that the platform's record has stays, whatever events come later. */
const keptEnd = {
  isOver: sql`found_call.is_over or excluded.is_over`,
  reason: sql`coalesce(excluded.reason, found_call.reason)`,
  endedAt: sql`coalesce(excluded.ended_at, found_call.ended_at)`,
  seconds: sql`coalesce(excluded.seconds, found_call.seconds)`,
  status: sql`case when found_call.is_over and not excluded.is_over then found_call.status else excluded.status end`,
};

/** Makes calls from their events again, and registers the campaigns and assistants that they name. */
async function mergeCalls(
  tx: Transaction,
  { accountId, campaignsOf }: Pick<ReadArrivals, "accountId" | "campaignsOf">,
  refs: readonly (string | null)[],
) {
  const unique = [...new Set(refs.filter((ref) => ref !== null))].toSorted();
  if (unique.length === 0) return;
  const events = await tx
    .select()
    .from(eventTable)
    .where(and(eq(eventTable.accountId, accountId), inArray(eventTable.callRef, unique)));
  const calls = unique.map((ref) => ({ ref, call: mergeCall(events.filter(({ callRef }) => callRef === ref)) }));
  const unnamed = calls.flatMap(({ call }) => (call?.contact && !call.campaignRef ? [call.contact] : []));
  const uploaded = unnamed.length > 0 ? await campaignsOf(unnamed) : new Map<string, string>();
  for (const { ref, call } of calls) {
    if (!call) {
      await tx.delete(foundCallTable).where(and(eq(foundCallTable.accountId, accountId), eq(foundCallTable.ref, ref)));
      continue;
    }
    const campaignRef = call.campaignRef ?? uploaded.get(call.contact ?? "") ?? null;
    const row = { ...call, campaignRef, isCampaignByUpload: campaignRef !== call.campaignRef };
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
  await keepNamed(tx, accountId, [...byKey.values()]);
}

/** Marks events of a name to be read again. */
export const markUnread = (db: Pick<Database, "update">, accountId: string, event: string) =>
  db
    .update(eventTable)
    .set({ isRead: false })
    .where(and(eq(eventTable.accountId, accountId), sql`coalesce(${eventTable.name}, '') = ${event}`));
