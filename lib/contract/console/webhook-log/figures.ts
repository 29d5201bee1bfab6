import { ownAnswer } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";

/** Distribution of a duration: median and 95th percentile. */
export type Spread = { count: number; median_seconds: number; p95_seconds: number };

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
  output: ownAnswer<WebhookFigures>(),
  allow: roles,
});
