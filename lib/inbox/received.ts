import { and, desc, eq, gte, isNotNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { readSettings } from "@/lib/collector/polling/settings";
import { implement } from "@/lib/contract/console/context";
import { addAddress } from "@/lib/contract/console/inbox/addresses";
import {
  choosePath,
  exportReceived,
  getReceived,
  largestShown,
  listOther,
  listReceived,
  openBody,
  type ReceivedEvent,
  saveBody,
} from "@/lib/contract/console/inbox/received";
import { knownName } from "@/lib/contract/console/saved";
import type { InputOf } from "@/lib/contract/inputs";
import { isAllowed } from "@/lib/contract/operation";
import { refused } from "@/lib/contract/problem";
import { deliveryTable } from "@/lib/db/console/tables/collector";
import { arrivalTable, bodyTable, eventTable, hookAddressTable, pathTable } from "@/lib/db/console/tables/inbox";
import { isSaved, savedTable } from "@/lib/db/console/tables/registry";
import { findsText, type Searcher } from "@/lib/db/console/text-search";
import type { Database } from "@/lib/db/database";
import { stringifyJson } from "@/lib/format/json";
import { maskTokens } from "@/lib/hook-token";
import { searchedNumber } from "@/lib/numbers/searched-number";
import { factsOf, isoOf } from "./call-facts";
import { csvFile } from "./csv-file";
import { plus } from "./found-calls";
import { leavesOf } from "./leaves";
import { isComparable } from "./pair-events";
import { parseBody } from "./parse-body";
import { partsOf } from "./parts-of-text";
import { arrivalsOf, markUnread } from "./read-arrivals";
import { listStrays } from "./unknown-requests";
import { textOfBody } from "./unpack-body";

type Filter = InputOf<typeof exportReceived>;
type Row = typeof eventTable.$inferSelect & { campaignName: string | null };

const pageSize = 50;
const mostOther = 200;
const mostChoices = 500;

export const received = (db: Database, accountId: string) => [
  implement(listReceived, async ({ after, limit = pageSize, ...filter }, { person }) => {
    const isMatch = conditionsOf({ accountId, searcher: person }, filter);
    const rows = await readRows(db, and(isMatch, after === undefined ? undefined : afterCursor(after)), limit + 1);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const next = rows.length > limit && last ? cursorOf(last) : null;
    const searched = searchedNumber(filter.text ?? "") ?? null;
    return { data: page.map(answerOf), next, searched, names: await recentNames(db, accountId) };
  }),

  implement(exportReceived, async (filter, { person }) => {
    const isMatch = conditionsOf({ accountId, searcher: person }, filter);
    return csvFile<Row>({
      name: ["received", filter.event, filter.campaign_id, filter.text],
      columns,
      readPage: (last, limit) => readRows(db, and(isMatch, last && afterCursor(cursorOf(last))), limit),
      cells: cellsOf,
    });
  }),

  implement(getReceived, async ({ event_id }, { person }) => {
    const row = await oneRow(db, accountId, event_id);
    const [arrivals, [entry], { days }] = await Promise.all([
      arrivalsOf(db, row.id),
      row.deliveryKey === null ? [] : logLines(db, accountId, row.deliveryKey),
      readSettings(db),
    ]);
    const body = await bodyOf(db, row);
    const untilMs = row.firstAt.getTime() + days.bodies.days * 86_400_000;
    return {
      data: {
        ...answerOf(row),
        address: await addressName(db, row.addressId),
        paths: row.paths,
        choices: body && isAllowed(openBody, person.role) ? await choicesIn(body) : [],
        all_arrivals: arrivals.map(arrivalOf),
        item: row.item,
        items: 1 + (arrivals[0]?.otherEventIds?.length ?? 0),
        log: entry ? [entry] : [],
        is_large: body !== undefined && (await isLargeBody(body)),
        not_kept: notKept[arrivals[0]?.leftOut ?? "no"] ?? null,
        signature_fault: arrivals[0]?.signatureFault ?? null,
        body_until: body ? new Date(untilMs).toISOString() : null,
      },
    };
  }),

  implement(openBody, async ({ event_id }) => {
    const row = await oneRow(db, accountId, event_id);
    const body = await bodyOf(db, row);
    if (!body) throw refused("not_found", "The content of this event is not stored any more.");
    const text = await textIn(body);
    if (text.length > largestShown)
      throw refused("not_possible", "This content is larger than 1 MB. Save it as a file instead.");
    return { text };
  }),

  implement(saveBody, async ({ event_id }) => {
    const row = await oneRow(db, accountId, event_id);
    const body = await bodyOf(db, row);
    if (!body) throw refused("not_found", "The content of this event is not stored any more.");
    const text = await textIn(body);
    return {
      title: { parts: [`event-${event_id}`], extension: "txt" },
      contentType: "text/plain; charset=utf-8",
      isText: true,
      async send(write) {
        for (const part of partsOf(text)) await write(part);
        return 1;
      },
    };
  }),

  implement(choosePath, async ({ event, fact, path }, { person }) => {
    await db.transaction(async (tx) => {
      const isOf = and(eq(pathTable.accountId, accountId), eq(pathTable.event, event), eq(pathTable.fact, fact));
      await tx.delete(pathTable).where(and(isOf, isNotNull(pathTable.chosenBy)));
      if (path !== "")
        await tx.insert(pathTable).values({ accountId, event, shape: "", fact, path, chosenBy: person.name });
      await markUnread(tx, accountId, event);
    });
    return { message: "The stored events are read again." };
  }),

  implement(listOther, async (_, { person }) => {
    const mayConfirm = isAllowed(addAddress, person.role);
    const isOther = and(eq(arrivalTable.accountId, accountId), or(ne(arrivalTable.kind, "event"), arrivalTable.isCut));
    const rows = await db.select().from(arrivalTable).where(isOther).orderBy(desc(arrivalTable.at)).limit(mostOther);
    const arrivals = rows.map((row) => ({
      ...arrivalOf(row),
      ...{ kind: row.kind, method: row.method, fault: row.fault, is_cut: row.isCut, stray: null },
      confirm_url: mayConfirm ? row.confirmUrl : null,
    }));
    const data = [...arrivals, ...(await listStrays(db, accountId))];
    return { data: data.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, mostOther) };
  }),
];

