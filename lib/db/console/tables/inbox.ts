import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  numeric,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { confirmedFacts, type FactPaths } from "@/lib/contract/console/inbox/facts";
import { pairings } from "@/lib/contract/console/webhook-log/filter";
import { consoleSchema, moment } from "./schema";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const accountId = text("key_print").notNull();

export const signings = ["none", "standard", "hmac", "header"] as const;
export const verdicts = ["unsigned", "signed", "failed"] as const;
export const arrivalKinds = ["event", "check", "refused"] as const;
/** `budget`: its address had used its bytes of the day. `disk`: little space was free. `refused`: only a first part is kept. */
export const leftOutReasons = ["budget", "disk", "refused"] as const;

/** A value of a body that is no object. `key` is normalized and has the name of its owner, as `call_id` from `call.id`. */
export type Leaf = { path: string; key: string; depth: number; value: string };

export type Leaves = {
  /** Ordered by depth in the body, top-level fields first. */
  leaves: readonly Leaf[];
  /** Hash of all keys without their values. Bodies of one shape have their facts in the same places. */
  shape: string;
};

/**
 * Source of an arrival's facts, one item for each event. `hash` finds the same part of a body again, `size`
 * is that of the part.
 */
export type ArrivalContent = {
  items: (Leaves & { hash: string; size: number; isEmpty: boolean })[];
  fault: string | null;
};

/** Addresses at which Switchboard receives the platform's events. */
export const hookAddressTable = consoleSchema.table(
  "hook_address",
  {
    id: text("id").primaryKey(),
    accountId,
    name: text("name").notNull(),
    tokenHash: text("token_hash").notNull(),
    /** The token, encrypted, so that an admin can copy the address again. */
    sealed: text("sealed").notNull(),
    lastFour: text("last_four").notNull(),
    signing: text("signing", { enum: signings }).notNull().default("none"),
    /** Name of the header with the signature or the secret. */
    signingHeader: text("signing_header"),
    sealedSecret: text("sealed_secret"),
    /** The secret before it, which is accepted too until `earlierUntil`. */
    earlierSecret: text("earlier_secret"),
    earlierUntil: moment("earlier_until"),
    refusesUnsigned: boolean("refuses_unsigned").notNull().default(false),
    /** Bytes of bodies kept a day, as an admin chose; null for a tenth of the free space. */
    bytesADay: bigint("bytes_a_day", { mode: "number" }),
    createdAt: moment("created_at").notNull(),
    createdBy: text("created_by").notNull(),
    removedAt: moment("removed_at"),
    removedBy: text("removed_by"),
  },
  (table) => [uniqueIndex("hook_address_token").on(table.tokenHash)],
);

/** A request to an address, stored before it is answered. `eventId` is null until it was read. */
export const arrivalTable = consoleSchema.table(
  "hook_arrival",
  {
    /** The receipt ID that the sender got. */
    id: text("id").primaryKey(),
    accountId,
    addressId: text("address_id").notNull(),
    at: moment("at").notNull(),
    kind: text("kind", { enum: arrivalKinds }).notNull(),
    verdict: text("verdict", { enum: verdicts }).notNull(),
    method: text("method").notNull(),
    query: text("query").notNull(),
    headers: jsonb("headers").$type<Record<string, string>>().notNull(),
    /** Size of the body as it came; more than is stored if it was cut. */
    size: integer("size").notNull(),
    isCut: boolean("is_cut").notNull(),
    /** Fault of the request as a sentence; null if it has none. */
    fault: text("fault"),
    /** Why its signature is missing or not valid, as a sentence; null if it is valid or none is asked for. */
    signatureFault: text("signature_fault"),
    /** A link that an admin has to open, so that the sender begins to send. Never fetched. */
    confirmUrl: text("confirm_url"),
    /** Why its body was not kept; null if it was. */
    leftOut: text("left_out", { enum: leftOutReasons }),
    /** Source of the facts if the body was not stored; null once they were read. */
    content: jsonb("content").$type<ArrivalContent>(),
    eventId: bigint("event_id", { mode: "number" }),
    /** Further events, if its body is a list of events. */
    otherEventIds: bigint("other_event_ids", { mode: "number" }).array(),
  },
  (table) => [
    index("hook_arrival_unread").on(table.at, table.id).where(sql`event_id is null and kind = 'event'`),
    index("hook_arrival_event").on(table.eventId, table.at),
    index("hook_arrival_events").using("gin", table.otherEventIds).where(sql`other_event_ids is not null`),
    index("hook_arrival_old").using("brin", table.at),
    index("hook_arrival_unsigned").on(table.addressId, table.at).where(sql`signature_fault is not null`),
    index("hook_arrival_other").on(table.accountId, table.at).where(sql`kind <> 'event' or is_cut`),
  ],
);

