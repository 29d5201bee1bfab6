import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { alertTable } from "@/lib/db/console/tables/alerts";
import { deliveryTable, recordVersionTable } from "@/lib/db/console/tables/collector";
import { at, freshAlertEngine } from "@/lib/testing/alert-engine";

const hrefOf = (search: Record<string, string>) => `/webhooks?${new URLSearchParams(search)}`;

/** Just after the first try of a delivery at this minute. */
const second = (minute: number) => new Date(at(minute).getTime() + 1_000).toISOString();

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
    href: hrefOf({ webhook: "w1", between: `${at(1).toISOString()}..${second(3)}` }),
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
  await deliver(50, { minute: 1, status: "pending", attempts: 1, outcome: "retrying" });
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

test("alerts on a share of failures when not all deliveries fail", async () => {
  await deliver(4, { minute: 1, attempts: 7 });
  await deliver(26, { minute: 1, status: "delivered" });
  await now.engine.evaluate(at(2));
  expect(now.notified).toEqual(["deliveries_share: 13% of the deliveries to w1 did not arrive."]);
  const share = (await listed()).find(({ rule }) => rule === "deliveries_share");
  const [, minutes] = /in (\d+) minutes/.exec(share?.why ?? "") ?? [];
  const span = `${at(2 - Number(minutes)).toISOString()}..${second(2)}`;
  expect(new URLSearchParams(share?.href.split("?")[1]).get("between")).toBe(span);
});

test("raises nothing for usual words of success in any case", async () => {
  for (const status of ["success", "Delivered", "completed"])
    await deliver(30, { minute: 0, status, attempts: 1, webhook: status });
  await now.engine.evaluate(at(6));
  expect(await sentences()).toEqual([]);
});

test("alerts on deliveries retried for longer than the limit, and links to them alone", async () => {
  await deliver(2, { minute: 1, status: "retrying", outcome: "retrying", event: "call.started" });
  await deliver(3, { minute: 10, status: "retrying", outcome: "retrying" });
  await now.engine.evaluate(at(15));
  expect(now.notified).toEqual([]);
  await now.engine.evaluate(at(17));
  expect(now.notified).toEqual([
    "deliveries_late: 2 deliveries to w1 have not arrived yet, first tried at least 15 min ago.",
  ]);
  const [alert] = await listed();
  expect(alert).toMatchObject({ why: "Event: call.started", since: at(1).toISOString() });
  expect(alert?.href).toBe(hrefOf({ webhook: "w1", between: `${at(1).toISOString()}..${second(1)}` }));
  const [row] = await db.select().from(alertTable);
  expect(row?.deliveryIds).toEqual([0, 1].map((nth) => `1 retrying call.started undefined ${nth}`));
});

test("alerts on deliveries that arrived later than the limit in the last hour", async () => {
  await deliver(2, { minute: 1, status: "delivered", late: 15, arrived: 18 });
  await deliver(2, { minute: 2, status: "delivered", late: 5, arrived: 9 });
  await now.engine.evaluate(at(20));
  expect(now.notified).toEqual(["deliveries_late: 2 deliveries to w1 arrived at least 15 min late."]);
  const between = `${at(-40).toISOString()}..${at(20).toISOString()}`;
  expect((await listed())[0]?.href).toBe(hrefOf({ webhook: "w1", late: "15..", between }));
  await now.engine.evaluate(at(79));
  await now.engine.evaluate(at(81));
  expect(await stateOf("deliveries_late")).toEqual(["over"]);
});

test("merges late and share alerts into one without a recovery when the deliveries fail", async () => {
  await deliver(20, { minute: 1, status: "retrying", outcome: "retrying" });
  await deliver(30, { minute: 1, status: "delivered" });
  await deliver(4, { minute: 16 });
  await now.engine.evaluate(at(17));
  expect(now.notified).toEqual([
    "deliveries_late: 20 deliveries to w1 have not arrived yet, first tried at least 15 min ago.",
  ]);
  await deliver(2, { minute: 18, event: "call.started" });
  await now.engine.evaluate(at(19));
  expect(now.notified[1]).toBe("deliveries_failing: 6 deliveries to w1 did not arrive.");
  expect(await sentences()).toEqual(["6 deliveries to w1 did not arrive."]);
  const [late] = await db.select().from(alertTable).where(eq(alertTable.rule, "deliveries_late"));
  expect(late?.clearedAs).toBe("merged");
  await now.engine.evaluate(at(35));
  await now.engine.evaluate(at(36));
  expect(now.notified).toHaveLength(2);
  expect(now.recovered).toEqual([]);
});

test("alerts at once on deliveries that have not arrived yet, and says so", async () => {
  await deliver(5, { minute: 1, attempts: 2, outcome: "not_yet" });
  await now.engine.evaluate(at(2));
  expect(now.notified).toEqual(["deliveries_failing: 5 deliveries to w1 have not arrived yet, 2 attempts."]);
  expect((await listed())[0]).toMatchObject({ tone: "wait", why: "Event: call.ended" });
  await deliver(2, { minute: 3, attempts: 6, outcome: "given_up" });
  await now.engine.evaluate(at(4));
  expect(await sentences()).toEqual(["7 deliveries to w1 have not arrived, and 5 of them may still arrive."]);
});

test("lists up to five events and the IDs of the first five deliveries", async () => {
  for (const event of ["a", "b", "c", "d", "e", "f"]) await deliver(1, { minute: 1, event });
  await now.engine.evaluate(at(2));
  expect((await listed())[0]?.why).toBe("Events: a, b, c, d, e and 1 more, tried up to 2 times");
  const [row] = await db.select().from(alertTable);
  expect(row).toMatchObject({ count: 6, deliveryIds: { length: 5 } });
});

test("raises no late alert for deliveries whose failure was alerted when they have arrived", async () => {
  await deliver(6, { minute: 1 });
  await now.engine.evaluate(at(2));
  await db.delete(deliveryTable);
  await deliver(6, { minute: 1, status: "delivered", late: 15, arrived: 20 });
  for (const minute of [21, 25, 30]) await now.engine.evaluate(at(minute));
  expect(now.notified).toEqual(["deliveries_failing: 6 deliveries to w1 did not arrive."]);
  expect(now.recovered).toEqual(["deliveries_failing: 6 deliveries"]);
  expect(await listed()).toEqual([]);
});
