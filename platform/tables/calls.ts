import { sql } from "drizzle-orm";
import { index, integer, jsonb, numeric, text } from "drizzle-orm/pg-core";
import { created_at, id, moment, now, organization_id, platform, updated_at } from "./organizations";

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

export type TranscriptLine = { role: "assistant" | "user"; text: string; at: string };
/** The simulated carrier's plan for a call, made when it is dialled. */
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
