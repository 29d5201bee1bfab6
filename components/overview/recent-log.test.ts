import { expect, test } from "vitest";
import { indexLog } from "@/lib/client/webhook-log";
import { recentLog } from "./recent-log";

const now = Date.parse("2026-11-20T12:00:00Z");
const log = indexLog([
  { id: "1", webhook_id: "a", status: "delivered", attempts: 1, delivered_at: "2026-11-20T11:00:00Z" },
  { id: "2", webhook_id: "a", status: "failed", attempts: 6, delivered_at: "2026-11-19T12:00:01Z" },
  { id: "3", webhook_id: "b", status: "failed", attempts: 3, delivered_at: null },
  { id: "4", webhook_id: "b", status: "delivered", attempts: 1, delivered_at: "2026-11-19T11:59:59Z" },
]);

test("the last day is counted from when the log was read, and entries without a time are counted in", () => {
  const recent = recentLog(log, now);
  expect(recent.entries.map(({ key }) => key)).toEqual(["1", "2", "3"]);
  expect(recent).toMatchObject({ notDelivered: 2, untimed: 1, oneAttempt: "33.3%" });
  expect(recent.byWebhook.get("a")).toEqual({ entries: 2, notDelivered: 1 });
  expect(recent.byWebhook.get("b")).toEqual({ entries: 1, notDelivered: 1 });
});

test("almost all is not all, and nothing has no share", () => {
  const many = indexLog(
    Array.from({ length: 3000 }, (_, at) => ({ id: `${at}`, attempts: at === 0 ? 2 : 1, status: "delivered" })),
  );
  expect(recentLog(many, now).oneAttempt).toBe("99.9%");
  expect(recentLog([], now).oneAttempt).toBeUndefined();
});
