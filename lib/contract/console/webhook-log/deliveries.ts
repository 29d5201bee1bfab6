import { ownAnswer } from "@/lib/contract/fields";
import { type FileAnswer, operation, roles } from "@/lib/contract/operation";
import type { HereState, Outcome, pairings } from "./filter";

export type Delivery = {
  /** Entry ID, or a generated unique key if it is missing or repeated. */
  key: string;
  webhook_id: string | null;
  event: string | null;
  status: string | null;
  /** Null if the platform sent no whole number. */
  attempts: number | null;
  is_delivered: boolean;
  outcome: Outcome;
  /** The platform's own time; null if it sent no readable one. */
  delivered_at: string | null;
  /** First try, as far as known: filters, order and chart use it. Null if `is_older`. */
  at: string | null;
  /** Its first try cannot be before this; null if `is_older`. */
  begins_at: string | null;
  /** Its arrival, or the last change of its status or attempts. */
  last_at: string;
  /** From the first try to the arrival; null unless it arrived and a read saw it before. */
  late_seconds: number | null;
  /** When a read first found it. */
  first_seen_at: string;
  /** The read before that, which did not have it; null if the first read of the log found it. */
  not_seen_at: string | null;
  /** The first read found it without a delivery time, and it is unchanged since. Its time is unknown. */
  is_older: boolean;
  changed_at: string;
  /** Since when the platform no longer returns it; null while it does. */
  gone_at: string | null;
  /** State of its arrival at one of our own addresses; null if its webhook has another. */
  here: HereState | null;
  /** How often its event arrived here, and when first; null without one. */
  arrivals_here: number;
  arrived_here_at: string | null;
  paired_by: (typeof pairings)[number] | null;
};

/**
 * State of an event that has no delivery in the log. `test`: sent from Switchboard. `part`: not the first event of its request,
 * whose delivery is found by its first one.
 */
export const eventStates = ["not_in_log", "waiting", "test", "part"] as const;

/** An event that arrived here, as far as a row shows it. */
export type ArrivedEvent = {
  id: string;
  name: string | null;
  at: string;
  arrivals: number;
  /** Name of the address that it came to, and the last four signs of that. */
  address: string;
  last_four: string;
  /** Null if its delivery is known. */
  state: (typeof eventStates)[number] | null;
  call_id: string | null;
  /** Digits of the number of the person in the call. */
  contact: string | null;
  contact_name: string | null;
};

/** A delivery of the log, an event that arrived here, or both. One of the two is never null. */
export type LogRow = { key: string; delivery: Delivery | null; event: ArrivedEvent | null };

const eventPrefix = "event/";

/** Key of a row that is only an event. */
export const eventKey = (id: string) => `${eventPrefix}${id}`;

/** ID of the event of such a key; undefined for the key of a delivery. */
export const eventIdIn = (key: string): string | undefined =>
  key.startsWith(eventPrefix) && /^\d{1,15}$/.test(key.slice(eventPrefix.length))
    ? key.slice(eventPrefix.length)
    : undefined;

export type LogReading = {
  /** The last read; null before the first. */
  at: string | null;
  /** The last successful read, or the oldest of them if each webhook is read on its own. Null before. */
  ok_at: string | null;
  /** `ok` or the problem code of the last read; `none` before the first read. */
  outcome: string;
  /** Polling interval while a browser shows the log. */
  every_seconds: number;
  /** The first read of which entries are stored. Entries from before are as the platform returned them then. */
  watched_since: string | null;
  /** If the log is too large to be read whole: number of webhooks whose own log was read, of all. Otherwise null. */
  by_webhook: { read: number; of: number } | null;
};

/** One page of deliveries and of events that are in no log, newest first by `at`, then by key. A delivery belongs to each time from `begins_at` to `last_at`, or to now while it is retried. The view `older` is sorted by key. */
export const listDeliveries = operation({
  id: "deliveries.list",
  label: "Read the stored webhook log",
  method: "POST",
  isRead: true,
  path: "/console/deliveries",
  /** `next` is the `after` of the next page; null on the last page. */
  output: ownAnswer<{ data: LogRow[]; next: string | null }>(),
  allow: roles,
});

/**
 * With `fresh`, requests a read of the log and waits up to a few seconds for its result. The log is read at most every two
 * seconds, and simultaneous requests share one read.
 */
export const readDeliveries = operation({
  id: "deliveries.reading",
  label: "Refresh the webhook log",
  method: "GET",
  path: "/console/delivery-reading",
  output: ownAnswer<LogReading>(),
  allow: roles,
});

/** Streams all matching entries as a file. Its URL is used in a link. */
export const exportDeliveries = operation({
  id: "deliveries.export",
  label: "Export the webhook log",
  method: "GET",
  path: "/console/delivery-export",
  output: ownAnswer<FileAnswer>(),
  allow: roles,
  isFile: true,
});

/** A change of a webhook that a read of the platform's list found. Values are as sent, a list of events as JSON. */
export type WebhookChange = {
  webhook_id: string;
  at: string;
  field: "url" | "events" | "status";
  before: string | null;
  after: string | null;
};

export type DeliveryDetails = Delivery & {
  raw: unknown;
  /** ID of the event that arrived here; null without one, or if it is not stored any more. */
  event_id: string | null;
  /** When each attempt is due, in seconds after the first, by the admin's schedule. Empty without a schedule. */
  retry_seconds: readonly number[];
  /** Differences from one read to the next, newest first. */
  changes: { at: string; fields: { field: string; before: string | null; after: string | null }[] }[];
  /** Entries of the same webhook, oldest first: up to ten before it, itself, and up to ten after. Empty if `is_older`. */
  neighbors: Pick<Delivery, "key" | "status" | "event" | "is_delivered" | "delivered_at" | "first_seen_at">[];
  /** The other webhooks from five minutes before its first try to five minutes after its last change; null if `is_older`. */
  others: OtherWebhooks | null;
  /** Changes of its webhook in that time. */
  webhook_changes: WebhookChange[];
};

/** Webhooks with deliveries in a time: all of `reached` arrived within a minute, some of `partly`, and none of `failing`. */
export type OtherWebhooks = { from: string; to: string } & Record<"reached" | "partly" | "failing", string[]>;

/** `data` is null for an unknown entry. */
export const getDelivery = operation({
  id: "deliveries.seen",
  label: "See when a delivery was first seen and how it changed",
  method: "GET",
  path: "/console/deliveries/{entry_id}",
  output: ownAnswer<{ data: DeliveryDetails | null }>(),
  allow: roles,
});
