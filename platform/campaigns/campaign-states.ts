import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "@/lib/db/database";
import { has_credit, localized_balance } from "@/platform/credit";
import { ApiError } from "@/platform/http/api-error";
import { assistantTable } from "@/platform/tables/assistants";
import { type CampaignStatus, campaignTable } from "@/platform/tables/campaigns";
import { organizationTable, planTable } from "@/platform/tables/organizations";
import { phoneNumberTable } from "@/platform/tables/phone-numbers";

export type Campaign = typeof campaignTable.$inferSelect;
export type Trigger = keyof typeof triggers;

/** State machine of campaigns: allowed states, next state and further changes of each trigger. */
export const triggers = {
  start: { from: ["draft", "scheduled"], to: "running", done: "started", set: { started_at: sql`now()` } },
  pause: { from: ["running"], to: "paused", done: "paused", set: { paused_at: sql`now()` } },
  resume: { from: ["paused"], to: "running", done: "resumed", set: { paused_at: null } },
  cancel: {
    from: ["scheduled", "running", "paused"],
    to: "cancelled",
    done: "cancelled",
    set: {
      cancelled_at: sql`now()`,
      pending_contacts: 0,
      cancelled_contacts: sql`${campaignTable.cancelled_contacts} + ${campaignTable.pending_contacts}`,
    },
  },
} as const satisfies Record<string, Transition>;

type Transition = { from: readonly CampaignStatus[]; to: CampaignStatus; done: string; set: object };

/** Changes the state of a campaign whose row is locked. Throws an ApiError with the reason if it is not allowed. */
export async function transition(tx: Transaction, campaign: Campaign, trigger: Trigger) {
  const { from, to, set } = triggers[trigger];
  if (!isOneOf(from, campaign.status)) throw wrongState(campaign, trigger);
  if (to === "running") await requireReady(tx, campaign, trigger);
  await tx
    .update(campaignTable)
    .set({ ...set, status: to, status_reason: null, updated_at: sql`now()` })
    .where(eq(campaignTable.id, campaign.id));
}

/** An ended campaign accepts no contacts and makes no calls. */
export const hasEnded = (status: CampaignStatus) => isOneOf(["completed", "cancelled", "failed"], status);

/** The reason why a campaign cannot make calls now, apart from its contacts; undefined if it can. */
export async function blockerOf(tx: Transaction, campaign: Campaign) {
  if (!campaign.phone_number_id) return new ApiError("no_phone_number", "Campaign has no phone number to call from.");
  if (!campaign.assistant_id && !campaign.workflow_ref)
    return new ApiError("no_assistant", "Campaign has neither an assistant nor a workflow to make its calls.");

  const [state] = await tx
    .select({
      number: phoneNumberTable.phone_number,
      number_status: phoneNumberTable.status,
      assistant: assistantTable.id,
      balance: localized_balance,
      minimum: planTable.min_credit_balance,
      currency: planTable.currency,
      has_credit,
    })
    .from(organizationTable)
    .innerJoin(planTable, eq(planTable.organization_id, organizationTable.id))
    .leftJoin(
      phoneNumberTable,
      and(
        eq(phoneNumberTable.id, campaign.phone_number_id),
        eq(phoneNumberTable.organization_id, campaign.organization_id),
      ),
    )
    .leftJoin(
      assistantTable,
      and(
        eq(assistantTable.id, campaign.assistant_id ?? ""),
        eq(assistantTable.organization_id, campaign.organization_id),
      ),
    )
    .where(eq(organizationTable.id, campaign.organization_id));
  if (!state?.number) return new ApiError("no_phone_number", "Campaign's phone number no longer exists.");
  if (state.number_status !== "active")
    return new ApiError(
      "phone_number_inactive",
      `Phone number ${state.number} must be active; its status is ${state.number_status}.`,
    );
  if (campaign.assistant_id && !state.assistant)
    return new ApiError("no_assistant", "Campaign's assistant no longer exists.");
  if (!state.has_credit)
    return new ApiError(
      "insufficient_balance",
      `Credit balance must be at least ${state.minimum} ${state.currency}; it is ${state.balance} ${state.currency}.`,
    );
  return undefined;
}

async function requireReady(tx: Transaction, campaign: Campaign, trigger: Trigger) {
  if (trigger === "start" && campaign.total_contacts === 0)
    throw new ApiError("no_contacts", "Campaign must have at least one contact to start; it has none.");
  const blocker = await blockerOf(tx, campaign);
  if (blocker) throw blocker;
}

function wrongState({ status }: Campaign, trigger: Trigger) {
  const { from } = triggers[trigger];
  const allowed = new Intl.ListFormat("en", { type: "disjunction" }).format(from);
  const sentence = `Campaign must be ${allowed} to ${trigger}; current status is ${status}`;
  return new ApiError("invalid_state", sentence, { status, allowed_from: from });
}

const isOneOf = (statuses: readonly CampaignStatus[], status: CampaignStatus) => statuses.includes(status);