const notKept: Readonly<Record<string, string>> = {
  budget: "The content was not kept, because its address had reached its limit for the day. The facts were read.",
  disk: "The content was not kept, because little space was free on the disk. The facts were read.",
};

/** It arrived more often than the log has attempts. */
const isMoreOften = sql`arrivals_here > greatest(attempts, 1)`;
const isMatched = {
  yes: isNotNull(eventTable.deliveryKey),
  no: sql`(${eventTable.isCompared} and ${eventTable.deliveryKey} is null and ${isComparable})`,
  more: sql`exists (select from console.delivery as d
    where d.key_print = ${eventTable.accountId} and d.key = ${eventTable.deliveryKey} and ${isMoreOften})`,
};

type Search = { accountId: string; searcher: Searcher };

function conditionsOf({ accountId, searcher }: Search, { matched, ...filter }: Filter) {
  const { text, event, campaign_id, call_id, delivery_id, from, to } = filter;
  return and(
    matched && isMatched[matched],
    eq(eventTable.accountId, accountId),
    event === undefined ? undefined : eq(eventTable.name, event),
    campaign_id === undefined ? undefined : eq(eventTable.campaignRef, campaign_id),
    call_id === undefined ? undefined : eq(eventTable.callRef, call_id),
    delivery_id === undefined
      ? undefined
      : or(eq(eventTable.deliveryKey, delivery_id), eq(eventTable.deliveryId, delivery_id)),
    from === undefined ? undefined : gte(eventTable.firstAt, new Date(from)),
    to === undefined ? undefined : lt(eventTable.firstAt, new Date(to)),
    text?.trim() ? findsText(text.trim(), { number: contact, texts }, searcher) : undefined,
  );
}

const { contact, callRef, campaignRef, sessionRef, contactName } = eventTable;
const texts = [callRef, campaignRef, sessionRef, eventTable.deliveryId, contactName];

const cursorOf = ({ firstAt, id }: Row) => `${firstAt.toISOString()} ${id}`;

function afterCursor(after: string) {
  const [time = "", id = ""] = after.split(" ");
  return sql`(${eventTable.firstAt}, ${eventTable.id}) < (${time}::timestamptz, ${id}::bigint)`;
}

async function readRows(db: Database, where: SQL | undefined, limit: number): Promise<Row[]> {
  const rows = await db
    .select({ event: eventTable, label: savedTable.label, name: savedTable.name })
    .from(eventTable)
    .leftJoin(
      savedTable,
      isSaved({ accountId: eventTable.accountId, resource: "campaigns", ref: eventTable.campaignRef }),
    )
    .where(where)
    .orderBy(desc(eventTable.firstAt), desc(eventTable.id))
    .limit(limit);
  return rows.map(({ event, ...names }) => ({ ...event, campaignName: knownName(names) }));
}

