import type { Reply } from "../../lib/testing/fault-replies";
import type { PageIds } from "./pages";

/** Names and IDs as long as a platform may have them, without a place to break, and turned around by bidi controls. */
const unbroken = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft".repeat(2);
export const longName =
  `${unbroken.slice(0, 120)} \u202eslawener ffirat\u202c and then ${"a name that goes on ".repeat(4)}`.slice(0, 200);
const longId = (kind: string) => `${kind}_${"0123456789abcdefWM".repeat(4)}`.slice(0, 64);
const amount = "1234567890123456789012345678901234567890";
const longHost = `${"a-very-long-label-of-a-host".repeat(2)}.${"example".repeat(6)}.test`;

export const longCell = "a-header-or-a-name-without-a-place-to-break-".repeat(4);

export const longIds: PageIds = {
  assistant: longId("assistant"),
  campaign: longId("campaign"),
  draft: longId("draft"),
  workflow: longId("workflow"),
  call: longId("call"),
  tool: longId("tool"),
  credential: longId("credential"),
  webhook: longId("w1"),
};

/** Records that are read by ID, by resource. Half of them have names of ordinary length. */
export const longRecords: Record<string, readonly string[]> = {
  assistants: [longIds.assistant, "ordinary-assistant"],
  campaigns: [longIds.campaign, longIds.draft, "ordinary-campaign"],
  workflows: [longIds.workflow, "ordinary-workflow"],
  calls: [longIds.call, "ordinary-call"],
  tools: [longIds.tool, "ordinary-tool"],
};

/** A webhook without a URL. Sentences name it by its ID. */
const namelessWebhook = `nameless_${"0123456789abcdefWM".repeat(9)}`;

export const longWord = `${"throttled-because-of-a-".repeat(3)}very-long-word`;
const json = { "content-type": "application/json; charset=utf-8" };
const startedMs = Date.now();
const created = new Date(startedMs - 3_600_000).toISOString();
const isOrdinary = (nth: number) => nth % 3 === 2;

const phoneNumber = (nth: number) => ({
  id: longId(`n${nth}`),
  phone_number: `+${String(nth).padStart(2, "1")}${"9".repeat(38)}`,
  friendly_name: longName,
  country_code: "a country's code that is long",
  direction: `in-and-out-and-${longWord}`,
  status: nth % 2 ? "active" : longWord,
  assistant_id: longIds.assistant,
  localized_monthly_cost: amount,
  localized_cost_per_minute: `0.${amount}`,
  localized_currency: "LONGCODE",
  monthly_cost: amount,
  cost_per_minute: amount,
  created_at: created,
  updated_at: created,
  ...(isOrdinary(nth) && {
    id: `ordinary-number-${nth}`,
    phone_number: `+44207946${String(nth).padStart(4, "0")}`,
    friendly_name: `Reception ${nth}`,
    country_code: "GB",
    direction: "inbound",
    status: "active",
    localized_monthly_cost: "1.15",
    localized_cost_per_minute: "0.0085",
    localized_currency: "GBP",
  }),
});

const credential = (nth: number) => ({
  id: nth === 0 ? longIds.credential : longId(`c${nth}`),
  name: longName,
  auth_type: longWord,
  status: longWord,
  secret_preview: `••••${unbroken.slice(0, 60)}`,
  public_config: { [unbroken]: longName },
  provider_credential_id: longId("provider"),
  last_sync_status: longWord,
  last_sync_error: `${longName} ${unbroken}`,
  created_at: created,
  updated_at: created,
  ...(isOrdinary(nth) && {
    name: `Registry ${nth}`,
    auth_type: "bearer_token",
    status: "active",
    secret_preview: "••••4f2a",
    last_sync_status: "synced",
    last_sync_error: null,
  }),
});

const webhook = (nth: number) =>
  nth === 0
    ? { id: namelessWebhook, url: "", events: ["call.ended"], status: "active", created_at: created }
    : {
        id: longId(`w${nth}`),
        url: isOrdinary(nth) ? `https://hooks.example/${nth}` : `https://${longHost}/${unbroken}/${nth}`,
        events: [`call.${unbroken}`, "call.started", "call.ended", "end-of-call-report"],
        status: nth % 2 ? "active" : longWord,
        created_at: created,
      };