/**
 * Bodies as they came. jsonb would lose the order of keys and refuse NUL. Partitioned by day, which drizzle cannot say: only a
 * dropped day gives its space back to the disk at once. See `body-days.ts`.
 */
export const bodyTable = consoleSchema.table(
  "hook_body",
  {
    arrivalId: text("arrival_id").notNull(),
    at: moment("at").notNull(),
    body: bytes("body").notNull(),
  },
  (table) => [primaryKey({ columns: [table.arrivalId, table.at] }), index("hook_body_at").on(table.at)],
);

/** Bytes of bodies that an address kept on a day, in UTC, and how many bodies were left out. */
export const hookUsageTable = consoleSchema.table(
  "hook_usage",
  {
    addressId: text("address_id").notNull(),
    day: text("day").notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    leftOut: integer("left_out").notNull(),
  },
  (table) => [primaryKey({ columns: [table.addressId, table.day] })],
);

const id = () => bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity();
const facts = {
  sessionRef: text("session_ref"),
  campaignRef: text("campaign_ref"),
  assistantRef: text("assistant_ref"),
  /** Digits of the other party's number and of ours. */
  contact: text("contact"),
  own: text("own"),
  contactName: text("contact_name"),
  direction: text("direction"),
  status: text("status"),
  reason: text("reason"),
  startedAt: moment("started_at"),
  answeredAt: moment("answered_at"),
  endedAt: moment("ended_at"),
  seconds: integer("seconds"),
  /** As sent, and its currency; null if that was not sent. */
  cost: numeric("cost"),
  currency: text("currency"),
};

/** An event, with the facts that were found in it. Repeated requests are further arrivals of it. */
export const eventTable = consoleSchema.table(
  "hook_event",
  {
    id: id(),
    accountId,
    /** ID of the delivery, or a hash of the body. */
    identity: text("identity").notNull(),
    addressId: text("address_id").notNull(),
    firstAt: moment("first_at").notNull(),
    lastAt: moment("last_at").notNull(),
    arrivals: integer("arrivals").notNull(),
    name: text("name"),
    deliveryId: text("delivery_id"),
    size: integer("size").notNull(),
    verdict: text("verdict", { enum: verdicts }).notNull(),
    /** Why its body could not be read; null if it was. */
    fault: text("fault"),
    /** Hash of the keys of its body. */
    shape: text("shape").notNull(),
    isOver: boolean("is_over").notNull(),
    callRef: text("call_ref"),
    ...facts,
    /** Place in the list of events that it arrived in, from 0. */
    item: integer("item").notNull().default(0),
    /** Where each fact was found. */
    paths: jsonb("paths").$type<FactPaths>().notNull(),
    /** False if its facts must be read again from its body. */
    isRead: boolean("is_read").notNull().default(true),
    /** Its delivery in the platform's log, and how that was found; null without one. */
    deliveryKey: text("delivery_key"),
    pairedBy: text("paired_by", { enum: pairings }),
    /** False before it is compared with the platform's log, and again when it arrives once more. */
    isCompared: boolean("is_compared").notNull().default(false),
  },
  (table) => [
    index("hook_event_identity").on(table.accountId, table.identity),
    index("hook_event_call").on(table.accountId, table.callRef, table.id).where(sql`call_ref is not null`),
    index("hook_event_delivery").on(table.accountId, table.deliveryId).where(sql`delivery_id is not null`),
    index("hook_event_time").on(table.accountId, table.firstAt, table.id),
    index("hook_event_name").on(table.accountId, table.name, table.firstAt, table.id),
    index("hook_event_campaign").on(table.accountId, table.campaignRef, table.firstAt, table.id),
    index("hook_event_unread").on(table.id).where(sql`not is_read`),
    index("hook_event_pair").on(table.accountId, table.deliveryKey).where(sql`delivery_key is not null`),
    index("hook_event_uncompared").on(table.accountId, table.firstAt).where(sql`not is_compared`),
    // Such events are rows of the webhook log themselves.
    index("hook_event_unpaired").on(table.accountId, table.firstAt, table.id).where(sql`delivery_key is null`),
    index("hook_event_old").using("brin", table.lastAt),
  ],
);

