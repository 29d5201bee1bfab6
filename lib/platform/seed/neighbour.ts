import type { Transaction } from "@/lib/db/database";
import { assistantTable } from "@/lib/platform/tables/assistants";
import { callTable, sessionTable } from "@/lib/platform/tables/calls";
import { campaignTable, contactTable } from "@/lib/platform/tables/campaigns";
import { credentialTable, organizationTable, planTable } from "@/lib/platform/tables/organizations";
import { phoneNumberTable } from "@/lib/platform/tables/phone-numbers";
import { toolTable } from "@/lib/platform/tables/tools";
import { webhookLogTable, webhookTable } from "@/lib/platform/tables/webhooks";
import { workflowTable } from "@/lib/platform/tables/workflows";
import { ago } from "./ago";
import { seeded } from "./ids";

/** A second, small organization whose records must be invisible to the first. */
export async function seedNeighbour(tx: Transaction, now: Date) {
  const { organization: organization_id, ...ids } = seeded.neighbour;
  const created = { created_at: ago(now, { days: 50 }), updated_at: ago(now, { days: 5 }) };
  const assistant = {
    organization_id,
    name: "Reception",
    status: "published",
    owner_id: "user_7mB3cXr5Tn",
    model: { provider: "openai", model: "gpt-4.1-mini", temperature: 0.3, max_tokens: 200 },
    voice: { provider: "elevenlabs", voice_id: "nora-en" },
    transcriber: { provider: "deepgram", model: "nova-3", language: "en-GB" },
    first_message: "Marlow Dental, good morning.",
    first_message_mode: "assistant-speaks-first",
    max_duration_seconds: 300,
  };
  const number = {
    organization_id,
    phone_number: "+441632960900",
    friendly_name: "Reception",
    country_code: "GB",
    direction: "inbound",
    status: "active" as const,
    assistant_id: ids.assistant,
    monthly_cost: "1.15",
    cost_per_minute: "0.0140",
    localized_monthly_cost: "0.91",
    localized_cost_per_minute: "0.0111",
    localized_currency: "GBP",
  };
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
  await tx.insert(assistantTable).values({ ...assistant, ...created, id: ids.assistant });
  await tx.insert(phoneNumberTable).values({ ...number, ...created, id: ids.phoneNumber });
  await tx.insert(credentialTable).values({
    id: ids.credential,
    organization_id,
    name: "Practice software",
    auth_type: "bearer_token",
    status: "active",
    secret_preview: "pr_••••••••12ab",
    public_config: {},
    provider_credential_id: "ext_cr_11aa22bb",
    last_sync_status: "synced",
    ...created,
  });
  await tx.insert(workflowTable).values({
    organization_id,
    ref: ids.workflow,
    name: "Reminders",
    status: "draft",
    version: 1,
    has_unpublished_changes: true,
    nodes: [],
    edges: [],
    ...created,
  });
  await tx.insert(toolTable).values({
    id: ids.tool,
    organization_id,
    name: "find_patient",
    description: "Looks up a patient.",
    type: "function",
    status: "active",
    config: {},
    parameters: {},
    used_by: { assistants: [ids.assistant], workflows: [] },
    ...created,
  });
  await tx.insert(campaignTable).values({
    id: ids.campaign,
    organization_id,
    name: "Check-up reminders",
    status: "draft",
    assistant_id: ids.assistant,
    phone_number_id: ids.phoneNumber,
    timezone: "Europe/London",
    max_concurrency: 1,
    retry_policy: { max_attempts: 2, retry_delay_seconds: 600, retry_on: ["busy"] },
    total_contacts: 1,
    pending_contacts: 1,
    created_by: assistant.owner_id,
    ...created,
  });
  await tx
    .insert(contactTable)
    .values({ campaign_id: ids.campaign, phone_number: "+447700900990", name: "Una Lewis", position: 2 });
  await tx.insert(callTable).values({
    id: ids.call,
    organization_id,
    type: "inbound",
    direction: "inbound",
    status: "in-progress",
    assistant_id: ids.assistant,
    session_id: ids.session,
    phone_number_id: ids.phoneNumber,
    from_number: "+447700900990",
    to_number: number.phone_number,
    currency: "USD",
    answered_at: ago(now, { minutes: 1 }),
  });
  await tx.insert(sessionTable).values({
    id: ids.session,
    organization_id,
    call_id: ids.call,
    assistant_id: ids.assistant,
    channel: "phone",
    status: "active",
  });
  await tx.insert(webhookTable).values({
    id: ids.webhook,
    organization_id,
    url: "https://hooks.marlow.example/voice",
    events: ["call.ended"],
    status: "active",
    secret: "whsec_TWFybG93IERlbnRhbCwgbm90IGEgc2VjcmV0",
    created_at: created.created_at,
  });
  await tx.insert(webhookLogTable).values({
    organization_id,
    webhook_id: ids.webhook,
    event: "call.ended",
    status: "delivered",
    attempts: 1,
    delivered_at: ago(now, { days: 1 }),
    created_at: ago(now, { days: 1 }),
  });
}
