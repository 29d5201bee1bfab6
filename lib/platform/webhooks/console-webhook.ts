import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { knownEvents } from "@/lib/contract/api/webhooks";
import type { Database } from "@/lib/db/database";
import { seeded } from "@/lib/platform/seed/ids";
import { webhookTable } from "@/lib/platform/tables/webhooks";

/** Keeps a webhook for the console beside this platform, so that its events arrive there. Its port can have changed. */
export async function keepConsoleWebhook(db: Database, url: string): Promise<void> {
  await db
    .insert(webhookTable)
    .values({
      ...{ id: seeded.consoleWebhook, organization_id: seeded.organization, url, events: [...knownEvents] },
      ...{ status: "active", secret: `whsec_${randomBytes(32).toString("base64")}` },
    })
    .onConflictDoUpdate({ target: webhookTable.id, set: { url: sql`excluded.url` } });
}
