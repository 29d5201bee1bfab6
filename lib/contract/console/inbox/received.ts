import type { pairings } from "@/lib/contract/console/webhook-log/filter";
import { ownAnswer } from "@/lib/contract/fields";
import { type FileAnswer, operation, type Role, roles } from "@/lib/contract/operation";
import type { CallFacts, FactPaths } from "./facts";
import type { SearchedNumber } from "./found-calls";

/** An event that arrived, with the facts that were found in it. Times are ISO 8601, numbers of people are digits. */
export type ReceivedEvent = CallFacts & {
  id: string;
  first_at: string;
  last_at: string;
  arrivals: number;
  name: string | null;
  size: number;
  address_id: string;
  verdict: "unsigned" | "signed" | "failed";
  /** Why its body could not be read, as a sentence; null if it was. */
  fault: string | null;
  delivery_id: string | null;
  call_id: string | null;
  /** True if its delivery was found in the platform's log, and how. */
  in_log: boolean;
  paired_by: (typeof pairings)[number] | null;
  /** False before it is compared with the log. Until then nobody can say that it is not in the log. */
  is_compared: boolean;
};

export type Arrival = { id: string; at: string; address_id: string; headers: Record<string, string>; size: number };

export type LogLine = {
  key: string;
  webhook_id: string;
  status: string | null;
  attempts: number | null;
  at: string | null;
};

export type ReceivedDetail = ReceivedEvent & {
  /** Name of the address that it came to. */
  address: string;
  paths: FactPaths;
  /** Paths in its body that an admin can choose, with their values. Empty for roles that may not see content. */
  choices: { path: string; value: string }[];
  all_arrivals: Arrival[];
  log: LogLine[];
  /** Place in the list of events that it arrived in, from 0, and the length of that list. */
  item: number;
  items: number;
  /** Until when its body is stored; null if it is not any more. */
  body_until: string | null;
  /** Why its signature is missing or not valid, as a sentence; null if it is valid or none is asked for. */
  signature_fault: string | null;
  /** True if its body is larger than `largestShown`. */
  is_large: boolean;
  /** Why its body was not kept, as a sentence; null if it was. */
  not_kept: string | null;
};

/**
 * A request that is no event: a check by the sender, one that was refused, and one that was cut. Requests to unknown and removed
 * addresses are counted by sender. Their `at` is the last one, and their size is null.
 */
export type OtherArrival = Omit<Arrival, "size"> & {
  kind: "check" | "refused" | "event" | "unknown" | "removed";
  size: number | null;
  method: string;
  fault: string | null;
  /** A link that an admin has to open, so that the sender begins to send. Null for other roles. */
  confirm_url: string | null;
  is_cut: boolean;
  /** `last_four` and `client` are "" if there were too many senders to count them apart. */
  stray: { count: number; last_four: string; client: string } | null;
};

const readers = roles;
const contentReaders: readonly Role[] = ["admin", "support"];

/** Newest first. `after` is the `next` of the page before. */
export const listReceived = operation({
  id: "received.list",
  label: "See received events",
  method: "POST",
  isRead: true,
  path: "/console/received",
  output: ownAnswer<{ data: ReceivedEvent[]; next: string | null; searched: SearchedNumber | null; names: string[] }>(),
  allow: readers,
});

export const eventsOfCall = (call_id: string) => ({ call_id, limit: 50 });

/** CSV of the events without their content. It names people, so only roles that may open content have it. */
export const exportReceived = operation({
  id: "received.export",
  label: "Export received events",
  method: "GET",
  path: "/console/received-export",
  output: ownAnswer<FileAnswer>(),
  allow: contentReaders,
  isFile: true,
});

export const getReceived = operation({
  id: "received.get",
  label: "See a received event",
  method: "GET",
  path: "/console/received/{event_id}",
  output: ownAnswer<{ data: ReceivedDetail }>(),
  allow: readers,
});

/** The body as it came, as text, up to `largestShown`. Opening it is recorded in the audit log. */
export const openBody = operation({
  id: "received.open_body",
  label: "Open the content of an event",
  phrase: "open the content of the event {it}",
  method: "POST",
  path: "/console/received/{event_id}/body",
  output: ownAnswer<{ text: string }>(),
  allow: contentReaders,
});

/** A larger content is saved as a file, because masking and showing it takes seconds. */
export const largestShown = 1024 * 1024;

/** The body as it came, in parts, one file at a time for a person. */
export const saveBody = operation({
  id: "received.save_body",
  label: "Save the content of an event",
  phrase: "save the content of the event {it} as a file",
  method: "GET",
  path: "/console/received/{event_id}/content",
  output: ownAnswer<FileAnswer>(),
  allow: contentReaders,
  isFile: true,
});

/** Reads a fact of all events with this name from another key. An empty path takes the choice back. */
export const choosePath = operation({
  id: "received.choose_path",
  label: "Choose where a fact of events is found",
  phrase: "change where a fact of the events {it} is found",
  method: "POST",
  path: "/console/received-paths",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
  about: "event",
  isInputKept: true,
});

export const listOther = operation({
  id: "received.other",
  label: "See refused, cut and check requests",
  method: "GET",
  path: "/console/received-other",
  output: ownAnswer<{ data: OtherArrival[] }>(),
  allow: contentReaders,
});

/** Name of the events that `testAddress` sends. They are not the platform's. */
export const testEvent = "switchboard.test";
