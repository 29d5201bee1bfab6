import { and, asc, eq, gt, lt, lte, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { hoursAt } from "@/lib/contract/console/campaign-hours";
import type { Database, Transaction } from "@/lib/db/database";
import { dial, stepCall } from "@/platform/calls/call-steps";
import { callTable, sessionTable } from "@/platform/tables/calls";
import { type CallingWindow, campaignTable, contactTable } from "@/platform/tables/campaigns";
import { organizationTable } from "@/platform/tables/organizations";
import { phoneNumberTable } from "@/platform/tables/phone-numbers";
import { blockerOf, type Campaign } from "./campaign-states";

/**
 * Runs all due work of calls and campaigns once. All state is in the database and each step is one transaction, so a crash
 * leaves no partial step, and several processes can run this concurrently.
 */
export async function runDueWork(db: Database, { speed }: { speed: number }) {
  await forEachId(dueCalls(db), (id) => db.transaction((tx) => stepCall(tx, id, speed)));
  await forEachId(runningCampaigns(db), async (id) => {
    while (await db.transaction((tx) => callNext(tx, id, speed)));
  });
  await completeFinished(db);
  await db.transaction(cancelLeftOver);
}

async function forEachId(ids: PromiseLike<{ id: string }[]>, step: (id: string) => Promise<unknown>) {
  for (const { id } of await ids) await step(id);
}

const dueCalls = (db: Database) =>
  db
    .select({ id: callTable.id })
    .from(callTable)
    .where(lte(callTable.next_step_at, sql`now()`))
    .orderBy(asc(callTable.next_step_at))
    .limit(200);

const runningCampaigns = (db: Database) =>
  db.select({ id: campaignTable.id }).from(campaignTable).where(eq(campaignTable.status, "running"));

/** Calls the next due contact. False if there is none, or if the campaign cannot call now. */
async function callNext(tx: Transaction, id: string, speed: number) {
  const [campaign] = await tx
    .select()
    .from(campaignTable)
    .where(
      and(
        eq(campaignTable.id, id),
        eq(campaignTable.status, "running"),
        gt(campaignTable.pending_contacts, 0),
        lt(campaignTable.in_progress_contacts, campaignTable.max_concurrency),
      ),
    )
    .for("update", { skipLocked: true });
  if (!campaign || !mayCallAt(clock.now(), campaign)) return false;

  const [contact] = await tx
    .select()
    .from(contactTable)
    .where(
      and(
        eq(contactTable.campaign_id, id),
        eq(contactTable.status, "pending"),
        lte(contactTable.next_attempt_at, sql`now()`),
      ),
    )
    .orderBy(asc(contactTable.next_attempt_at), asc(contactTable.position))
    .limit(1)
    .for("update", { skipLocked: true });
  if (!contact) return false;

  const blocker = await blockerOf(tx, campaign);
  if (blocker) {
    await fail(tx, campaign, blocker.message);
    return false;
  }
  await call(tx, campaign, contact, speed);
  return true;
}

async function call(tx: Transaction, campaign: Campaign, contact: typeof contactTable.$inferSelect, speed: number) {
  const attempts = contact.attempts + 1;
  await tx
    .update(contactTable)
    .set({ status: "in_progress", attempts })
    .where(and(eq(contactTable.campaign_id, campaign.id), eq(contactTable.phone_number, contact.phone_number)));
  await tx
    .update(campaignTable)
    .set({
      pending_contacts: campaign.pending_contacts - 1,
      in_progress_contacts: campaign.in_progress_contacts + 1,
      total_calls: campaign.total_calls + 1,
      updated_at: sql`now()`,
    })
    .where(eq(campaignTable.id, campaign.id));

  const { organization_id, assistant_id, workflow_ref, phone_number_id } = campaign;
  const call_id = `call_${crypto.randomUUID().replaceAll("-", "")}`;
  const session_id = crypto.randomUUID();
  await tx
    .insert(sessionTable)
    .values({ id: session_id, organization_id, call_id, assistant_id, channel: "phone", status: "active" });
  await tx.insert(callTable).values({
    id: call_id,
    organization_id,
    type: "outbound",
    direction: "outbound",
    status: "queued",
    assistant_id,
    campaign_id: campaign.id,
    workflow_ref,
    session_id,
    phone_number_id,
    from_number: sql`(select ${phoneNumberTable.phone_number} from ${phoneNumberTable} where ${phoneNumberTable.id} = ${phone_number_id})`,
    to_number: contact.phone_number,
    customer_name: contact.name,
    currency: sql`(select ${organizationTable.currency} from ${organizationTable} where ${organizationTable.id} = ${organization_id})`,
    plan: dial(contact.phone_number, attempts),
    next_step_at: sql`now() + make_interval(secs => ${0.8 / speed}::double precision)`,
  });
}

const fail = (tx: Transaction, campaign: Campaign, reason: string) =>
  tx
    .update(campaignTable)
    .set({ status: "failed", status_reason: reason, completed_at: sql`now()`, updated_at: sql`now()` })
    .where(eq(campaignTable.id, campaign.id));

const completeFinished = (db: Database) =>
  db
    .update(campaignTable)
    .set({ status: "completed", completed_at: sql`now()`, updated_at: sql`now()` })
    .where(
      and(
        eq(campaignTable.status, "running"),
        eq(campaignTable.pending_contacts, 0),
        eq(campaignTable.in_progress_contacts, 0),
      ),
    );

/** Cancelling updates the counters at once. The contacts, up to a million, follow in batches. */
async function cancelLeftOver(tx: Transaction) {
  await tx.execute(sql`
    with left_over as (
      select contact.campaign_id, contact.phone_number
      from ${campaignTable} campaign join ${contactTable} contact on contact.campaign_id = campaign.id
      where campaign.status = 'cancelled' and contact.status = 'pending'
      limit 5000 for update of contact skip locked
    )
    update ${contactTable} contact set status = 'cancelled' from left_over
    where contact.campaign_id = left_over.campaign_id and contact.phone_number = left_over.phone_number`);
}

type CallingHours = { timezone: string; calling_window: CallingWindow | null };

/** True if the calling window includes the moment. The window is in the campaign's time zone and can pass midnight. */
export const mayCallAt = (moment: Date, { timezone, calling_window }: CallingHours) =>
  calling_window === null || hoursAt({ timezone, ...calling_window }, moment.getTime()).isOpen;
