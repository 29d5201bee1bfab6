import * as z from "zod/mini";
import { moment as databaseMoment, keptText, ownAnswer, wholeNumber } from "@/lib/contract/fields";
import { type FileAnswer, operation, roles } from "@/lib/contract/operation";

/** Filter word for a missing or invalid status, event, webhook or number of attempts. */
export const NO_WORD = "(none)";

/** Maximum length of a filter that can hold several words. */
export const longestWords = 3_000;
const mostWords = 50;

const word = z.optional(keptText(300));
const words = z.optional(keptText(longestWords));
const moment = z.optional(databaseMoment);

export type Words = { words: readonly string[]; isExcluded: boolean };

/**
 * Parses the words of a filter, such as `failed,retrying`. A leading `!` excludes them. A backslash escapes a comma, a
 * backslash or a leading `!` within a word.
 */
export function wordsIn(filter: string | undefined): Words {
  const isExcluded = filter?.startsWith("!") ?? false;
  const escaped = (isExcluded ? filter?.slice(1) : filter)?.match(/(?:\\.|[^,\\]|\\$)+/gs) ?? [];
  const words = escaped.map((word) => word.replace(/\\(.)/gs, "$1")).filter((word) => word !== "");
  return { words: [...new Set(words)].slice(0, mostWords), isExcluded };
}

/** Formats words for `wordsIn`; undefined without a word. */
export function wordsText({ words, isExcluded }: Words): string | undefined {
  const text = words.map((word) => word.replace(/[\\,]/g, "\\$&")).join(",");
  if (text === "") return undefined;
  return isExcluded ? `!${text}` : text.replace(/^!/, "\\!");
}

/** Formats a single word for `wordsIn`. */
export const wordText = (word: string) => wordsText({ words: [word], isExcluded: false }) ?? "";

/** The word of a filter that includes exactly one word; undefined for any other. */
export function onlyWordIn(filter: string | undefined): string | undefined {
  const { words, isExcluded } = wordsIn(filter);
  return words.length === 1 && !isExcluded ? words[0] : undefined;
}

/** What is known of a delivery that has not arrived. */
export const standings = ["unknown", "retrying", "given_up"] as const;
export type Standing = (typeof standings)[number];
export type Outcome = Standing | "arrived";

/** Minutes from the first try to the arrival by which deliveries are counted as late. */
export const lateLimits = [0, 1, 5, 15, 60, 360, 1_440] as const;

/** Why a time was not watched: Switchboard was not running, was connected elsewhere, got no good answer, or reading was off. */
export const gapReasons = ["stopped", "another_platform", "no_answer", "off"] as const;
export type Gap = {
  from: string;
  to: string;
  reason: (typeof gapReasons)[number];
  /** Deliveries first tried in it, as the read after it found them, that have not arrived. */
  not_delivered: number;
};

/**
 * `late`: arrived at least a minute after the first try. `in_progress`: those being retried, and pending ones in their first minute.
 * `not_delivered`: those that have given up, or of which nothing is known. `older`: those that the first read found without a
 * delivery time. They are in no other view, and filters of time do not apply to them.
 */
export const deliveryViews = ["arrived", "late", "in_progress", "not_delivered", "older"] as const;

/**
 * Filters of the stored webhook log, all optional. `webhook`, `status` and `event` are in the form of `wordsIn`. `attempts` is
 * `2`, `2..`, `2..4` or `(none)`. `from` is inclusive, `to` exclusive.
 */
const filters = {
  webhook: words,
  status: words,
  event: words,
  attempts: z.optional(z.string().check(z.regex(/^(\d{1,9}(\.\.(\d{1,9})?)?|\(none\))$/))),
  /** Arrived at least so many minutes after the first try. One of `lateLimits`. */
  late: z.optional(z.string().check(z.regex(/^\d{1,4}\.\.$/))),
  from: moment,
  to: moment,
  /** Part of an entry's ID, event or status, or of its webhook's ID or URL. Case-insensitive. */
  text: word,
  view: z.optional(z.enum(deliveryViews)),
};

