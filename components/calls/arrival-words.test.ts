import { expect, test } from "vitest";
import { filterFrom } from "@/components/webhooks/log-list";
import type { WebhookDeliveries } from "@/lib/contract/console/inbox/call-deliveries";
import { arrivalTime, arrivalWords, countedWords, deliveriesHref } from "./arrival-words";

type Counts = WebhookDeliveries["events"][number];
const counts: Omit<Counts, "event"> = { total: 2, arrived: 2, late: 0, retrying: 0, not_arrived: 0, attempts: null };
const webhook = (rest: Partial<WebhookDeliveries> = {}): WebhookDeliveries => ({
  ...{ webhook_id: "w,1", url: "https://crm.fernhill.example/in", our_address: null, state: "arrived" },
  ...{ is_named: false, since: null, longest_seconds: 0.6, events: [{ event: "call.ended", ...counts }] },
  ...rest,
});
const some = (event: Partial<Counts>) => [{ event: "call.ended", ...counts, ...event }];

test("says how many of which event have not arrived, and yet while they are retried", () => {
  const failed = some({ arrived: 1, not_arrived: 1, attempts: 6 });
  expect(arrivalWords(webhook({ state: "not_arrived", events: failed }))).toBe(
    "1 of 2 call.ended not arrived, 6 attempts",
  );
  const retried = webhook({
    state: "retrying",
    since: "2026-11-20T15:00:00Z",
    events: some({ arrived: 0, retrying: 2 }),
  });
  expect(arrivalWords(retried)).toBe("2 of 2 call.ended not arrived yet");
  expect(arrivalTime(retried, Date.parse("2026-11-20T15:13:00Z"))).toBe("13 min so far");
});

test("says that all arrived only of a state that says so", () => {
  expect([arrivalWords(webhook()), arrivalTime(webhook(), 0)]).toEqual(["2 of 2 events arrived", "within 0.6 s"]);
  expect(arrivalWords(webhook({ state: "not_watched" }))).toBe(
    "not known, because this time was not watched; 2 of 2 events in the log arrived",
  );
  expect(arrivalTime(webhook({ state: "not_watched" }), 0)).toBeUndefined();
  expect(arrivalWords(webhook({ state: "missing", events: [] }))).toBe("no delivery of these events in the log");
});

test("says whether the log names the call", () => {
  expect(countedWords([webhook()], "then")).toMatch(/^The log has no call IDs\. Each line counts/);
  expect(countedWords([webhook({ is_named: true })], "then")).toBe("The log names this call by its ID.");
  expect(countedWords([webhook(), webhook({ is_named: true })], "then")).toContain("without “by its ID”");
});

test("links to the deliveries that a line counts", () => {
  const counted = { from: "2026-11-20T15:00:00.000Z", to: "2026-11-20T15:01:00.000Z" };
  const query = new URL(deliveriesHref(webhook(), counted), "http://localhost").searchParams;
  const { webhook: id, event, between } = filterFrom((name) => query.get(name) ?? undefined);
  expect([id, event, between]).toEqual([
    "w\\,1",
    "call.ended",
    { fromMs: Date.parse(counted.from), toMs: Date.parse(counted.to) },
  ]);
});
