import { z } from "#schema";
import { keptText, ownAnswer, wholeNumber } from "@/lib/contract/fields";
import { type FileAnswer, operation, roles } from "@/lib/contract/operation";

/** Stands for a status, an event, a webhook or attempts that were not sent, or not as such. */
export const NO_WORD = "(none)";

/** The longest text of a filter that is one word or many. */
export const longestWords = 3_000;
const mostWords = 50;

const word = keptText(300).optional();
const words = keptText(longestWords).optional();
const moment = z.iso.datetime({ offset: true }).optional();

export type Words = { words: readonly string[]; isExcluded: boolean };

/**
 * The words of a filter: `failed,retrying`, and behind `!` every other one. A backslash stands before a comma, a backslash or
 * a first `!` that is part of a word.
 */
export function wordsIn(given: string | undefined): Words {
  const isExcluded = given?.startsWith("!") ?? false;
  const parts = (isExcluded ? given?.slice(1) : given)?.match(/(?:\\.|[^,\\]|\\$)+/gs) ?? [];
  const found = parts.map((part) => part.replace(/\\(.)/gs, "$1")).filter((part) => part !== "");
  return { words: [...new Set(found)].slice(0, mostWords), isExcluded };
}

/** The same as text; undefined for no word. */
export function wordsText({ words, isExcluded }: Words): string | undefined {
  const text = words.map((each) => each.replace(/[\\,]/g, "\\$&")).join(",");
  if (text === "") return undefined;
  return isExcluded ? `!${text}` : text.replace(/^!/, "\\!");
}

/** A word alone as the text of a filter. */
export const wordText = (word: string) => wordsText({ words: [word], isExcluded: false }) ?? "";

/** The one word that is asked for, where it is one alone. */
export function onlyWordIn(given: string | undefined): string | undefined {
  const { words, isExcluded } = wordsIn(given);
  return words.length === 1 && !isExcluded ? words[0] : undefined;
}

/**
 * `no_time`: without a time of delivery that can be read. `older`: of these, the ones that the first read found; they are in
 * no other view, and no time narrows this one.
 */
export const deliveryViews = ["not_delivered", "retried", "in_progress", "no_time", "older"] as const;

/**
 * What narrows the kept webhook log; what is not given narrows nothing. Several words are `wordsIn` a text.
 * `from` is among the moments, `to` no longer. `attempts` is `2`, `2..`, `2..4` or `(none)`.
 */
const filters = {
  webhook: words,
  status: words,
  event: words,
  attempts: z
    .string()
    .regex(/^(\d{1,9}(\.\.(\d{1,9})?)?|\(none\))$/)
    .optional(),
  from: moment,
  to: moment,
  /** Part of an entry's ID, event or status, or of its webhook's ID or address; whatever the case of its letters. */
  text: word,
  view: z.enum(deliveryViews).optional(),
};
const delivered = z.enum(["yes", "no"]).optional();

export type DeliveryFilter = z.output<z.ZodObject<typeof filters>> & { delivered?: "yes" | "no" | undefined };

/** An entry of the webhook log as it was last read. */
export type Delivery = {
  /** Its ID; of several with one ID, or without one, a name that is its alone. */
  key: string;
  webhook_id: string | null;
  event: string | null;
  status: string | null;
  /** Null where no whole number was sent. */
  attempts: number | null;
  is_delivered: boolean;
  /** The platform's own time; null where it sent none that can be read. */
  delivered_at: string | null;
  /** When it was first seen here. Stands in for the platform's time where there is none. */
  first_seen_at: string;
  /** The read before that, which did not have it; null for what was there when the log was first read. */
  not_seen_at: string | null;
  /** The first read found it without a time of its own, and it has not changed since: its time is unknown. */
  is_older: boolean;
  changed_at: string;
  /** Since when the platform no longer returns it. */
  gone_at: string | null;
};

/** How the kept log stands to the platform's. Of a log that was never read, `ok_at` is null. */
export type LogReading = {
  at: string | null;
  ok_at: string | null;
  /** `ok`, or the code of what went wrong the last time; `none` before the first read. */
  outcome: string;
  every_seconds: number;
  /** When the log was first read, as far as it is kept. Entries from before are as the platform still had them then. */
  watched_since: string | null;
  /** Where the log is too large to be read whole: how many webhooks' own were read of how many. */
  by_webhook: { read: number; of: number } | null;
};

/** One page, newest first by the time each goes by, then by key. */
export const listDeliveries = operation({
  id: "deliveries.list",
  label: "Read the kept webhook log",
  method: "GET",
  path: "/console/deliveries",
  input: z.object({
    ...filters,
    delivered,
    after: keptText(700).optional(),
    limit: wholeNumber(200),
  }),
  /** `next` is the `after` of the next page; null at the end. */
  output: ownAnswer<{ data: Delivery[]; next: string | null }>(),
  allow: roles,
});

export type CountedWord = { word: string; count: number };

/**
 * Counts of one step of the chart, `matched` of them by all filters. What is before `watched_since` was not observed, which
 * is not the same as none.
 */
type DeliveryStep = {
  at: string;
  first_attempt: number;
  after_retries: number;
  not_delivered: number;
  matched: number;
};

export type WebhookHealth = {
  /** `(none)` for entries that name no webhook. */
  webhook_id: string;
  /** As the platform last listed it; null for what only entries name, or where it was not sent. */
  url: string | null;
  status: string | null;
  events: string[] | null;
  is_listed: boolean;
  /** In the time asked for. */
  total: number;
  not_delivered: number;
  /** Of unknown time, from before the first read. */
  older: number;
  /**
   * The first of the not delivered ones since the last delivered one; null where there is none. Those on their way count
   * once they were tried again.
   */
  failing_since: string | null;
  /** How many there are since then. */
  failing: number;
  last_at: string | null;
  /** Delivered and not delivered in each of the last 24 hours, oldest first; the last ends with the present quarter of an hour. */
  hours: [delivered: number, notDelivered: number][];
};

