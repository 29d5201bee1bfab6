import { expect, test } from "vitest";
import { deliveryTable, recordVersionTable } from "@/lib/db/console/tables/collector";
import { at, freshAlertEngine } from "@/lib/testing/alert-engine";

const { db, deliver, keep, listed, now, sentences, stateOf } = await freshAlertEngine();

test("raises a delivery alert at the limit, holds it below and clears it after the last failure", async () => {
  await keep("webhooks", "w1", { url: "https://warehouse.example.com/in?key=secret" });
  await deliver(4, { minute: 1 });
  await now.engine.evaluate(at(2));
  expect(await stateOf("deliveries_failing")).toEqual([]);
  await deliver(1, { minute: 3, attempts: 5 });
  await now.engine.evaluate(at(4));
  await now.engine.evaluate(at(5));
  expect(now.notified).toEqual(["deliveries_failing: 5 deliveries to warehouse.example.com did not arrive."]);
  expect((await listed())[0]).toMatchObject({
    why: "Event: call.ended, tried up to 5 times",
    since: at(1).toISOString(),
    href: "/webhooks?webhook=w1&view=not_delivered",
  });
  await now.engine.evaluate(at(17));
  expect(await sentences()).toEqual(["5 deliveries to warehouse.example.com did not arrive."]);
  await now.engine.evaluate(at(20));
  expect(await stateOf("deliveries_failing")).toEqual(["open"]);
  await now.engine.evaluate(at(22));
  expect(await stateOf("deliveries_failing")).toEqual(["open"]);
  await now.engine.evaluate(at(24));
  expect(await stateOf("deliveries_failing")).toEqual(["over"]);
  await deliver(9, { minute: 30 });
  await now.engine.evaluate(at(31));
  expect(await stateOf("deliveries_failing")).toEqual(["over", "open"]);
  expect(now.notified).toHaveLength(2);
});

test("raises nothing for failures of the first read and for those being retried", async () => {
  await deliver(50, { minute: 0, first: true });
  await deliver(50, { minute: 1, status: "pending", attempts: 1, standing: "retrying" });
  await now.engine.evaluate(at(2));
  expect(await listed()).toEqual([]);
});

test("raises nothing when an older failure of unknown time changes only in other fields", async () => {
  await deliver(50, { minute: 0, first: true });
  await db.update(deliveryTable).set({ changedAt: at(1) });
  await now.engine.evaluate(at(2));
  expect(await listed()).toEqual([]);
});

test("alerts on failures that left the log, unless their webhook was removed", async () => {
  await keep("webhooks", "w2", { url: "https://crm.example.com/in" }, -1);
  await deliver(20, { minute: 1 });
  await deliver(20, { minute: 1, webhook: "w2", attempts: 6 });
  await db.update(deliveryTable).set({ goneAt: at(2) });
  await db.update(recordVersionTable).set({ goneAt: at(2) });
  await now.engine.evaluate(at(2));
  expect(now.notified).toEqual(["deliveries_failing: 20 deliveries to w1 did not arrive."]);
});

test("alerts on a share of failures and on many attempts when not all deliveries fail", async () => {
  await deliver(4, { minute: 1, attempts: 7 });
  await deliver(26, { minute: 1, status: "delivered" });
  await deliver(1, { minute: 1, attempts: 6, webhook: "w2" });
  await now.engine.evaluate(at(2));
  expect(now.notified).toEqual([
    "deliveries_share: 13% of the deliveries to w1 did not arrive.",
    "delivery_attempts: 1 delivery to w2 was tried again and again.",
  ]);
  const share = (await listed()).find(({ rule }) => rule === "deliveries_share");
  const [, minutes] = /in (\d+) minutes/.exec(share?.why ?? "") ?? [];
  const span = `${at(2 - Number(minutes)).toISOString()}..${at(2).toISOString()}`;
  expect(new URLSearchParams(share?.href.split("?")[1]).get("between")).toBe(span);
});

test("raises nothing for usual words of success in any case", async () => {
  for (const status of ["success", "Delivered", "completed"])
    await deliver(30, { minute: 0, status, attempts: 1, webhook: status });
  await now.engine.evaluate(at(6));
  expect(await sentences()).toEqual([]);
});
