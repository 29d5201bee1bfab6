import type { Reply } from "../../lib/testing/fault-replies";
import { otherPlatform } from "./other-upstream";

const numbers = Array.from({ length: 120 }, (_, at) => ({
  id: `n${at}`,
  phone_number: `+49151${10_000_000 + at}`,
  friendly_name: `Line ${at}`,
  status: "active",
}));

const credentials = Array.from({ length: 45 }, (_, at) => ({
  id: `c${at}`,
  name: `Credential ${at}`,
  status: "active",
}));

const entries = [
  { id: "same", webhook_id: "w0", event: "call.ended", status: "failed", attempts: "4", delivered_at: 1763620000 },
  { id: "same", webhook_id: "w2", event: "call.ended", status: "delivered", attempts: 5, delivered_at: 1763622000 },
  { id: 77, webhook_id: "w1", event: "call.started", status: 503, attempts: -1, delivered_at: "1763622000000" },
];

const webhooks = Array.from({ length: 500 }, (_, at) => ({
  id: `w${at}`,
  url: `https://hook-${at}.example.net/in`,
  events: ["call.ended"],
  status: "active",
  created_at: "2026-11-01T00:00:00Z",
}));

export type Figures = {
  /** What the lists say how many they hold. */
  total: number;
  upload?: { status: number; body: unknown };
  publish?: { status: number; body: unknown };
};

/** Answers of a platform whose figures cannot be believed: totals, counts, kinds, states that are none yet. */
export function oddFigures({ total, upload, publish }: Figures): Reply {
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://here");
    const json = (body: unknown, status = 200) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(body === undefined ? "" : JSON.stringify(body));
    };
    const [page, limit] = [Number(searchParams.get("page") ?? 1), Number(searchParams.get("limit") ?? 20)];
    if (pathname === "/v1/phone-numbers")
      return json({ items: numbers.slice((page - 1) * limit, page * limit), total, page, limit });
    if (pathname.endsWith("/plan-limits"))
      return json({ data: { max_phone_numbers: "unlimited", current_count: "261", is_allowed: "yes", plan_name: 7 } });
    if (pathname.endsWith("/server-credentials"))
      return json({ success: true, data: credentials.slice(0, Math.min(limit, 20)), total, limit: 20, skip: 0 });
    if (pathname === "/v1/webhooks") return json({ success: true, data: webhooks });
    if (pathname === "/v1/webhooks/logs") return json({ success: true, data: entries });
    if (pathname.endsWith("/contacts/upload") && upload) return json(upload.body, upload.status);
    if (pathname.endsWith("/publish") && publish) return json(publish.body, publish.status);
    return otherPlatform(request, response);
  };
}
