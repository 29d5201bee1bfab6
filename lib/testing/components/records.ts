import type { ReactNode } from "react";
import { defaultLimit } from "@/lib/client/number-pages";
import { listCredentials } from "@/lib/contract/api/credentials";
import { getPlanLimits, listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { getWebhookFigures } from "@/lib/contract/console/webhook-log/figures";
import { parseJson } from "@/lib/format/json";
import { type Read, type RenderOptions, renderWithReads } from "./render-with-reads";

/** HTML of a screen, with entities decoded. Throws if the gateway would reject one of the answers. */
export function pageOf(screen: ReactNode, reads: readonly Read[], options?: RenderOptions) {
  const parsedReads = reads.map(([op, input, answer]): Read => [op, input, parseJson(JSON.stringify(answer))]);
  const { html, unread } = renderWithReads(screen, parsedReads, options);
  if (unread.length > 0) throw new Error(`${unread.map(([op]) => op.id)} was not read.`);
  const plain = html.replaceAll("<!-- -->", "").replaceAll("&quot;", '"').replaceAll("&#x27;", "'");
  return plain.replaceAll("&lt;", "<").replaceAll("&amp;", "&");
}

export const time = "2026-11-20T06:00:00Z";

/** One record of each kind that matches the API documentation. */
export const records = {
  assistant: {
    id: "a",
    name: "Reception",
    status: "published",
    organization_id: "org-1",
    owner_id: "own-1",
    model: { provider: "acme", model: "m-1", temperature: 0.5, max_tokens: 100 },
    voice: { provider: "acme", voice_id: "v-1" },
    transcriber: { provider: "acme", model: "t-1", language: "en" },
    first_message: "Hello there",
    first_message_mode: "assistant-speaks-first",
    max_duration_seconds: 900,
    created_at: time,
    updated_at: time,
  },
  number: {
    id: "x",
    phone_number: "+4915112345678",
    friendly_name: "Desk",
    country_code: "DE",
    direction: "inbound",
    status: "active",
    assistant_id: "a",
    monthly_cost: "1.00",
    cost_per_minute: "0.02",
    localized_monthly_cost: "1.10",
    localized_cost_per_minute: "0.03",
    localized_currency: "EUR",
    created_at: time,
    updated_at: time,
  },
  plan: {
    max_phone_numbers: 20,
    current_count: 1,
    is_allowed: true,
    plan_name: "Team",
    pricing: { phone_buy_fee: "1.00", phone_monthly_fee: "2.00", min_credit_balance: "10.00", currency: "EUR" },
    current_balance: "50.00",
    localized_balance: "55.00",
    localized_currency: "EUR",
  },
  credential: {
    id: "x",
    name: "CRM",
    auth_type: "bearer_token",
    status: "active",
    secret_preview: "••••1f",
    public_config: { region: "eu" },
    provider_credential_id: "p-1",
    last_sync_status: "synced",
    last_sync_error: null,
    created_at: time,
    updated_at: time,
  },
  webhook: { id: "w", url: "https://crm.example/in", events: ["call.ended"], status: "active", created_at: time },
  entry: { id: "x", webhook_id: "w", event: "call.ended", status: "delivered", attempts: 1, delivered_at: time },
};

export const numbersRead = (number: unknown): Read => [
  listPhoneNumbers,
  { page: 1, limit: defaultLimit },
  { items: [number], total: 1, page: 1, limit: defaultLimit },
];
export const planRead = (data: unknown): Read => [getPlanLimits, {}, { success: true, data }];
export const credentialsRead = (data: unknown): Read => [
  listCredentials,
  { limit: 50 },
  { success: true, data: [data], total: 1, limit: 50, skip: 0 },
];
/** Figures of a webhook without deliveries. */
export const figuresRead = (webhook_id: string): Read => [
  getWebhookFigures,
  { webhook_id },
  { events: [], last_delivered_at: null, arrived: null, retries: [], looked_at: 0 },
];
export const webhooksRead = (data: unknown): Read => [listWebhooks, {}, { success: true, data: [data] }];
