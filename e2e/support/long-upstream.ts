import type { Reply } from "../../lib/testing/fault-replies";

/** Names and IDs as long as a platform may have them, without a place to break, and turned around by bidi controls. */
const unbroken = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft".repeat(2);
const longName =
  `${unbroken.slice(0, 120)} \u202eslawener ffirat\u202c and then ${"a name that goes on ".repeat(4)}`.slice(0, 200);
const longId = (kind: string) => `${kind}_${"0123456789abcdefWM".repeat(4)}`.slice(0, 64);
const amount = "1234567890123456789012345678901234567890";
const longHost = `${"a-very-long-label-of-a-host".repeat(2)}.${"example".repeat(6)}.test`;

export const longCell = "a-header-or-a-name-without-a-place-to-break-".repeat(4);

export const long = {
  campaign: longId("campaign"),
  assistant: longId("assistant"),
  workflow: longId("workflow"),
  call: longId("call"),
  tool: longId("tool"),
  credential: longId("credential"),
  webhook: (nth: number) => longId(`w${nth}`),
};

const statusWord = `${"throttled-because-of-a-".repeat(3)}very-long-word`;
const json = { "content-type": "application/json; charset=utf-8" };
const at = new Date(Date.now() - 3_600_000).toISOString();

const number = (nth: number) => ({
  id: longId(`n${nth}`),
  phone_number: `+${String(nth).padStart(2, "1")}${"9".repeat(38)}`,
  friendly_name: longName,
  country_code: "a country's code that is long",
  direction: `in-and-out-and-${statusWord}`,
  status: nth % 2 ? "active" : statusWord,
  assistant_id: long.assistant,
  localized_monthly_cost: amount,
  localized_cost_per_minute: `0.${amount}`,
  localized_currency: "LONGCODE",
  monthly_cost: amount,
  cost_per_minute: amount,
  created_at: at,
  updated_at: at,
});

const credential = (nth: number) => ({
  id: nth === 0 ? long.credential : longId(`c${nth}`),
  name: longName,
  auth_type: statusWord,
  status: statusWord,
  secret_preview: `••••${unbroken.slice(0, 60)}`,
  public_config: { [unbroken]: longName },
  provider_credential_id: longId("provider"),
  last_sync_status: statusWord,
  last_sync_error: `${longName} ${unbroken}`,
  created_at: at,
  updated_at: at,
});

const webhook = (nth: number) => ({
  id: long.webhook(nth),
  url: `https://${longHost}/${unbroken}/${nth}`,
  events: [`call.${unbroken}`, "call.started", "call.ended", "end-of-call-report"],
  status: nth % 2 ? "active" : statusWord,
  created_at: at,
});

const entry = (nth: number) => ({
  id: longId(`l${nth}`),
  webhook_id: nth % 7 === 0 ? longId("unheard-of") : long.webhook(nth % 12),
  event: nth % 3 === 0 ? `call.${unbroken}` : "call.started",
  status: nth % 5 === 0 ? statusWord : "delivered",
  attempts: nth % 4 === 0 ? 123_456_789 : nth % 4,
  delivered_at: nth % 6 === 0 ? null : new Date(Date.now() - nth * 600_000).toISOString(),
});

const record = (id: string) => ({
  id,
  name: longName,
  status: statusWord,
  total_contacts: amount,
  direction: "outbound",
  from_number: "+442079460018",
  to_number: `+49${"9".repeat(13)}`,
  [unbroken]: { [unbroken]: unbroken },
  note: `${longName}\n${longName}`,
  assistant_id: long.assistant,
  session_id: longId("session"),
  model: { provider: unbroken, model: unbroken },
  voice: { provider: unbroken, voice_id: longId("voice") },
  transcriber: { provider: unbroken, language: unbroken },
  first_message: `${longName} ${unbroken}`,
  first_message_mode: statusWord,
  max_duration_seconds: 12_345_678_901,
  created_at: at,
});

const many = <T>(count: number, make: (nth: number) => T) => Array.from({ length: count }, (_, nth) => make(nth));

const lists: Record<string, () => unknown> = {
  "/v1/phone-numbers": () => ({ items: many(24, number), total: 24, page: 1, limit: 50 }),
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
  "/v1/webhooks/logs": () => ({ success: true, data: many(120, entry) }),
};

/** Answers whatever it is asked with names and IDs of that kind. */
export const longPlatform: Reply = (request, response) => {
  const path = decodeURIComponent((request.url ?? "").split("?", 1)[0] ?? "");
  const found = lists[path]?.() ?? { success: true, data: record(path.slice(path.lastIndexOf("/") + 1)) };
  response.writeHead(200, json);
  response.end(JSON.stringify(request.method === "GET" ? found : { success: true, message: longName }));
};
