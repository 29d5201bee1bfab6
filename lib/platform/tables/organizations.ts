import { integer, numeric, text } from "drizzle-orm/pg-core";
import { created_at, id, platform } from "./columns";

export const organizationTable = platform.table("organizations", {
  id: id(),
  name: text().notNull(),
  balance: numeric().notNull(),
  currency: text().notNull(),
  localized_currency: text().notNull(),
  exchange_rate: numeric().notNull(),
  created_at: created_at(),
});

/** Whose a record is: every table of records has it. */
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
