import { ownAnswer } from "@/lib/contract/fields";
import { operation, type Role, roles } from "@/lib/contract/operation";

/** Counts of the navigation, from stored data. Null if nothing was read yet or the person may not see it. */
export type Summary = {
  phone_numbers: number | null;
  campaigns_running: number | null;
  /** Calls in progress, as far as events told of them. */
  calls_live: number | null;
  /** Entries of the webhook log of the last 24 hours that are not delivered. */
  not_delivered: number | null;
  credentials_faulty: number | null;
  attention: number | null;
};

export const getSummary = operation({
  id: "summary.get",
  label: "See the counts beside the pages",
  method: "GET",
  path: "/console/summary",
  output: ownAnswer<{ data: Summary }>(),
  allow: roles,
});

/** Setup steps of a new installation, in order. */
export const firstSteps = ["connect", "person", "events", "campaign", "alert", "backup"] as const;
export type FirstStep = (typeof firstSteps)[number];

export type Overview = {
  /** Average spending per day in the last `over_days`, at most 7, without payments. Null below one day of data. */
  credit: { a_day: number; over_days: number } | null;
  /** Calls in progress, and those that ended in the last 24 h, as events told. Null without an address for events. */
  calls: { live: number; ended: number } | null;
  /** Steps for this person's role. Empty when all are done or an admin has hidden them. */
  steps: { step: FirstStep; is_done: boolean }[];
};

export const getOverview = operation({
  id: "overview.get",
  label: "See first steps, calls in progress and how long the credit lasts",
  method: "GET",
  path: "/console/overview",
  output: ownAnswer<{ data: Overview }>(),
  allow: roles,
});

/** Hides or shows the steps for everybody. */
export const hideFirstSteps = operation({
  id: "overview.hide_steps",
  label: "Hide the first steps",
  method: "POST",
  path: "/console/overview/steps",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
});

/**
 * A message of `GET /api/events`: keys to invalidate, and the counts if they changed. A key is a resource (`campaigns`), an
 * operation (`campaigns.progress`), or `*` for everything. A record ID can follow the first two (`campaigns c-1`). The first
 * message has the role of the session.
 */
export type StreamMessage = { keys?: string[]; summary?: Summary; role?: Role };

export const resourceIn = (key: string) => key.split(/[. ]/, 1).join();

/** True if a key invalidates a read with this input. A key with a record ID also invalidates lists of its resource. */
export function isMeant(key: string, read: { resource: string; verb: string; input: unknown }): boolean {
  if (key === everything) return true;
  const [, resource, verb, ref] = /^([^. ]+)(?:\.([^ ]+))?(?: (.*))?$/s.exec(key) ?? [];
  if (resource !== read.resource || (verb !== undefined && verb !== read.verb)) return false;
  const ids = Object.entries(read.input ?? {}).filter(([name]) => /(^|_)(id|ref)$/.test(name));
  return ref === undefined || ids.length === 0 || ids.some(([, value]) => value === ref);
}

/** Key that invalidates everything, for example if a browser may have missed messages. */
export const everything = "*";

/** Interval of heartbeat messages on the event stream. */
export const heartbeatMs = 20_000;
