import { integer, jsonb, text } from "drizzle-orm/pg-core";
import { created_at, id, organization_id, platform, updated_at } from "./organizations";

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
