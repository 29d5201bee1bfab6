import { sql } from "drizzle-orm";
import type { Database } from "@/lib/db/database";

/** Campaigns whose counters do not match their contacts or do not add up. */
export async function miscounted(db: Database) {
  const { rows } = await db.execute(sql`
    select campaign.id, campaign.status from platform.campaigns campaign
    left join lateral (
      select count(*) as total,
        count(*) filter (where status = 'pending') as pending,
        count(*) filter (where status = 'in_progress') as in_progress,
        count(*) filter (where status = 'completed') as completed,
        count(*) filter (where status = 'failed') as failed
      from platform.contacts where campaign_id = campaign.id
    ) counted on true
    where (campaign.total_contacts, campaign.in_progress_contacts, campaign.completed_contacts, campaign.failed_contacts)
        is distinct from (counted.total, counted.in_progress, counted.completed, counted.failed)
      or (campaign.status <> 'cancelled' and campaign.pending_contacts <> counted.pending)
      or campaign.pending_contacts + campaign.in_progress_contacts + campaign.completed_contacts
        + campaign.failed_contacts + campaign.cancelled_contacts <> campaign.total_contacts`);
  return rows;
}
