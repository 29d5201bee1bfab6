import { sql } from "drizzle-orm";
import { organizationTable, planTable } from "@/lib/platform/tables/organizations";

/** The balance in the currency in which the plan has its prices and its minimum. */
export const localized_balance = sql<string>`round(${organizationTable.balance} * ${organizationTable.exchange_rate}, 4)`;

export const has_credit = sql<boolean>`${localized_balance} >= ${planTable.min_credit_balance}`;
