import { filterFrom } from "@/components/webhooks/log-list";
import type { Delivery, DeliveryDetails, LogRow } from "@/lib/contract/console/webhook-log/deliveries";
import type { DeliverySummary, WebhookHealth } from "@/lib/contract/console/webhook-log/summary";

export const timeAt = (minute: number) => new Date(Date.parse("2026-11-20T06:00:00Z") + minute * 60_000).toISOString();
export const delivery = (key: string, minute: number, rest: Partial<Delivery> = {}): Delivery => ({
  key,
  webhook_id: "w1",
  event: "call.ended",
  status: "delivered",
  attempts: 1,
  is_delivered: true,
  outcome: rest.is_delivered === false ? "unknown" : "arrived",
  delivered_at: timeAt(minute),
  at: timeAt(minute),
  begins_at: timeAt(minute),
  last_at: timeAt(minute),
  late_seconds: null,
  first_seen_at: timeAt(minute),
  not_seen_at: null,
  is_older: false,
  changed_at: timeAt(minute),
  gone_at: null,
  here: null,
  arrivals_here: 0,
  arrived_here_at: null,
  paired_by: null,
  ...rest,
});
export const health = (webhook_id: string, rest: Partial<WebhookHealth> = {}): WebhookHealth => ({
  webhook_id,
  url: `https://${webhook_id}.example/voice`,
  status: "active",
  events: ["call.ended"],
  is_listed: true,
  total: 10,
  not_delivered: 0,
  retrying: 0,
  older: 0,
  failing_since: null,
  failing: 0,
  last_at: timeAt(0),
  hours: [],
  ...rest,
});
export const filter = (address: string) => filterFrom((name) => new URLSearchParams(address).get(name) ?? undefined);
export const rowOf = (of: Delivery): LogRow => ({ key: of.key, delivery: of, event: null });

export const summary = (rest: Partial<DeliverySummary>): DeliverySummary => ({
  total: 0,
  events: 0,
  not_delivered: 0,
  retrying: 0,
  retrying_attempts: null,
  late: null,
  outside_time: [],
  gaps: [],
  older: { total: 0, failed: 0 },
  watched: "all",
  since_first_read: null,
  choices: { status: [], event: [], webhook: [], attempts: [], late: [], view: [], here: [] },
  chart: { from: timeAt(0), to: timeAt(60), step_seconds: 60, steps: [] },
  webhooks: [],
  webhooks_known: 0,
  webhook_changes: [],
  last_at: null,
  reading: {
    at: timeAt(0),
    ok_at: timeAt(0),
    outcome: "ok",
    every_seconds: 15,
    watched_since: timeAt(0),
    by_webhook: null,
  },
  ...rest,
});

export const storedDelivery = (rest: Partial<DeliveryDetails>): DeliveryDetails => ({
  ...delivery("log_1", 36, { is_delivered: false, status: "failed", attempts: 6, delivered_at: null }),
  raw: { id: "log_1", webhook_id: "w1", event: "call.ended", status: "failed", attempts: 6, delivered_at: null },
  event_id: null,
  changes: [],
  retry_seconds: [],
  neighbors: [],
  others: null,
  webhook_changes: [],
  ...rest,
});
