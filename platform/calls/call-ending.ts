import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { Transaction } from "@/lib/db/database";
import { type Campaign, hasEnded } from "@/platform/campaigns/campaign-states";
import { type CallOutcome, callTable, sessionTable, type TranscriptLine } from "@/platform/tables/calls";
import { campaignTable, contactTable } from "@/platform/tables/campaigns";
import { organizationTable } from "@/platform/tables/organizations";
import { phoneNumberTable } from "@/platform/tables/phone-numbers";
import { emit } from "@/platform/webhooks/webhook-queue";

export type Call = typeof callTable.$inferSelect;

/** `interrupted`: the call ended through no fault of the contact, who is called again at no cost. */
export type CallEnding = {
  outcome: CallOutcome | "interrupted";
  reason: string;
  /** Talk time. If missing, the time since the call was answered. */
  seconds?: number;
  transcript?: TranscriptLine[];
  summary?: string;
  /** Factor by which the policy's retry delay is divided. */
  speed?: number;
};

/** Ends a call whose row is locked, and updates its session, contact, campaign counters and balance. Emits its events. */
export async function finish(tx: Transaction, call: Call, ending: CallEnding) {
  const seconds =
    ending.outcome === "interrupted" || !call.answered_at ? 0 : (ending.seconds ?? secondsSince(call.answered_at));
  const [ended] = await tx
    .update(callTable)
    .set({
      status: "ended",
      ended_at: sql`now()`,
      ended_reason: ending.reason,
      duration_seconds: seconds,
      cost: costOf(call, seconds),
      transcript: ending.transcript ?? call.transcript,
      summary: ending.summary ?? null,
      next_step_at: null,
      updated_at: sql`now()`,
    })
    .where(eq(callTable.id, call.id))
    .returning();
  if (!ended) return;
  await tx
    .update(sessionTable)
    .set({ status: "ended", ended_at: sql`now()` })
    .where(and(eq(sessionTable.id, call.session_id), eq(sessionTable.status, "active")));
  await settleContact(tx, call, ending);
  await tx
    .update(organizationTable)
    .set({ balance: sql`${organizationTable.balance} - ${ended.cost}::numeric` })
    .where(eq(organizationTable.id, call.organization_id));
  await emit(tx, call.organization_id, "call.ended", callToWire({ ...ended, transcript: null }));
  await emit(tx, call.organization_id, "end-of-call-report", callToWire(ended));
}

const secondsSince = (moment: string) => Math.max(0, Math.ceil((clock.nowMs() - Date.parse(moment)) / 1000));

const costOf = (call: Call, seconds: number) => sql`coalesce((
  select round(${phoneNumberTable.cost_per_minute} * ${seconds}::numeric / 60, 4)
  from ${phoneNumberTable} where ${phoneNumberTable.id} = ${call.phone_number_id}), 0.0000)`;

async function settleContact(tx: Transaction, call: Call, ending: CallEnding) {
  if (!call.campaign_id) return;
  const isContact = and(
    eq(contactTable.campaign_id, call.campaign_id),
    eq(contactTable.phone_number, call.to_number),
    eq(contactTable.status, "in_progress"),
  );
  const [campaign] = await tx.select().from(campaignTable).where(eq(campaignTable.id, call.campaign_id)).for("update");
  const [contact] = await tx.select().from(contactTable).where(isContact).for("update");
  if (!campaign || !contact) return;

  const status = nextStatus(campaign, contact.attempts, ending.outcome);
  const isInterrupted = ending.outcome === "interrupted";
  const delay = isInterrupted ? 0 : campaign.retry_policy.retry_delay_seconds / (ending.speed ?? 1);
  await tx
    .update(contactTable)
    .set({
      status,
      attempts: contact.attempts - (isInterrupted ? 1 : 0),
      next_attempt_at: sql`now() + make_interval(secs => ${delay}::double precision)`,
    })
    .where(isContact);
  const counter = `${status}_contacts` as const;
  await tx
    .update(campaignTable)
    .set({
      in_progress_contacts: sql`${campaignTable.in_progress_contacts} - 1`,
      [counter]: sql`${campaignTable[counter]} + 1`,
      answered_calls: sql`${campaignTable.answered_calls} + ${ending.outcome === "answered" ? 1 : 0}`,
      voicemail_calls: sql`${campaignTable.voicemail_calls} + ${ending.outcome === "voicemail" ? 1 : 0}`,
      updated_at: sql`now()`,
    })
    .where(eq(campaignTable.id, campaign.id));
}

function nextStatus(campaign: Campaign, attempts: number, outcome: CallEnding["outcome"]) {
  const { max_attempts, retry_on } = campaign.retry_policy;
  if (outcome === "interrupted") return campaign.status === "cancelled" ? "cancelled" : "pending";
  if (outcome === "answered") return "completed";
  if (!hasEnded(campaign.status) && retry_on.includes(outcome) && attempts < max_attempts) return "pending";
  return outcome === "voicemail" ? "completed" : "failed";
}

/** Removes the simulated carrier's plan, which the API does not show. */
export function callToWire({ plan: _, next_step_at: __, ...call }: typeof callTable.$inferSelect) {
  return call;
}

const { plan: _, next_step_at: __, ...fields } = getTableColumns(callTable);
export const callWireFields = fields;