export type DeliveryFilter = z.output<z.ZodMiniObject<typeof filters>>;

/** An entry of the webhook log, as last read. */
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
};

/** Sync status of the stored log. */
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

/** One page, newest first by `at`, then by key. A delivery belongs to each time from `begins_at` to `last_at`, or to now while it is retried. The view `older` is sorted by key. */
export const listDeliveries = operation({
  id: "deliveries.list",
  label: "Read the stored webhook log",
  method: "GET",
  path: "/console/deliveries",
  input: z.object({
    ...filters,
    after: z.optional(keptText(700)),
    limit: wholeNumber(1_000),
  }),
  /** `next` is the `after` of the next page; null on the last page. */
  output: ownAnswer<{ data: Delivery[]; next: string | null }>(),
  allow: roles,
});

export type CountedWord = { word: string; count: number };

/** Deliveries that were first tried in one step of the chart. `late` ones are among the `arrived`. */
type DeliveryStep = { at: string; arrived: number; late: number; retrying: number; not_delivered: number };

export type WebhookHealth = {
  /** `(none)` for entries that name no webhook. */
  webhook_id: string;
  /** As the platform last listed it; null if it never did, or sent no such field. */
  url: string | null;
  status: string | null;
  events: string[] | null;
  is_listed: boolean;
  /** Entries in the requested time. */
  total: number;
  not_delivered: number;
  retrying: number;
  /** Entries of unknown time, from before the first read. */
  older: number;
  /** First try of the first undelivered entry since the last that arrived, without those being retried; null without one. */
  failing_since: string | null;
  /** Number of undelivered entries since then. */
  failing: number;
  last_at: string | null;
  /** Counts of the last 24 hours, oldest first. The last hour ends with the current quarter of an hour. */
  hours: [delivered: number, notDelivered: number][];
};

/** A change of a webhook that a read of the platform's list found. Values are as sent, a list of events as JSON. */
export type WebhookChange = {
  webhook_id: string;
  at: string;
  field: "url" | "events" | "status";
  before: string | null;
  after: string | null;
};

/** All figures that the webhook log shows around its rows. */
export type DeliverySummary = {
  /** Entries that match all filters. */
  total: number;
  /** Without those being retried. */
  not_delivered: number;
  retrying: number;
  /** Matches that arrived a minute or more after their first try; null without any. `webhook_id` if all are of one. */
  late: {
    total: number;
    webhook_id: string | null;
    first_at: string;
    arrived_at: string;
    longest_seconds: number;
  } | null;
  /** Matches of the searched ID outside of the time and other filters, if nothing else matches. At most three. */
  elsewhere: Delivery[];
  /** Parts of the requested time that were not watched, the latest last. At most 50. */
  gaps: Gap[];
  /** Entries of the view `older` that match the other filters. `failed` excludes those in progress. */
  older: { total: number; failed: number };
  /** Part of the requested time that is after the first read. Failures before it can be missing. */
  watched: "all" | "part" | "none";
  /**
   * Number of entries for each option of a filter, with all other filters applied. The most frequent words come first, at
   * most 400. The options of `attempts` are `1`, `2..` and `4..`; those of `late` are `lateLimits`; those of `view` are `all` and
   * each view.
   */
  choices: Record<"status" | "event" | "webhook" | "attempts" | "late" | "view", CountedWord[]>;
  /** Filtered by webhook and time only, so that no other filter can hide a failure. */
  chart: { from: string; to: string; step_seconds: number; steps: DeliveryStep[] };
  /** The chosen webhooks, then those with the most failures, then the busiest. At most 60 of `webhooks_known`. */
  webhooks: WebhookHealth[];
  webhooks_known: number;
  /** Of the chosen webhooks, or of all, in the requested time. The latest last, at most 50. */
  webhook_changes: WebhookChange[];
  /** Newest entry of the chosen webhook, without other filters; null without any. */
  last_at: string | null;
  reading: LogReading;
};

