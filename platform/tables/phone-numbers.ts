import { index, numeric, text } from "drizzle-orm/pg-core";
import { assistantTable } from "./assistants";
import { created_at, id, organization_id, platform, updated_at } from "./organizations";

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
