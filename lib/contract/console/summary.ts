import { z } from "#schema";
import { ownAnswer } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";

/** What the navigation counts, from what was kept. Null where nothing was read yet, or the person may not see it. */
export type Summary = {
  phone_numbers: number | null;
  campaigns_running: number | null;
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
  input: z.object({}),
  output: ownAnswer<{ data: Summary }>(),
  allow: roles,
});

/** What makes a fresh Switchboard one's own, in the order in which it is done. */
export const firstSteps = ["connect", "person", "campaign", "alert"] as const;
export type FirstStep = (typeof firstSteps)[number];

/** A seeded record of the demo platform, to be looked at. */
export type Sample = { resource: string; id: string; name: string };

export type Overview = {
  /** What was spent of the credit a day of late, payments left out; null where less than a day is known of it. */
  credit: { a_day: number; over_days: number } | null;
  /** The steps that this person can take, while one of them is to be done and nobody hid them. */
  steps: { step: FirstStep; is_done: boolean }[];
  /** On the demo platform, those that this person may open. */
  samples: Sample[];
};

export const getOverview = operation({
  id: "overview.get",
  label: "See first steps and how long the credit lasts",
  method: "GET",
  path: "/console/overview",
  input: z.object({}),
  output: ownAnswer<{ data: Overview }>(),
  allow: roles,
});

/** For everybody here: the steps are one Switchboard's. */
export const hideFirstSteps = operation({
  id: "overview.hide_steps",
  label: "Hide the first steps",
  method: "POST",
  path: "/console/overview/steps",
  input: z.object({ is_hidden: z.boolean() }),
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
});

/**
 * What `GET /api/events` says: what is not what it was, and the counts where they moved. A key is a resource as in operation
 * ids (`campaigns`), one operation (`campaigns.progress`), either of one record (`campaigns c-1`), or `*` for everything.
 */
export type StreamMessage = { keys?: string[]; summary?: Summary };

export const resourceIn = (key: string) => key.split(/[. ]/, 1).join();

/** Whether what an operation reads with this input is meant by a key. A list is meant by each of its records. */
export function isMeant(key: string, of: { resource: string; verb: string; input: unknown }): boolean {
  if (key === everything) return true;
  const [, resource, verb, ref] = /^([^. ]+)(?:\.([^ ]+))?(?: (.*))?$/s.exec(key) ?? [];
  if (resource !== of.resource || (verb !== undefined && verb !== of.verb)) return false;
  const named = Object.entries(of.input ?? {}).filter(([name]) => /(^|_)(id|ref)$/.test(name));
  return ref === undefined || named.length === 0 || named.some(([, value]) => value === ref);
}

/** In place of resources: everything may have changed, for it could not be heard what did. */
export const everything = "*";

/** How often the stream says that it stands. */
export const heartbeatMs = 20_000;
