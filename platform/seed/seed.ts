import { clock } from "@/lib/clock";
import { type Database, lockInTransaction, type Transaction } from "@/lib/db/database";
import { organizationTable, planTable } from "@/platform/tables/organizations";
import { seedAssistants } from "./assistants";
import { seedCalls } from "./calls";
import { seedCampaigns } from "./campaigns";
import { seedCredentials } from "./credentials";
import { seeded } from "./ids";
import { seedPhoneNumbers } from "./phone-numbers";
import { seedTools } from "./tools";
import { seedWebhooks } from "./webhooks";
import { seedWorkflows } from "./workflows";

export { seeded } from "./ids";

/** Fills an empty database with an organization and its history until now. Does nothing if it has data. */
export function seed(db: Database, now = clock.now()) {
  return db.transaction(async (tx) => {
    await lockInTransaction(tx, "switchboard platform seed");
    const existing = await tx.select().from(organizationTable).limit(1);
    if (existing.length > 0) return;

    await seedOrganization(tx);
    await seedAssistants(tx, now);
    await seedPhoneNumbers(tx, now);
    await seedCredentials(tx, now);
    await seedTools(tx, now);
    await seedWorkflows(tx, now);
    await seedCampaigns(tx, now);
    await seedCalls(tx, now);
    await seedWebhooks(tx, now);
  });
}

async function seedOrganization(tx: Transaction) {
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