/** What can be taken out of the filters: `time` is `from` and `to`. */
export type DeliveryFilterName = "webhook" | "status" | "event" | "attempts" | "time" | "text" | "view";

/** Everything the webhook log shows around its rows. */
export type DeliverySummary = {
  /** What all filters match. */
  total: number;
  not_delivered: number;
  /** Of the view `older`, what the other filters match; `failed` leaves out those in progress. Not part of any other count. */
  older: { total: number; failed: number };
  /** How much of the time asked for is after the first read. What failed in the rest may be missing. */
  watched: "all" | "part" | "none";
  /** The chosen webhook and time alone, whatever else is asked: a failure can never hide. */
  statuses: (CountedWord & { is_delivered: boolean })[];
  /**
   * How many entries each choice of a filter would show, all other filters kept; the most frequent first, some hundreds at
   * most. Of attempts: `1`, `2..`, `4..`. Of views: `all` and each.
   */
  choices: Record<"status" | "event" | "webhook" | "attempts" | "view", CountedWord[]>;
  /** How many entries would match without that one filter; only filters that are set, and the time only where nothing matches. */
  without: Partial<Record<DeliveryFilterName, number>>;
  /** Where nothing matches, how many hold the text that is looked for, whatever else is asked; else null. */
  hold_text: number | null;
  /** Of the chosen webhook and time alone; `matched` of them by all filters. */
  attempts: { attempts: number | null; count: number; matched: number }[];
  /** Of the chosen webhook and time alone. */
  chart: { from: string; to: string; step_seconds: number; steps: DeliveryStep[] };
  /** The chosen one, then those that fail, then the busiest; some dozens at most, `webhooks_known` in all. */
  webhooks: WebhookHealth[];
  webhooks_known: number;
  /** The newest entry of the chosen webhook, whatever else is asked. */
  last_at: string | null;
  reading: LogReading;
};

export const summarizeDeliveries = operation({
  id: "deliveries.summary",
  label: "Count the kept webhook log",
  method: "GET",
  path: "/console/delivery-summary",
  input: z.object(filters),
  output: ownAnswer<DeliverySummary>(),
  allow: roles,
});

/** How many entries the filters match, and nothing else. */
export const countDeliveries = operation({
  id: "deliveries.count",
  label: "Count what a saved view of the webhook log shows",
  method: "GET",
  path: "/console/delivery-count",
  input: z.object(filters),
  output: ownAnswer<{ total: number }>(),
  allow: roles,
});

export type Spread = { count: number; median_seconds: number; p95_seconds: number; most_seconds: number };

/** What is told of one webhook beyond the counts of its deliveries. */
export type WebhookFigures = {
  /** In the time asked for, and `last_at` whenever it was; the most frequent first. */
  events: { event: string; total: number; not_delivered: number; last_at: string | null }[];
  last_delivered_at: string | null;
  /** From first sight to the platform's time of delivery, of those that were first seen without one. */
  arrived: Spread | null;
  /** From the attempt before to this one, of those that reads saw one by one: each time as late as a read may be. */
  retries: (Spread & { attempt: number })[];
  /** Of at most so many of the newest entries the last two are worked out. */
  looked_at: number;
};

export const getWebhookFigures = operation({
  id: "deliveries.webhook",
  label: "See how a webhook fares",
  method: "GET",
  path: "/console/webhook-figures/{webhook_id}",
  input: z.object({ webhook_id: keptText(500), from: moment, to: moment }),
  output: ownAnswer<WebhookFigures>(),
  allow: roles,
});

/**
 * How the kept log stands. With `fresh` the platform is read first, not more often than every two seconds however many
 * ask, and waited for a few seconds: what came is then in the list and in the counts.
 */
export const readDeliveries = operation({
  id: "deliveries.reading",
  label: "Have the webhook log read again",
  method: "GET",
  path: "/console/delivery-reading",
  input: z.object({ webhook: words, fresh: z.enum(["yes"]).optional() }),
  output: ownAnswer<LogReading>(),
  allow: roles,
});

/** All that the filters match, as a file: its address is a link's. */
export const exportDeliveries = operation({
  id: "deliveries.export",
  label: "Export the webhook log",
  minor: "export",
  method: "GET",
  path: "/console/delivery-export",
  input: z.object({ ...filters, delivered, format: z.enum(["csv", "jsonl"]) }),
  output: ownAnswer<FileAnswer>(),
  allow: roles,
  isFile: true,
});

/** An entry with all that was sent of it, how it was seen to change, and what stands around it. */
export type DeliverySeen = Delivery & {
  raw: unknown;
  /** When each attempt is due after the first, by the schedule that an admin entered; empty where none did. */
  retry_seconds: readonly number[];
  /** What was another at an earlier read, newest first. */
  changes: { at: string; fields: { field: string; before: string | null; after: string | null }[] }[];
  /** Of the same webhook, oldest first, the entry itself among them: up to ten before it and ten after. */
  neighbors: Pick<Delivery, "key" | "status" | "event" | "is_delivered" | "delivered_at" | "first_seen_at">[];
};

/** `data` is null for an entry that was never read here. */
export const getDeliverySeen = operation({
  id: "deliveries.seen",
  label: "See when a delivery was first seen and how it changed",
  method: "GET",
  path: "/console/deliveries/{entry_id}",
  input: z.object({ entry_id: keptText(500) }),
  output: ownAnswer<{ data: DeliverySeen | null }>(),
  allow: roles,
});
