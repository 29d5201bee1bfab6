import { sql } from "drizzle-orm";
import { customType, integer, jsonb, numeric, pgSchema, text } from "drizzle-orm/pg-core";

export const platform = pgSchema("platform");

/** A timestamp in the API's format: ISO 8601 in UTC with milliseconds. */
export const moment = customType<{ data: string; driverData: string }>({
  dataType: () => "timestamp (3) with time zone",
  fromDriver: (value) => new Date(value).toISOString(),
});

export const now = sql`now()`;

export const id = () => text().primaryKey().default(sql`gen_random_uuid()::text`);

export const created_at = () => moment().notNull().default(now);

export const updated_at = () => moment().notNull().default(now);

export const organizationTable = platform.table("organizations", {
  id: id(),
  name: text().notNull(),
  balance: numeric().notNull(),
  currency: text().notNull(),
  localized_currency: text().notNull(),
  exchange_rate: numeric().notNull(),
  created_at: created_at(),
});

/** The owner of a record. Every table of records must have this column. */
export const organization_id = () =>
  text()
    .notNull()
    .references(() => organizationTable.id);

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
