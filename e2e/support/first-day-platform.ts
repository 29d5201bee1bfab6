import type { Reply } from "../../lib/testing/fault-replies";
import { healthyPlatform } from "../../lib/testing/healthy-platform";

export const firstDay = { numbers: 257, suspended: 64, credentials: 43, failing: 28, deliveries: 5_000 } as const;

const startedMs = Date.now();
const iso = (minutesAgo: number) => new Date(startedMs - minutesAgo * 60_000).toISOString();
const list = <T>(length: number, item: (index: number) => T) => Array.from({ length }, (_, index) => item(index));

const numbers = list(firstDay.numbers, (index) => ({
  id: `num_${String(index).padStart(4, "0")}_4kT9xW2mQ7`,
  phone_number: `+4420794${String(index).padStart(5, "0")}`,
  friendly_name: `Branch ${index}`,
  country_code: "GB",
  direction: "inbound",
  status: index < firstDay.suspended ? "suspended" : "active",
  assistant_id: `as_${index % 7}`,
  localized_monthly_cost: "1.15",
  localized_cost_per_minute: "0.0085",
  localized_currency: "GBP",
  monthly_cost: "1.15",
  cost_per_minute: "0.0085",
  created_at: iso(90_000),
  updated_at: iso(10_000),
}));

const credentials = list(firstDay.credentials, (index) => ({
  id: `cred_${String(index).padStart(3, "0")}_8hTz`,
  name: `Registry ${index}`,
  auth_type: "bearer_token",
  status: "active",
  secret_preview: "••••4f2a",
  public_config: {},
  provider_credential_id: `provider_${index}`,
  last_sync_status: index < firstDay.failing ? "failed" : "synced",
  last_sync_error: index < firstDay.failing ? "provider answered 401: the token has expired, ask its owner" : null,
  created_at: iso(90_000),
  updated_at: iso(10_000),
}));

const webhooks = list(4, (index) => ({
  id: `wh_${index}`,
  url: `https://${["warehouse", "ops", "crm", "billing"][index]}.example.com/hooks/voice`,
  events: ["call.started", "call.ended", "end-of-call-report"],
  status: "active",
  created_at: iso(90_000),
}));

const deliveries = list(firstDay.deliveries, (index) => {
  const isFailed = index % 61 === 0;
  return {
    id: `dlv_${String(index).padStart(5, "0")}_Wq7`,
    webhook_id: `wh_${index % 4}`,
    event: webhooks[0]?.events[index % 3],
    status: isFailed ? "failed" : "delivered",
    attempts: isFailed ? 6 : 1 + Number(index % 19 === 0),
    delivered_at: isFailed ? null : iso(index / 4),
  };
});

const limits = {
  ...{ is_allowed: true, current_count: firstDay.numbers, max_phone_numbers: 300, slots_left: 43 },
  ...{ localized_balance: "1184.60", localized_currency: "GBP" },
  pricing: { min_credit_balance: "10.00", currency: "GBP" },
};

/** A platform that has been in use for years when Switchboard first reads it. */
export const firstDayPlatform: Reply = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://here");
  const page = Number(searchParams.get("page") ?? 1);
  const limit = Math.min(100, Number(searchParams.get("limit") ?? 20));
  const skip = (page - 1) * limit;
  const bodies: Record<string, unknown> = {
    "/v1/phone-numbers": { items: numbers.slice(skip, skip + limit), total: numbers.length, page, limit },
    "/v1/phone-numbers/plan-limits": { success: true, data: limits },
    "/v1/integrations/server-credentials": {
      ...{ success: true, data: credentials.slice(0, limit), total: credentials.length, limit, skip: 0 },
    },
    "/v1/webhooks": { success: true, data: webhooks },
    "/v1/webhooks/logs": { success: true, data: deliveries },
  };
  const body = bodies[pathname];
  if (body === undefined) return healthyPlatform(request, response);
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
};
