import { credentials } from "../../../lib/testing/healthy-platform";

/** A list of three records. */
export const small = Buffer.from(JSON.stringify({ success: true, data: credentials, total: 3, limit: 50, skip: 0 }));

const events = ["call.started", "call.ended", "end-of-call-report"];

export const webhooks = [1, 2, 3].map((index) => ({
  id: `webhook_${index}`,
  url: `https://receiver-${index}.example.com/hooks/voice`,
  events,
  status: "active",
  created_at: "2026-11-01T00:00:00Z",
}));

/** Log entries of the last twenty hours, one in nine of them with the status retrying. */
export const logOf = (entries: number, nowMs: number) =>
  Array.from({ length: entries }, (_, index) => ({
    id: `log_${String(index).padStart(6, "0")}`,
    webhook_id: `webhook_${(index % 3) + 1}`,
    event: events[index % events.length],
    status: index % 9 === 0 ? "retrying" : "delivered",
    attempts: index % 9 === 0 ? 2 + (index % 4) : 1,
    delivered_at: new Date(nowMs - Math.round((index * 20 * 3_600_000) / entries)).toISOString(),
  }));
