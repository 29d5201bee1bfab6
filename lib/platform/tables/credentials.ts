import { jsonb, text } from "drizzle-orm/pg-core";
import { created_at, id, organization_id, platform, updated_at } from "./organizations";

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
