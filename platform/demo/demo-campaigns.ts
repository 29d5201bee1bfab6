import { and, desc, eq, sql } from "drizzle-orm";
import { type Database, lockInTransaction } from "@/lib/db/database";
import { person } from "@/platform/seed/campaigns";
import { seeded } from "@/platform/seed/ids";
import { callTable, sessionTable } from "@/platform/tables/calls";
import { campaignTable, contactTable } from "@/platform/tables/campaigns";
import { organizationTable } from "@/platform/tables/organizations";
import { webhookLogTable } from "@/platform/tables/webhooks";

/** `created_by` of the campaigns that the demo begins. */
export const demoAuthor = "user_demo";

const names = [
  "Boiler service reminders",
  "Storm outage follow-up",
  "Direct debit confirmations",
  "Solar panel survey",
  "New home check-in",
  "Tariff review, small businesses",
  "Electric car charger offers",
  "Customer satisfaction, spring",
];

/** At four calls at a time, these contacts take about half an hour. */
const contactCount = 120;
const maxConcurrency = 4;

const demoCampaigns = eq(campaignTable.created_by, demoAuthor);

/** True while the next campaign waits: one runs, the last ended just now, or a person stopped it in the last 15 minutes. */
const mustWait = sql<boolean>`bool_or(${campaignTable.status} = 'running' or ${campaignTable.updated_at} > now() -
  case when ${campaignTable.status} = 'completed' then interval '1 minute' else interval '15 minutes' end)`;

/** Begins the next campaign unless one runs. Never changes a campaign that exists. */
export function beginNextCampaign(db: Database) {
  return db.transaction(async (tx) => {
    await lockInTransaction(tx, "switchboard demo campaign");
    const [state] = await tx.select({ mustWait }).from(campaignTable).where(demoCampaigns);
    if (state?.mustWait) return;
    const [last] = await tx
      .select()
      .from(campaignTable)
      .where(demoCampaigns)
      .orderBy(desc(campaignTable.created_at))
      .limit(1);
    const index = last ? (names.indexOf(last.name) + 1) % names.length : 0;
    const id = crypto.randomUUID();
    const contacts = Array.from({ length: contactCount }, (_, row) => ({
      ...person(index * contactCount + row),
      campaign_id: id,
      position: row + 2,
    }));
    await tx.insert(campaignTable).values({
      id,
      organization_id: seeded.organization,
      name: names[index] ?? "",
      status: "running",
      assistant_id: seeded.assistants.renewals,
      workflow_ref: seeded.workflows.renewal,
      phone_number_id: seeded.phoneNumbers.main,
      timezone: "Europe/London",
      max_concurrency: maxConcurrency,
      retry_policy: { max_attempts: 2, retry_delay_seconds: 120, retry_on: ["busy", "no_answer"] },
      total_contacts: contactCount,
      pending_contacts: contactCount,
      started_at: sql`now()`,
      created_by: demoAuthor,
    });
    await tx.insert(contactTable).values(contacts);
  });
}

const keptCampaigns = 3;
const keptLogs = 5_000;

/** Removes ended demo campaigns but the last three, old calls and old webhook logs, and pays for the calls. */
export async function removeOldData(db: Database) {
  await db.execute(sql`
    with old_campaign as (
      select id from ${campaignTable} where ${demoCampaigns} and status in ('completed', 'cancelled', 'failed')
      order by created_at desc offset ${keptCampaigns}
    ), old_call as (
      delete from ${callTable} as call where call.status = 'ended' and call.id not in ${Object.values(seeded.calls)}
        and (call.campaign_id in (select id from old_campaign) or call.ended_at < now() - interval '1 day')
      returning call.id
    ), old_session as (
      delete from ${sessionTable} as session where session.call_id in (select id from old_call)
    ), old_contact as (
      delete from ${contactTable} as contact where contact.campaign_id in (select id from old_campaign)
    )
    delete from ${campaignTable} as campaign where campaign.id in (select id from old_campaign)`);
  await db.execute(sql`
    delete from ${webhookLogTable} as log where log.status in ('delivered', 'failed') and log.id in (
      select id from ${webhookLogTable} order by created_at desc, id desc offset ${keptLogs})`);
  await db
    .update(organizationTable)
    .set({ balance: sql`${organizationTable.balance} + 1000` })
    .where(and(eq(organizationTable.id, seeded.organization), sql`${organizationTable.balance} < 300`));
}
