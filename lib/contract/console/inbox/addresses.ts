import { ownAnswer } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";

export const signings = ["none", "standard", "hmac", "header"] as const;

export type HookAddress = {
  id: string;
  name: string;
  /** Host of the address, and the last four signs of its token. */
  host: string;
  last_four: string;
  signing: (typeof signings)[number];
  signing_header: string | null;
  refuses_unsigned: boolean;
  /** Until when the secret before the present one is accepted too; null if it is not. */
  earlier_until: string | null;
  /** The latest events without a valid signature, newest first. */
  unsigned: UnsignedArrival[];
  /** Bytes of content: how many it may keep a day, how many it kept today, and how many contents were left out. */
  budget: { bytes: number; is_chosen: boolean; used: number; left_out: number };
  created_at: string;
  created_by: string;
  removed_at: string | null;
  /** Latest event; null without one. */
  last_event_at: string | null;
  /** Webhooks of the platform with this address. */
  webhooks: { id: string; events: string[] }[];
};

/** `event_id` is null if the event was refused, or is not read yet. */
export type UnsignedArrival = { at: string; fault: string; is_refused: boolean; event_id: string | null };

/** How far the set-up is. Each time is that of its first; null until then. */
export type InboxSetup = {
  seen_on_platform_at: string | null;
  first_event_at: string | null;
  first_confirmed_at: string | null;
  /** Events, calls, campaigns and assistants that filled themselves. */
  counts: { events: number; calls: number; campaigns: number; assistants: number };
  /** Latest deliveries in the platform's log to webhooks with our address: how many, and how many of them failed. */
  tried: { total: number; failed: number };
};

export const listAddresses = operation({
  id: "inbox.addresses",
  label: "See the addresses for events",
  method: "GET",
  path: "/console/inbox/addresses",
  output: ownAnswer<{ data: HookAddress[]; setup: InboxSetup }>(),
  allow: roles,
});

export const addAddress = operation({
  id: "inbox.add",
  label: "Make an address for events",
  phrase: "make the address for events {it}",
  method: "POST",
  path: "/console/inbox/addresses",
  output: ownAnswer<{ data: HookAddress; message: string }>(),
  allow: ["admin"],
  about: "name",
});

export const showAddress = operation({
  id: "inbox.show",
  label: "Open the whole address for events",
  phrase: "open the whole address for events {it}",
  method: "POST",
  path: "/console/inbox/addresses/{address_id}/show",
  output: ownAnswer<{ url: string }>(),
  allow: ["admin"],
});

/** Events sent to a removed address are answered with 410. */
export const removeAddress = operation({
  id: "inbox.remove",
  label: "Remove an address for events",
  phrase: "remove the address for events {it}",
  method: "DELETE",
  path: "/console/inbox/addresses/{address_id}",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
});

/**
 * The secret is stored encrypted and never returned. An empty one keeps the stored secret. A new one for the same kind of check is
 * accepted beside the one before for a day.
 */
export const setSigning = operation({
  id: "inbox.set_signing",
  label: "Change how events are checked",
  phrase: "change how events at {it} are checked",
  method: "POST",
  path: "/console/inbox/addresses/{address_id}/signing",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
});

/** Ends the secret before the present one at once. */
export const endEarlierSecret = operation({
  id: "inbox.end_secret",
  label: "End the earlier secret of an address",
  phrase: "end the earlier secret of {it}",
  method: "DELETE",
  path: "/console/inbox/addresses/{address_id}/earlier-secret",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
});

/** Sends an event to the address as the platform would, through its public name. */
export const testAddress = operation({
  id: "inbox.test",
  label: "Send a test event",
  phrase: "send a test event to {it}",
  hasResult: true,
  method: "POST",
  path: "/console/inbox/addresses/{address_id}/test",
  output: ownAnswer<{ is_received: boolean; message: string }>(),
  allow: ["admin"],
});
