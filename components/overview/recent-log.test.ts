import { expect, test } from "vitest";
import { indexLog } from "@/lib/client/webhook-log";
import { notDeliveredMessage, recentLog } from "./use-overview";

const now = Date.parse("2026-11-20T12:00:00Z");
const log = indexLog([
  { id: "1", webhook_id: "a", status: "delivered", attempts: 1, delivered_at: "2026-11-20T11:00:00Z" },
  { id: "2", webhook_id: "a", status: "failed", attempts: 6, delivered_at: "2026-11-19T12:00:01Z" },
  { id: "3", webhook_id: "b", status: "failed", attempts: 3, delivered_at: null },
  { id: "4", webhook_id: "b", status: "delivered", attempts: 1, delivered_at: "2026-11-19T11:59:59Z" },
]);

test("the last day is counted from when the log was read, and entries without a time apart", () => {
  const { entries, timed, untimed } = recentLog(log, now);
  expect(entries.map(({ key }) => key)).toEqual(["1", "2", "3"]);
  expect(timed).toMatchObject({ entries: 2, notDelivered: 1, oneAttempt: "50%" });
  expect(untimed).toMatchObject({ entries: 1, notDelivered: 1 });
  expect([...timed.byWebhook]).toEqual([["a", { entries: 2, notDelivered: 1 }]]);
  expect([...untimed.byWebhook]).toEqual([["b", { entries: 1, notDelivered: 1 }]]);
});

test("what is not delivered says how much of it has a time", () => {
  expect(notDeliveredMessage(0, 0)).toBeUndefined();
  expect(notDeliveredMessage(4, 0)).toBe("4 not delivered");
  expect(notDeliveredMessage(0, 32)).toBe("32 not delivered, none with a time sent");
  expect(notDeliveredMessage(4, 28)).toBe("4 not delivered, and 28 with no time sent");
});

test("almost all is not all, and nothing has no share", () => {
  const many = indexLog(
    Array.from({ length: 3000 }, (_, at) => ({
      id: `${at}`,
      attempts: at === 0 ? 2 : 1,
      status: "delivered",
      delivered_at: "2026-11-20T11:00:00Z",
    })),
  );
  expect(recentLog(many, now).timed.oneAttempt).toBe("99.9%");
  expect(recentLog([], now).timed.oneAttempt).toBeUndefined();
});
