import {
  flag,
  integer,
  list,
  nullable,
  openWord,
  record,
  type TypeOf,
  text,
  texts,
  timestamp,
} from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";

/** Event names in the API document, which does not show the complete list. */
export const knownEvents = ["call.started", "end-of-call-report", "call.ended"] as const;

export const webhook = record({
  id: text,
  url: text,
  events: texts,
  status: openWord("active"),
  created_at: timestamp,
});
export type Webhook = TypeOf<typeof webhook>;

export const webhookLog = record({
  id: text,
  webhook_id: text,
  event: openWord(...knownEvents),
  status: openWord("delivered"),
  attempts: integer,
  // Null for an undelivered entry. The document says that the log records every attempt.
  delivered_at: nullable(timestamp),
});

export const listWebhooks = operation({
  id: "webhooks.list",
  label: "Read webhooks",
  method: "GET",
  path: "/v1/webhooks",
  output: list(webhook, "data", { success: flag }),
  allow: roles,
});

export const listWebhookLogs = operation({
  id: "webhooks.logs",
  label: "Read the webhook log",
  method: "GET",
  path: "/v1/webhooks/logs",
  // The log has no pages: 100,000 entries are about 20 MiB.
  largestAnswer: 64 * 1024 * 1024,
  output: list(webhookLog, "data", { success: flag }),
  allow: roles,
});
