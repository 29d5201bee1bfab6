import { sql } from "drizzle-orm";
import type { Database } from "@/lib/db/database";
import { seedAssistants } from "./seeding/assistants";
import { seedCalls } from "./seeding/calls";
import { seedCampaigns } from "./seeding/campaigns";
import { seedCredentials } from "./seeding/credentials";
import { seedNeighbour } from "./seeding/neighbour";
import { seedOrganization } from "./seeding/organization";
import { seedPhoneNumbers } from "./seeding/phone-numbers";
import { seedTools } from "./seeding/tools";
import { seedWebhooks } from "./seeding/webhooks";
import { seedWorkflows } from "./seeding/workflows";
import { organizationTable } from "./tables/organizations";

export { seeded } from "./seeding/ids";

/** Fills a new database with two organizations whose past ends now. A database that has been filled is left alone. */
export function seed(db: Database, now = new Date()) {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('switchboard platform seed', 0))`);
    const known = await tx.select().from(organizationTable).limit(1);
    if (known.length > 0) return;

    await seedOrganization(tx);
    await seedAssistants(tx, now);
    await seedPhoneNumbers(tx, now);
    await seedCredentials(tx, now);
    await seedTools(tx, now);
    await seedWorkflows(tx, now);
    await seedCampaigns(tx, now);
    await seedCalls(tx, now);
    await seedWebhooks(tx, now);
    await seedNeighbour(tx, now);
  });
}
