import { index, integer, text } from "drizzle-orm/pg-core";
import { created_at, id, moment, now, organization_id, platform } from "./organizations";

export const webhookTable = platform.table("webhooks", {
  id: id(),
  organization_id: organization_id(),
  url: text().notNull(),
  events: text().array().notNull(),
  status: text().notNull(),
  secret: text().notNull(),
  created_at: created_at(),
});

export const webhookLogTable = platform.table(
  "webhook_logs",
  {
    id: id(),
    organization_id: organization_id(),
    webhook_id: text().notNull(),
    event: text().notNull(),
    status: text({ enum: ["pending", "retrying", "delivered", "failed"] }).notNull(),
    attempts: integer().notNull().default(0),
    delivered_at: moment(),
    created_at: created_at(),
  },
  (table) => [
    index("webhook_logs_newest").on(table.organization_id, table.created_at, table.id),
    index("webhook_logs_of_one").on(table.webhook_id, table.created_at, table.id),
  ],
);

/** Queue of pending deliveries. A row is deleted when its log entry is delivered or failed. */
export const deliveryTable = platform.table(
  "webhook_deliveries",
  {
    /** The ID of the log entry. */
    id: text("log_id")
      .primaryKey()
      .references(() => webhookLogTable.id),
    webhook_id: text().notNull(),
    body: text().notNull(),
    nextAttemptAt: moment("next_attempt_at").notNull().default(now),
    attempts: integer().notNull().default(0),
    last_error: text(),
  },
  (table) => [index().on(table.nextAttemptAt)],
);