export const summarizeDeliveries = operation({
  id: "deliveries.summary",
  label: "Count the stored webhook log",
  method: "GET",
  path: "/console/delivery-summary",
  input: z.object(filters),
  output: ownAnswer<DeliverySummary>(),
  allow: roles,
});

/** Figures of the webhook log for a page that does not show its entries. `webhooks` are the first eight of `webhooks_known`. */
export type DeliveryHealth = Pick<
  DeliverySummary,
  "total" | "not_delivered" | "retrying" | "watched" | "gaps" | "reading" | "webhooks_known"
> & {
  webhooks: Pick<
    WebhookHealth,
    "webhook_id" | "url" | "total" | "not_delivered" | "retrying" | "older" | "failing_since" | "failing"
  >[];
  /** Counts of the steps from `first_at` on. */
  chart: Pick<DeliverySummary["chart"], "from" | "to" | "step_seconds"> & {
    first_at: string;
    counts: [arrived: number, late: number, retrying: number, notDelivered: number][];
  };
};

export const getDeliveryHealth = operation({
  id: "deliveries.health",
  label: "See whether webhooks get their deliveries",
  method: "GET",
  path: "/console/delivery-health",
  input: z.object({ from: moment }),
  output: ownAnswer<DeliveryHealth>(),
  allow: roles,
});

/** Distribution of a duration: median and 95th percentile. */
export type Spread = { count: number; median_seconds: number; p95_seconds: number };

/** Figures of one webhook beyond the counts of its deliveries. */
export type WebhookFigures = {
  /** In the requested time, the most frequent first. `last_at` is independent of that time. */
  events: { event: string; total: number; not_delivered: number; last_at: string | null }[];
  last_delivered_at: string | null;
  /** From `first_seen_at` to `delivered_at`, for entries that were first read without one; null without any. */
  arrived: Spread | null;
  /** From the attempt before, if separate reads found both. Accurate to the polling interval. */
  retries: (Spread & { attempt: number })[];
  /** Maximum number of newest entries that `arrived` and `retries` are computed from. */
  looked_at: number;
};

export const getWebhookFigures = operation({
  id: "deliveries.webhook",
  label: "See the figures of a webhook",
  method: "GET",
  path: "/console/webhook-figures/{webhook_id}",
  input: z.object({ webhook_id: keptText(500), from: moment, to: moment }),
  output: ownAnswer<WebhookFigures>(),
  allow: roles,
});

/**
 * With `fresh`, requests a read of the log and waits up to a few seconds for its result. A read of the last two seconds
 * counts as fresh, and simultaneous requests share one read.
 */
export const readDeliveries = operation({
  id: "deliveries.reading",
  label: "Refresh the webhook log",
  method: "GET",
  path: "/console/delivery-reading",
  input: z.object({ webhook: words, fresh: z.optional(z.enum(["yes"])) }),
  output: ownAnswer<LogReading>(),
  allow: roles,
});

/** Streams all matching entries as a file. Its URL is used in a link. */
export const exportDeliveries = operation({
  id: "deliveries.export",
  label: "Export the webhook log",
  minor: "export",
  method: "GET",
  path: "/console/delivery-export",
  input: z.object({ ...filters, format: z.enum(["csv", "jsonl"]) }),
  output: ownAnswer<FileAnswer>(),
  allow: roles,
  isFile: true,
});

/** An entry with its raw record, its changes and its neighbors. */
export type DeliverySeen = Delivery & {
  raw: unknown;
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
export const getDeliverySeen = operation({
  id: "deliveries.seen",
  label: "See when a delivery was first seen and how it changed",
  method: "GET",
  path: "/console/deliveries/{entry_id}",
  input: z.object({ entry_id: keptText(500) }),
  output: ownAnswer<{ data: DeliverySeen | null }>(),
  allow: roles,
});
