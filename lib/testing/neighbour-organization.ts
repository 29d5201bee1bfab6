import type { Transaction } from "@/lib/db/database";
import { assistantTable } from "@/platform/tables/assistants";
import { callTable, sessionTable } from "@/platform/tables/calls";
import { campaignTable, contactTable } from "@/platform/tables/campaigns";
import { credentialTable, organizationTable, planTable } from "@/platform/tables/organizations";
import { phoneNumberTable } from "@/platform/tables/phone-numbers";
import { toolTable } from "@/platform/tables/tools";
import { webhookLogTable, webhookTable } from "@/platform/tables/webhooks";
import { workflowTable } from "@/platform/tables/workflows";

/** IDs of the records of “Marlow Dental”. */
export const neighbour = {
  organization: "f4a0c7e3-826b-4d15-b9e8-3c5d7f1a2096",
  assistant: "7c2d9e04-b5f1-4a83-96d7-1e8f3b0c5a67",
  campaign: "d15e8a3b-c794-4f60-8b2e-9a0c6d4f7178",
  phoneNumber: "pn_2Hd8tB4mWc01",
  credential: "cred_8jLvK2xPs1",
  workflow: "reminders",
  tool: "tool_n3Fq6Jr801",
  call: "call_01HVZX9M2T7ANEIGH",
  session: "90e3d7c1-4b28-4f5a-a6d9-2c8b1f0e7489",
  webhook: "wh_5nRc7QyD01",
} as const;

const organization_id = neighbour.organization;

/** Adds a second, small organization with one record of each kind. The seeded organization must never see them. */
export async function addNeighbour(tx: Transaction) {
  await addOrganization(tx);
  await addCampaign(tx);
  await addCall(tx);
  await addWebhook(tx);
  await tx.insert(credentialTable).values({
    id: neighbour.credential,
    organization_id,
    name: "Practice software",
    auth_type: "bearer_token",
    status: "active",
    secret_preview: "pr_••••••••12ab",
    public_config: {},
    provider_credential_id: "ext_cr_11aa22bb",
    last_sync_status: "synced",
  });
  await tx.insert(workflowTable).values({
    organization_id,
    ref: neighbour.workflow,
    name: "Reminders",
    status: "draft",
    version: 1,
    has_unpublished_changes: true,
    nodes: [],
    edges: [],
  });
  await tx.insert(toolTable).values({
    id: neighbour.tool,
    organization_id,
    name: "find_patient",
    description: "Looks up a patient.",
    type: "function",
    status: "active",
    config: {},
    parameters: {},
    used_by: { assistants: [neighbour.assistant], workflows: [] },
  });
}

async function addOrganization(tx: Transaction) {
  await tx.insert(organizationTable).values({
    id: organization_id,
    name: "Marlow Dental",
    balance: "42.1000",
    currency: "USD",
    localized_currency: "GBP",
    exchange_rate: "0.7915",
  });
  await tx.insert(planTable).values({
    organization_id,
    plan_name: "Starter",
    max_phone_numbers: 1,
    phone_buy_fee: "1.60",
    phone_monthly_fee: "1.60",
    min_credit_balance: "10.00",
    currency: "GBP",
  });
}

async function addCampaign(tx: Transaction) {
  const owner = "user_7mB3cXr5Tn";
  await tx.insert(assistantTable).values({
    id: neighbour.assistant,
    organization_id,
    name: "Reception",
    status: "published",
    owner_id: owner,
    model: { provider: "openai", model: "gpt-4.1-mini", temperature: 0.3, max_tokens: 200 },
    voice: { provider: "elevenlabs", voice_id: "nora-en" },
    transcriber: { provider: "deepgram", model: "nova-3", language: "en-GB" },
    first_message: "Marlow Dental, good morning.",
    first_message_mode: "assistant-speaks-first",
    max_duration_seconds: 300,
  });
  await tx.insert(phoneNumberTable).values({
    id: neighbour.phoneNumber,
    organization_id,
    phone_number: "+441632960900",
    friendly_name: "Reception",
    country_code: "GB",
    direction: "inbound",
    status: "active",
    assistant_id: neighbour.assistant,
    monthly_cost: "1.15",
    cost_per_minute: "0.0140",
    localized_monthly_cost: "0.91",
    localized_cost_per_minute: "0.0111",
    localized_currency: "GBP",
  });
  await tx.insert(campaignTable).values({
    id: neighbour.campaign,
    organization_id,
    name: "Check-up reminders",
    status: "draft",
    assistant_id: neighbour.assistant,
    phone_number_id: neighbour.phoneNumber,
    timezone: "Europe/London",
    max_concurrency: 1,
    retry_policy: { max_attempts: 2, retry_delay_seconds: 600, retry_on: ["busy"] },
    total_contacts: 1,
    pending_contacts: 1,
    created_by: owner,
  });
  const contact = { phone_number: "+447700900990", name: "Una Lewis", position: 2 };
  await tx.insert(contactTable).values({ ...contact, campaign_id: neighbour.campaign });
}

async function addCall(tx: Transaction) {
  const common = { organization_id, assistant_id: neighbour.assistant };
  await tx.insert(callTable).values({
    ...common,
    id: neighbour.call,
    type: "inbound",
    direction: "inbound",
    status: "in-progress",
    session_id: neighbour.session,
    phone_number_id: neighbour.phoneNumber,
    from_number: "+447700900990",
    to_number: "+441632960900",
    currency: "USD",
  });
  const session = { id: neighbour.session, call_id: neighbour.call, channel: "phone", status: "active" } as const;
  await tx.insert(sessionTable).values({ ...common, ...session });
}

async function addWebhook(tx: Transaction) {
  await tx.insert(webhookTable).values({
    id: neighbour.webhook,
    organization_id,
    url: "https://hooks.marlow.example/voice",
    events: ["call.ended"],
    status: "active",
    secret: "whsec_TWFybG93IERlbnRhbCwgbm90IGEgc2VjcmV0",
  });
  const delivery = { event: "call.ended", status: "delivered", attempts: 1 } as const;
  await tx.insert(webhookLogTable).values({ ...delivery, organization_id, webhook_id: neighbour.webhook });
}
