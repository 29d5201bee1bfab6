import { ownAnswer } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";
import type { LogReading, LogRow, WebhookChange } from "./deliveries";

export type CountedWord = { word: string; count: number };

/** Deliveries that were first tried in one step of the chart. `late` ones are among the `arrived`. */
type DeliveryStep = { at: string; arrived: number; late: number; retrying: number; not_delivered: number };

/**
 * Why a time was not watched. `stopped`: Switchboard started in it. `late`: it did not start in it, and no read failed.
 * `unknown`: an earlier version noted no reason.
 */
export const gapReasons = ["stopped", "another_platform", "no_answer", "off", "late", "unknown"] as const;
export type Gap = {
  from: string;
  to: string;
  reason: (typeof gapReasons)[number];
  /** Deliveries first tried in it, as the read after it found them, that have not arrived. */
  not_delivered: number;
};

export type WebhookHealth = {
  /** `(none)` for entries that name no webhook. */
  webhook_id: string;
  /** As the platform last listed it; null if it never did, or sent no such field. */
  url: string | null;
  status: string | null;
  events: string[] | null;
  is_listed: boolean;
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

type Counts = { total: number; not_delivered: number; retrying: number };

/** Counts since the first read, of all webhooks and of each. */
export type WatchedCounts = Counts & { since: string; webhooks: Record<string, Counts> };

export type DeliverySummary = {
  /** Deliveries that match. */
  total: number;
  /** Events that match and have no delivery in the log. They are rows of the list, and in no other count than `choices`. */
  events: number;
  /** Without those that have not arrived yet. */
  not_delivered: number;
  /** Deliveries that have not arrived yet, and the most attempts that any of them had; null if unknown. */
  retrying: number;
  retrying_attempts: number | null;
  /** Matches that arrived a minute or more after their first try; null without any. `webhook_id` if all are of one. */
  late: {
    total: number;
    webhook_id: string | null;
    first_at: string;
    arrived_at: string;
    longest_seconds: number;
  } | null;
  /** Matches of the searched ID outside of the time and other filters, if nothing else matches. At most three. */
  outside_time: LogRow[];
  /** Parts of the requested time that were not watched, the latest last. At most 50. */
  gaps: Gap[];
  /** Entries of the view `older` that match the other filters. `failed` excludes those in progress. */
  older: { total: number; failed: number };
  /** Part of the requested time that is after the first read. Failures before it can be missing. */
  watched: "all" | "part" | "none";
  /** If the requested time began before the first read and has no gap since; else null. */
  since_first_read: WatchedCounts | null;
  /**
   * Number of entries for each option of a filter, with all other filters applied. The most frequent words come first, at
   * most 400. The options of `attempts` are `1`, `2..` and `4..`; those of `late` are `lateLimits`; those of `view` are `all` and
   * each view; those of `here` are `hereFilters`. `all` and `here` count events, too.
   */
  choices: Record<"status" | "event" | "webhook" | "attempts" | "late" | "view" | "here", CountedWord[]>;
  /** Filtered by webhook and time only, so that no other filter can hide a failure. */
  chart: { from: string; to: string; step_seconds: number; steps: DeliveryStep[] };
  /** The chosen webhooks, then those with the most failures, then the busiest. At most 60 of `webhooks_known`. */
  webhooks: WebhookHealth[];
  webhooks_known: number;
  /** Changes of the chosen webhooks, or of all, in the requested time. The latest last, at most 50. */
  webhook_changes: WebhookChange[];
  /** Newest entry of the chosen webhook, without other filters; null without any. */
  last_at: string | null;
  reading: LogReading;
};

export const summarizeDeliveries = operation({
  id: "deliveries.summary",
  label: "Count the stored webhook log",
  method: "POST",
  isRead: true,
  path: "/console/delivery-summary",
  output: ownAnswer<DeliverySummary>(),
  allow: roles,
});

/** Figures of the webhook log for a page that does not show its entries. `webhooks` are the first eight of `webhooks_known`. */
export type DeliveryHealth = Pick<
  DeliverySummary,
  "total" | "not_delivered" | "retrying" | "watched" | "since_first_read" | "gaps" | "reading" | "webhooks_known"
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
  output: ownAnswer<DeliveryHealth>(),
  allow: roles,
});