async function addressName(db: Database, id: string): Promise<string> {
  const [address] = await db
    .select({ name: hookAddressTable.name })
    .from(hookAddressTable)
    .where(eq(hookAddressTable.id, id));
  return address?.name ?? "";
}

async function oneRow(db: Database, accountId: string, event_id: string): Promise<Row> {
  const [row] = await readRows(db, and(eq(eventTable.accountId, accountId), eq(eventTable.id, Number(event_id))), 1);
  if (!row) throw refused("not_found", "There is no received event with this ID.");
  return row;
}

const answerOf = (row: Row): ReceivedEvent => ({
  ...factsOf(row),
  ...{ id: String(row.id), first_at: row.firstAt.toISOString(), last_at: row.lastAt.toISOString() },
  ...{ arrivals: row.arrivals, name: row.name, size: row.size, address_id: row.addressId, verdict: row.verdict },
  ...{ fault: row.fault, delivery_id: row.deliveryId, call_id: row.callRef },
  ...{ in_log: row.deliveryKey !== null, paired_by: row.pairedBy, is_compared: row.isCompared },
});

const arrivalOf = ({ id, at, addressId, headers, size }: typeof arrivalTable.$inferSelect) => ({
  ...{ id, at: at.toISOString(), address_id: addressId, headers, size },
});

async function logLines(db: Database, accountId: string, deliveryKey: string) {
  const rows = await db
    .select()
    .from(deliveryTable)
    .where(and(eq(deliveryTable.accountId, accountId), eq(deliveryTable.key, deliveryKey)));
  return rows.map(({ key, webhookId, status, attempts, at }) => ({
    key,
    webhook_id: webhookId,
    status: status || null,
    attempts: attempts < 0 ? null : attempts,
    at: isoOf(at),
  }));
}

/** A body as it is shown. */
async function textIn(body: StoredBody): Promise<string> {
  const text = body.arrival.otherEventIds
    ? stringifyJson(await ownPartOf(body))
    : await textOfBody(body.arrival.headers, body.bytes);
  return maskTokens(text ?? body.bytes.toString("latin1"));
}

/** By the bytes that are stored, unless they are packed. */
const isLargeBody = async (body: StoredBody) =>
  body.bytes.length > largestShown ||
  (body.arrival.headers["content-encoding"] !== undefined && (await textIn(body)).length > largestShown);

type StoredBody = { arrival: typeof arrivalTable.$inferSelect; bytes: Buffer; item: number };

async function bodyOf(db: Database, { id, item }: Pick<Row, "id" | "item">): Promise<StoredBody | undefined> {
  const [arrival] = await arrivalsOf(db, id).limit(1);
  if (!arrival) return undefined;
  const [stored] = await db
    .select()
    .from(bodyTable)
    .where(and(eq(bodyTable.arrivalId, arrival.id), eq(bodyTable.at, arrival.at)));
  return stored && { arrival, bytes: stored.body, item };
}

/** The event's own part, if the body is a list of events. */
const ownPartOf = async ({ arrival, bytes, item }: StoredBody) => (await parseBody(arrival, bytes)).events[item]?.value;

/** Keys with their values, except what people said. */
async function choicesIn(body: StoredBody) {
  const { leaves } = leavesOf(await ownPartOf(body));
  return leaves.slice(0, mostChoices).map(({ path, value }) => ({ path, value: maskTokens(value) }));
}

/** Names of the last thousand events, the most frequent first. */
async function recentNames(db: Database, accountId: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from (select name from console.hook_event where key_print = ${accountId} order by first_at desc, id desc limit 1000) as last
    where name is not null group by name order by count(*) desc, name limit 50`);
  return rows.map(({ name }) => name);
}

const columns = [
  ...[
    "first_arrived_at",
    "last_arrived_at",
    "arrivals",
    "event",
    "number",
    "name",
    "campaign",
    "campaign_id",
    "result",
  ],
  ...["call_id", "session_id", "size_in_bytes", "signature", "delivery_id", "in_log", "event_id"],
];

const cellsOf = (row: Row) => [
  ...[isoOf(row.firstAt), isoOf(row.lastAt), row.arrivals, row.name, plus(row.contact), row.contactName],
  ...[row.campaignName, row.campaignRef, row.reason ?? row.status, row.callRef, row.sessionRef],
  ...[row.size, row.verdict, row.deliveryId, row.deliveryKey === null ? "no" : "yes", row.id],
];
