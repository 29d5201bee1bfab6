import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  numeric,
  pgSchema,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";

const platform = pgSchema("platform");

/** A moment that reads and writes as the API sends it: ISO 8601 in UTC, to the millisecond. */
const moment = customType<{ data: string; driverData: string }>({
  dataType: () => "timestamp (3) with time zone",
  fromDriver: (value) => new Date(value).toISOString(),
});

const id = () => text().primaryKey().default(sql`gen_random_uuid()::text`);
const now = sql`now()`;
const created_at = () => moment().notNull().default(now);
const updated_at = () => moment().notNull().default(now);
const organization_id = () =>
  text()
    .notNull()
    .references(() => organizationTable.id);

export const organizationTable = platform.table("organizations", {
  id: id(),
  name: text().notNull(),
  balance: numeric().notNull(),
  currency: text().notNull(),
  localized_currency: text().notNull(),
  exchange_rate: numeric().notNull(),
  created_at: created_at(),
});

export const apiKeyTable = platform.table("api_keys", {
  sha256: text().primaryKey(),
  organization_id: organization_id(),
  created_at: created_at(),
});

export const planTable = platform.table("plans", {
  organization_id: organization_id().primaryKey(),
  plan_name: text().notNull(),
  max_phone_numbers: integer().notNull(),
  pending_requests: integer().notNull().default(0),
  phone_buy_fee: numeric().notNull(),
  phone_monthly_fee: numeric().notNull(),
  min_credit_balance: numeric().notNull(),
  currency: text().notNull(),
});

export const assistantTable = platform.table("assistants", {
  id: id(),
  name: text().notNull(),
  status: text().notNull(),
  organization_id: organization_id(),
  owner_id: text().notNull(),
  model: jsonb().$type<{ provider: string; model: string; temperature: number; max_tokens: number }>().notNull(),
  voice: jsonb().$type<{ provider: string; voice_id: string }>().notNull(),
  transcriber: jsonb().$type<{ provider: string; model: string; language: string }>().notNull(),
  first_message: text().notNull(),
  first_message_mode: text().notNull(),
  max_duration_seconds: integer().notNull(),
  created_at: created_at(),
  updated_at: updated_at(),
});

export const phoneNumberTable = platform.table(
  "phone_numbers",
  {
    id: id(),
    organization_id: organization_id(),
    phone_number: text().notNull().unique(),
    friendly_name: text().notNull(),
    country_code: text().notNull(),
    direction: text().notNull(),
    status: text({ enum: ["active", "inactive", "suspended"] }).notNull(),
    assistant_id: text().references(() => assistantTable.id),
    monthly_cost: numeric().notNull(),
    cost_per_minute: numeric().notNull(),
    localized_monthly_cost: numeric().notNull(),
    localized_cost_per_minute: numeric().notNull(),
    localized_currency: text().notNull(),
    created_at: created_at(),
    updated_at: updated_at(),
  },
  (table) => [index().on(table.organization_id, table.created_at)],
);

export const credentialTable = platform.table("credentials", {
  id: id(),
  organization_id: organization_id(),
  name: text().notNull(),
  auth_type: text().notNull(),
  status: text().notNull(),
  secret_preview: text().notNull(),
  public_config: jsonb().$type<Record<string, unknown>>().notNull(),
  provider_credential_id: text().notNull(),
  last_sync_status: text().notNull(),
  last_sync_error: text(),
  created_at: created_at(),
  updated_at: updated_at(),
});

export const workflowTable = platform.table(
  "workflows",
  {
    id: id(),
    organization_id: organization_id(),
    ref: text().notNull(),
    name: text().notNull(),
    description: text(),
    status: text({ enum: ["draft", "published", "archived"] }).notNull(),
    version: integer().notNull(),
    published_version: integer(),
    has_unpublished_changes: boolean().notNull(),
    nodes: jsonb().$type<unknown[]>().notNull(),
    edges: jsonb().$type<unknown[]>().notNull(),
    published_at: moment(),
    published_by: text(),
    created_at: created_at(),
    updated_at: updated_at(),
  },
  (table) => [unique().on(table.organization_id, table.ref)],
);

export const workflowVersionTable = platform.table(
  "workflow_versions",
  {
    workflow_id: text()
      .notNull()
      .references(() => workflowTable.id),
    version: integer().notNull(),
    nodes: jsonb().$type<unknown[]>().notNull(),
    edges: jsonb().$type<unknown[]>().notNull(),
    published_at: moment().notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.workflow_id, table.version] })],
);

export const toolTable = platform.table("tools", {
  id: id(),
  organization_id: organization_id(),
  name: text().notNull(),
  description: text().notNull(),
  type: text().notNull(),
  status: text().notNull(),
  config: jsonb().$type<Record<string, unknown>>().notNull(),
  parameters: jsonb().$type<Record<string, unknown>>().notNull(),
  credential_id: text(),
  used_by: jsonb().$type<{ assistants: string[]; workflows: string[] }>().notNull(),
  created_at: created_at(),
  updated_at: updated_at(),
});

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

export type TranscriptLine = { role: "assistant" | "user"; text: string; at: string };
/** What the simulated carrier decided about a call when it was dialled. */
export type CallPlan = { outcome: CallOutcome; ended_reason: string; ring_ms: number; talk_ms: number };
export type CallOutcome = "answered" | "busy" | "no_answer" | "voicemail" | "unreachable";

export const callTable = platform.table(
  "calls",
  {
    id: text().primaryKey(),
    organization_id: organization_id(),
    type: text().notNull(),
    direction: text().notNull(),
    status: text({ enum: ["queued", "ringing", "in-progress", "ended"] }).notNull(),
    assistant_id: text(),
    campaign_id: text(),
    workflow_ref: text(),
    session_id: text().notNull(),
    phone_number_id: text(),
    from_number: text().notNull(),
    to_number: text().notNull(),
    customer_name: text(),
    started_at: moment().notNull().default(now),
    answered_at: moment(),
    ended_at: moment(),
    duration_seconds: integer(),
    ended_reason: text(),
    cost: numeric().notNull().default("0.0000"),
    currency: text().notNull(),
    recording_url: text(),
    transcript: jsonb().$type<TranscriptLine[]>(),
    summary: text(),
    plan: jsonb().$type<CallPlan>(),
    next_step_at: moment(),
    created_at: created_at(),
    updated_at: updated_at(),
  },
  (table) => [
    index("calls_due").on(table.next_step_at).where(sql`next_step_at is not null`),
    index().on(table.campaign_id, table.created_at),
  ],
);

export const sessionTable = platform.table(
  "sessions",
  {
    id: id(),
    organization_id: organization_id(),
    call_id: text(),
    assistant_id: text(),
    channel: text({ enum: ["phone", "web", "chat"] }).notNull(),
    status: text({ enum: ["active", "ended"] }).notNull(),
    started_at: moment().notNull().default(now),
    ended_at: moment(),
    metadata: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [index().on(table.call_id)],
);

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

/** Deliveries still owed: a row goes when its log entry is delivered or failed. */
export const deliveryTable = platform.table(
  "webhook_deliveries",
  {
    log_id: text()
      .primaryKey()
      .references(() => webhookLogTable.id),
    webhook_id: text().notNull(),
    body: text().notNull(),
    next_attempt_at: moment().notNull().default(now),
    last_error: text(),
  },
  (table) => [index().on(table.next_attempt_at)],
);
