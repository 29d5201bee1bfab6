import { sql } from "drizzle-orm";
import { organizationTable, planTable } from "@/platform/tables/organizations";

export const localized_balance = sql<string>`round(${organizationTable.balance} * ${organizationTable.exchange_rate}, 4)`;

export const has_credit = sql<boolean>`${localized_balance} >= ${planTable.min_credit_balance}`;
