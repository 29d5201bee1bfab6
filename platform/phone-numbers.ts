import { asc, count, eq, getTableColumns } from "drizzle-orm";
import { getPlanLimits, listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import type { Database } from "@/lib/db/database";
import { has_credit, localized_balance } from "@/platform/credit";
import { notFound } from "@/platform/http/api-error";
import { implement, limitOf, type Organization, owned } from "@/platform/http/context";
import { organizationTable, planTable } from "./tables/organizations";
import { phoneNumberTable } from "./tables/phone-numbers";

export const phoneNumbers = (db: Database) => [
  implement(listPhoneNumbers, async ({ page = 1, limit: requestedLimit }, context) => {
    const limit = limitOf(requestedLimit);
    const items = await db
      .select(fields)
      .from(phoneNumberTable)
      .where(owned(phoneNumberTable, context))
      .orderBy(asc(phoneNumberTable.created_at), asc(phoneNumberTable.id))
      .limit(limit)
      .offset((page - 1) * limit);
    return { items, total: await countNumbers(db, context.organization), page, limit };
  }),

  implement(getPlanLimits, async (_, { organization }) => {
    const [plan] = await db
      .select({ ...getTableColumns(planTable), ...balances })
      .from(planTable)
      .innerJoin(organizationTable, eq(organizationTable.id, planTable.organization_id))
      .where(owned(planTable, { organization }));
    if (!plan) throw notFound("Plan");

    const current_count = (await countNumbers(db, organization)) + plan.pending_requests;
    const { max_phone_numbers, plan_name, phone_buy_fee, phone_monthly_fee, min_credit_balance, currency } = plan;
    return {
      success: true,
      data: {
        max_phone_numbers,
        current_count,
        is_allowed: current_count < max_phone_numbers && plan.has_credit,
        plan_name,
        pricing: { phone_buy_fee, phone_monthly_fee, min_credit_balance, currency },
        current_balance: plan.current_balance,
        localized_balance: plan.localized_balance,
        localized_currency: plan.localized_currency,
      },
    };
  }),
];

const { organization_id: _, ...fields } = getTableColumns(phoneNumberTable);

const balances = {
  current_balance: organizationTable.balance,
  localized_balance,
  localized_currency: organizationTable.localized_currency,
  has_credit,
};

async function countNumbers(db: Database, organization: Organization) {
  const [row] = await db
    .select({ total: count() })
    .from(phoneNumberTable)
    .where(owned(phoneNumberTable, { organization }));
  return row?.total ?? 0;
}