/** Requests to unknown and removed addresses, counted. A scanner makes many, so only the newest rows are kept. */
export const unknownRequestTable = consoleSchema.table(
  "hook_stray",
  {
    /** "" for an unknown address. */
    accountId,
    status: integer("status").notNull(),
    /** "" if there were more than are kept apart. */
    lastFour: text("last_four").notNull(),
    client: text("client").notNull(),
    method: text("method").notNull(),
    firstAt: moment("first_at").notNull(),
    lastAt: moment("last_at").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.status, table.lastFour, table.client] })],
);

/** A call, from all its events and the platform's record of it. `events` is 0 if only the record names it. */
export const foundCallTable = consoleSchema.table(
  "found_call",
  {
    accountId,
    ref: text("ref").notNull(),
    ...facts,
    /** Digits of the contact's line, if that is another spelling of the number; see `call-lines.ts`. */
    contactLine: text("contact_line"),
    /** True if its events name no campaign, and its number was uploaded here to this one only. */
    isCampaignByUpload: boolean("is_campaign_by_upload").notNull().default(false),
    /** Start, or the first event of it. Orders the list. */
    at: moment("at").notNull(),
    isOver: boolean("is_over").notNull(),
    firstEventAt: moment("first_event_at").notNull(),
    lastEventAt: moment("last_event_at").notNull(),
    events: integer("events").notNull(),
    /** When the platform answered for this ID; null until then. */
    confirmedAt: moment("confirmed_at"),
    /** When its state was read from the platform last, or that was tried. */
    askedAt: moment("asked_at"),
    /** When its number was put on the do-not-call list, if the call began after that. */
    blockedAt: moment("blocked_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.ref] }),
    // Ascending, because a descending index of drizzle has its nulls last, and then serves no `order by … desc`.
    index("found_call_page").on(table.accountId, table.at, table.ref),
    index("found_call_open").on(table.accountId, table.at).where(sql`not is_over`),
    index("found_call_line").on(table.accountId, sql`coalesce(contact_line, contact)`, table.at, table.ref),
    index("found_call_campaign").on(table.accountId, table.campaignRef, table.at, table.ref),
    index("found_call_blocked").on(table.accountId, table.at).where(sql`blocked_at is not null`),
    index("found_call_direction").on(table.accountId, sql`lower(left(direction, 2))`, table.at, table.ref),
    index("found_call_reason").on(table.accountId, sql`coalesce(reason, status)`, table.at, table.ref),
  ],
);

/** Where a fact is found in events of a name and shape: after confirmations by the platform, or as an admin chose. */
export const pathTable = consoleSchema.table(
  "hook_path",
  {
    accountId,
    event: text("event").notNull(),
    /** "" for all shapes. */
    shape: text("shape").notNull(),
    fact: text("fact").notNull(),
    path: text("path").notNull(),
    confirmed: integer("confirmed").notNull().default(0),
    denied: integer("denied").notNull().default(0),
    chosenBy: text("chosen_by"),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.event, table.shape, table.fact, table.path] })],
);

/** Values of events that the platform does not know as the ID of such a record, by their hash: an ID can hold a phone number. */
export const deniedTable = consoleSchema.table(
  "hook_denied",
  {
    accountId,
    fact: text("fact", { enum: confirmedFacts }).notNull(),
    valueHash: text("value_hash").notNull(),
    at: moment("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.fact, table.valueHash] })],
);
