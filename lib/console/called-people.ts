import { sql } from "drizzle-orm";
import { lineOfCall } from "@/lib/db/console/call-lines";
import { hashSent } from "@/lib/db/console/number-lines";
import type { Database } from "@/lib/db/database";
import type { Campaign } from "@/lib/inbox/results";

/** Hashes of the numbers that a campaign has called, by the events that were received, since a moment or ever. */
export async function calledHashes(db: Database, secret: string, campaign: Campaign, since?: string) {
  const { rows } = await db.execute<{ contact: string }>(sql`
    select distinct ${lineOfCall("call")} as contact from console.found_call as call
    where call.key_print = ${campaign.accountId} and call.campaign_ref = ${campaign.campaign_id} and call.contact is not null
      and ${since === undefined ? sql`true` : sql`call.last_event_at >= ${since}`}`);
  const numbers = rows.map(({ contact }) => `+${contact}`);
  return (await hashSent(db, secret, numbers)).sent;
}