/** Most deliveries that failed are those of the nameless webhook. */
const delivery = (nth: number) => {
  const isFailed = nth % 3 === 0;
  return {
    id: longId(`l${nth}`),
    webhook_id:
      isFailed && nth % 4 !== 0 ? namelessWebhook : nth % 7 === 0 ? longId("unheard-of") : longId(`w${1 + (nth % 11)}`),
    event: nth % 4 === 0 ? `call.${unbroken}` : "call.started",
    status: isFailed ? (nth % 5 === 0 ? longWord : "failed") : "delivered",
    attempts: nth % 4 === 0 ? 123_456_789 : nth % 4,
    delivered_at: nth % 10 === 0 ? null : new Date(startedMs - nth * 600_000).toISOString(),
  };
};

const record = (id: string) => ({
  id,
  name: longName,
  description: longName,
  status: longWord,
  direction: "outbound",
  from_number: "+442079460018",
  to_number: `+49${"9".repeat(13)}`,
  [unbroken]: { [unbroken]: unbroken },
  note: `${longName}\n${longName}`,
  assistant_id: longIds.assistant,
  session_id: longId("session"),
  model: { provider: unbroken, model: unbroken },
  voice: { provider: unbroken, voice_id: longId("voice") },
  transcriber: { provider: unbroken, language: unbroken },
  first_message: `${longName} ${unbroken}`,
  first_message_mode: longWord,
  max_duration_seconds: 12_345_678_901,
  created_at: created,
});

/** Fields that only records of a resource have. */
const more: Record<string, (id: string) => object> = {
  campaigns: (id) => ({
    total_contacts: id === longIds.draft ? amount : 1_234_567,
    pending_contacts: 1_000_000,
    completed_contacts: 134_567,
    failed_contacts: 100_000,
    total_calls: 987_654_321,
    answered_calls: 123_456_789,
    status: id === longIds.campaign ? "running" : longWord,
    status_reason: unbroken,
    max_concurrency: 1_234_567,
    workflow_ref: longIds.workflow,
    calling_window: { days: [1, 2, 3, 4, 5], start: "00:00", end: "23:59" },
    timezone: "America/Argentina/ComodRivadavia",
    started_at: created,
  }),
  calls: () => ({
    status: "ended",
    customer_name: unbroken,
    started_at: created,
    ended_at: new Date(Date.parse(created) + 61_000).toISOString(),
    ended_reason: unbroken,
    cost: amount,
    currency: "LONGCODE",
    summary: `${unbroken} ${longName}`,
    transcript: [
      { role: "assistant", text: longName },
      { role: unbroken, text: unbroken },
    ],
    campaign_id: longIds.campaign,
    workflow_ref: longIds.workflow,
  }),
  tools: () => ({ parameters: { type: "object", properties: { [unbroken]: { type: unbroken } } } }),
};

function recordAt(path: string) {
  const [resource = "", id = ""] = path.replace("/v1/", "").split(/\/(.*)/s);
  const fields = { ...record(id), ...more[resource]?.(id) };
  return id.startsWith("ordinary-") ? { ...fields, name: "Autumn renewals", status: "active" } : fields;
}

const many = <T>(count: number, make: (nth: number) => T) => Array.from({ length: count }, (_, nth) => make(nth));

const lists: Record<string, () => unknown> = {
  "/v1/phone-numbers": () => ({ items: many(24, phoneNumber), total: 24, page: 1, limit: 50 }),
  "/v1/phone-numbers/plan-limits": () => ({
    plan_name: longName,
    max_phone_numbers: 30,
    current_count: 26,
    is_allowed: true,
    pricing: { phone_buy_fee: amount, phone_monthly_fee: amount, min_credit_balance: amount, currency: "LONGCODE" },
    current_balance: amount,
    localized_balance: `${amount}.55`,
    localized_currency: "LONGCODE",
  }),
  "/v1/integrations/server-credentials": () => ({ success: true, data: many(12, credential), total: 12 }),
  "/v1/webhooks": () => ({ success: true, data: many(12, webhook) }),
  "/v1/webhooks/logs": () => ({ success: true, data: many(120, delivery) }),
};

/** Answers every request with names and IDs of that kind, among ordinary ones. */
export const longPlatform: Reply = (request, response) => {
  const path = decodeURIComponent((request.url ?? "").split("?", 1)[0] ?? "");
  const found = lists[path]?.() ?? { success: true, data: recordAt(path) };
  response.writeHead(200, json);
  response.end(JSON.stringify(request.method === "GET" ? found : { success: true, message: longName }));
};
