import type { Reply } from "../../lib/testing/fault-replies";

export const odd = {
  campaign: "spring/renewals #2",
  assistant: "9d1c6a52-0000-4000-8000-00000000000a",
  workflow: "flows/intake ü",
  call: "call with spaces & more",
  session: "..",
  tool: "tool?x=1",
  credential: "cred/7",
};

const script = '<script>document.title="owned"</script>';

/** Answers of an unknown platform: bare records, unknown words and fields, nulls, odd IDs and 204s. */
const answers: Record<string, unknown> = {
  [`GET /v1/campaigns/${odd.campaign}`]: {
    id: odd.campaign,
    title: "Spring renewals",
    state: "dialling",
    status: "throttled",
    progress: { done: 3, left: 12345678901234567890n, rate: "0.10" },
    notes: [null, script, { deep: { deeper: { deepest: true } } }],
    owner: null,
  },
  [`GET /v1/assistants/${odd.assistant}`]: {
    id: odd.assistant,
    name: script,
    status: "half-published",
    organization_id: null,
    model: "gpt",
    voice: { provider: "acme", voice_id: 7, accent: "north" },
    transcriber: null,
    max_duration_seconds: "900",
    first_message_mode: "waits-politely",
    created_at: "yesterday",
    retired: false,
  },
  "GET /v1/phone-numbers": {
    items: [
      {
        id: "n1",
        phone_number: "+4915112345678",
        status: "porting",
        direction: null,
        localized_monthly_cost: 1.1,
        localized_currency: "EUR",
      },
      { id: "n1", phone_number: "+4915112345678", status: "porting" },
      null,
      { phone_number: 4915112345679, friendly_name: script, assistant_id: odd.assistant, status: 7 },
    ],
    total: 4,
    page: "1",
    limit: null,
    next: "cursor",
  },
  "GET /v1/phone-numbers/plan-limits": {
    plan_name: null,
    max_phone_numbers: 3,
    current_count: 5,
    pricing: null,
    current_balance: -1.5,
  },
  "GET /v1/integrations/server-credentials": [
    {
      id: odd.credential,
      name: null,
      auth_type: "oauth9",
      status: "resting",
      last_sync_status: "halfway",
      last_sync_error: { code: 5 },
    },
  ],
  [`GET /v1/integrations/server-credentials/${odd.credential}`]: {
    success: true,
    data: { id: odd.credential, name: "Odd one", public_config: null },
  },
  [`GET /v1/workflows/${odd.workflow}`]: { data: { ref: odd.workflow, status: "sleeping", graph: { nodes: [] } } },
  [`POST /v1/workflows/${odd.workflow}/publish`]: { version: 7, status: "published", published_by: "robot" },
  [`GET /v1/calls/${odd.call}`]: { call: { id: odd.call, status: "on-hold" } },
  [`GET /v1/tools/${odd.tool}`]: { id: odd.tool, name: "Odd tool", status: "brewing" },
  "GET /v1/webhooks": {
    success: true,
    data: [{ id: "w/1", url: "not a url", events: "all", status: "napping", secret_hint: "x" }],
  },
  "GET /v1/webhooks/logs": {
    success: true,
    data: [
      { id: "l/1", webhook_id: "w/1", event: "call.melted", status: "bounced", attempts: "many", delivered_at: null },
      {
        id: "l/2",
        webhook_id: "unheard-of",
        event: null,
        status: null,
        attempts: 9,
        delivered_at: "2026-11-20T06:41:00Z",
      },
    ],
  },
};

const empty = new Set([`DELETE /v1/tools/${odd.tool}`, `POST /v1/sessions/${odd.session}/end`]);

/** Answers as an unknown platform. */
export const otherPlatform: Reply = (request, response) => {
  const [path = ""] = (request.url ?? "").split("?");
  const key = `${request.method} ${path.split("/").map(decodeURIComponent).join("/")}`;
  if (empty.has(key)) {
    response.writeHead(204);
    response.end();
    return;
  }
  const found = answers[key];
  response.writeHead(found === undefined ? 404 : 200, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(found ?? { detail: "nothing" }, big).replace(/"(\d{20})n"/g, "$1"));
};

const big = (_key: string, value: unknown) => (typeof value === "bigint" ? `${value}n` : value);
