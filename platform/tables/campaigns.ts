import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, primaryKey, text } from "drizzle-orm/pg-core";
import { assistantTable } from "./assistants";
import { created_at, id, moment, now, organization_id, platform, updated_at } from "./organizations";
import { phoneNumberTable } from "./phone-numbers";

export const campaignStatuses = [
  "draft",
  "scheduled",
  "running",
  "paused",
  "completed",
  "cancelled",
  "failed",
] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];
export type CallingWindow = { days: number[]; start: string; end: string };
export type RetryPolicy = { max_attempts: number; retry_delay_seconds: number; retry_on: string[] };

export const campaignTable = platform.table(
  "campaigns",
  {
    id: id(),
    organization_id: organization_id(),
    name: text().notNull(),
    description: text(),
    status: text({ enum: campaignStatuses }).notNull(),
    assistant_id: text().references(() => assistantTable.id),
    workflow_ref: text(),
    phone_number_id: text().references(() => phoneNumberTable.id),
    timezone: text().notNull(),
    scheduled_at: moment(),
    calling_window: jsonb().$type<CallingWindow>(),
    max_concurrency: integer().notNull(),
    retry_policy: jsonb().$type<RetryPolicy>().notNull(),
    total_contacts: integer().notNull().default(0),
    pending_contacts: integer().notNull().default(0),
    in_progress_contacts: integer().notNull().default(0),
    completed_contacts: integer().notNull().default(0),
    failed_contacts: integer().notNull().default(0),
    cancelled_contacts: integer().notNull().default(0),
    total_calls: integer().notNull().default(0),
    answered_calls: integer().notNull().default(0),
    voicemail_calls: integer().notNull().default(0),
    started_at: moment(),
    paused_at: moment(),
    completed_at: moment(),
    cancelled_at: moment(),
    status_reason: text(),
    created_by: text().notNull(),
    created_at: created_at(),
    updated_at: updated_at(),
  },
  (table) => [index().on(table.status)],
);

// No foreign key to campaigns: checking it a million times would double the time of a large upload.
export const contactTable = platform.table(
  "contacts",
  {
    campaign_id: text().notNull(),
    phone_number: text().notNull(),
    name: text().notNull(),
    status: text({ enum: ["pending", "in_progress", "completed", "failed", "cancelled"] })
      .notNull()
      .default("pending"),
    attempts: integer().notNull().default(0),
    next_attempt_at: moment().notNull().default(now),
    position: integer().notNull(),
    upload_id: text(),
  },
  (table) => [
    primaryKey({ columns: [table.campaign_id, table.phone_number] }),
    index("contacts_due").on(table.campaign_id, table.next_attempt_at, table.position).where(sql`status = 'pending'`),
  ],
);

export const uploadTable = platform.table("uploads", {
  id: id(),
  organization_id: organization_id(),
  campaign_id: text().notNull(),
  filename: text().notNull(),
  bytes: bigint({ mode: "number" }).notNull(),
  sha256: text().notNull(),
  total_rows: integer().notNull(),
  accepted: integer().notNull(),
  duplicates: integer().notNull(),
  rejected: integer().notNull(),
  created_at: created_at(),
});
