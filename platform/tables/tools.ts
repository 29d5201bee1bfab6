import { jsonb, text } from "drizzle-orm/pg-core";
import { created_at, id, organization_id, platform, updated_at } from "./organizations";

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
