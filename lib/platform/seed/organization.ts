import { organizationTable, planTable } from "@/lib/platform/tables/organizations";
import type { Transaction } from "@/lib/platform/transaction";
import { seeded } from "./ids";

export async function seedOrganization(tx: Transaction) {
  await tx.insert(organizationTable).values({
    id: seeded.organization,
    name: "Fernhill Energy",
    balance: "1284.6350",
    currency: "USD",
    localized_currency: "GBP",
    exchange_rate: "0.7915",
  });
  await tx.insert(planTable).values({
    organization_id: seeded.organization,
    plan_name: "Growth",
    max_phone_numbers: 15,
    pending_requests: 1,
    phone_buy_fee: "1.60",
    phone_monthly_fee: "1.60",
    min_credit_balance: "10.00",
    currency: "GBP",
  });
}
