import { beforeEach, expect, test } from "vitest";
import { getDelivery, listDeliveries } from "@/lib/contract/console/webhook-log/deliveries";
import { type DeliverySummary, summarizeDeliveries } from "@/lib/contract/console/webhook-log/summary";
import { deliveryWaitTable } from "@/lib/db/console/tables/collector";
import { entry, hoursAgo, storedLog } from "@/lib/testing/collector";
import { limitsOf, type Retries } from "./outcomes";

const { db, ask, keep, forget } = await storedLog();

beforeEach(async () => {
  await forget();
  await db.delete(deliveryWaitTable);
});

const minutesAgo = (minutes: number) => hoursAgo(minutes / 60);
const tried = (id: string, attempts: number, status = "failed") =>
  entry(id, 0, { status, attempts, delivered_at: null });

/** Reads of the log, each with its minutes ago. */
async function reads(...all: [minutes: number, rows: unknown[]][]) {
  for (const [nth, [minutes, rows]] of all.entries()) {
    const before = all[nth - 1]?.[0];
    await keep(rows, minutesAgo(minutes), before === undefined ? {} : { before: minutesAgo(before) });
  }
}

const outcomes = async () =>
  Object.fromEntries((await ask(listDeliveries, {})).data.map(({ key, delivery }) => [key, delivery?.outcome]));

const countsOf = ({ total, not_delivered, retrying }: DeliverySummary) => ({ total, not_delivered, retrying });

test("has not arrived yet for an hour when no wait was ever seen, whatever its status says", async () => {
  const both = [tried("d1", 1), tried("d2", 1, "retrying")];
  await reads([90, []], [80, both], [21, both]);
  expect(await outcomes()).toEqual({ d1: "not_yet", d2: "not_yet" });
  expect(await ask(summarizeDeliveries, {})).toMatchObject({ not_delivered: 0, retrying: 2, retrying_attempts: 1 });
  await reads([21, both], [19, both]);
  expect(await outcomes()).toEqual({ d1: "unknown", d2: "unknown" });
  expect(await ask(summarizeDeliveries, {})).toMatchObject({ not_delivered: 2, retrying: 0, retrying_attempts: null });
});

test("has not arrived yet while attempts climb, although the waits seen so far were short", async () => {
  await reads([30, []], [29, [tried("d1", 1)]], [28, [tried("d1", 2)]], [20, [tried("d1", 2)]]);
  expect(await outcomes()).toEqual({ d1: "not_yet" });
});

test("counts a pending delivery as being retried for a minute, then as not arrived yet", async () => {
  const pending = tried("d1", 0, "pending");
  await reads([20, []], [19.5, [pending]]);
  expect(await outcomes()).toEqual({ d1: "retrying" });
  await reads([19.5, [pending]], [18, [pending]]);
  expect(await outcomes()).toEqual({ d1: "not_yet" });
});

test("is being retried while the usual wait lasts, then has given up when none ever waited so long", async () => {
  await reads([60, []], [59, [tried("d1", 1)]], [58, [tried("d1", 1)]], [57, [tried("d1", 2)]], [56, [tried("d1", 2)]]);
  await reads([56, []], [55, [tried("d2", 1)]]);
  expect(await outcomes()).toMatchObject({ d2: "retrying" });
  expect(countsOf(await ask(summarizeDeliveries, {}))).toEqual({ total: 2, not_delivered: 0, retrying: 2 });
  await reads([55, []], [40, [tried("d2", 1)]]);
  expect(await outcomes()).toMatchObject({ d2: "given_up" });
  expect(countsOf(await ask(summarizeDeliveries, {}))).toEqual({ total: 2, not_delivered: 1, retrying: 1 });
});

test("knows a status as final when several gave up with it and none was tried again", async () => {
  const ended = ["e1", "e2", "e3"].map((id) => tried(id, 6, "exhausted"));
  await reads([150, []], [149, [tried("d1", 1), ...ended]], [148, [tried("d1", 2), ...ended]], [60, [...ended]]);
  await reads([60, []], [59, [...ended, tried("e4", 6, "exhausted")]]);
  expect(await outcomes()).toMatchObject({ e1: "given_up", e4: "given_up" });
});

test("keeps a delivery in the minute of its first try, and in every minute until it arrived", async () => {
  await reads([30, []], [29, [tried("d1", 1), tried("d2", 1)]], [28, [tried("d1", 2), tried("d2", 2)]]);
  const asked = { from: minutesAgo(29.5).toISOString(), to: minutesAgo(28.5).toISOString() };
  const before = await ask(summarizeDeliveries, asked);
  expect(countsOf(before)).toMatchObject({ total: 2 });
  const arrived = { status: "delivered", attempts: 6, delivered_at: minutesAgo(10).toISOString() };
  await reads([28, []], [9, ["d1", "d2"].map((id) => entry(id, 0, arrived))]);
  const after = await ask(summarizeDeliveries, asked);
  expect(countsOf(after)).toEqual({ total: 2, not_delivered: 0, retrying: 0 });
  expect(after.late).toEqual({
    ...{ total: 2, webhook_id: "wh_1", longest_seconds: 19 * 60 },
    ...{ first_at: minutesAgo(29).toISOString(), arrived_at: minutesAgo(10).toISOString() },
  });
  expect(after.chart.steps.filter(({ late }) => late > 0)).toMatchObject([{ arrived: 2, late: 2 }]);
  const later = { from: minutesAgo(20).toISOString(), to: minutesAgo(15).toISOString() };
  expect((await ask(listDeliveries, later)).data.map(({ key }) => key)).toEqual(["d1", "d2"]);
  const afterwards = { from: minutesAgo(9.5).toISOString() };
  expect((await ask(listDeliveries, afterwards)).data).toEqual([]);
  expect((await ask(listDeliveries, { late: "15.." })).data).toMatchObject([
    { delivery: { late_seconds: 19 * 60 } },
    {},
  ]);
  expect((await ask(listDeliveries, { late: "60.." })).data).toEqual([]);
  expect((await ask(listDeliveries, { view: "late" })).data).toHaveLength(2);
  expect((await ask(getDelivery, { entry_id: "d1" })).data).toMatchObject({
    ...{ at: minutesAgo(29).toISOString(), begins_at: minutesAgo(30).toISOString(), outcome: "arrived" },
  });
});

test("a delivery that has given up belongs to no time after its last attempt", async () => {
  await reads([60, []], [59, [tried("d1", 1)]], [58, [tried("d1", 2)]], [-3, [tried("d1", 2)]]);
  const since = (minutes: number) => ask(listDeliveries, { from: minutesAgo(minutes).toISOString() });
  expect((await since(58.5)).data).toMatchObject([{ key: "d1", delivery: { outcome: "given_up" } }]);
  expect((await since(50)).data).toEqual([]);
});

test("follows the retry schedule that an admin entered", () => {
  const known: Retries = { waits: [], dueSeconds: [0, 60, 360], finalStatuses: new Set(), inProgress: new Set() };
  const after = (attempts: number) => limitsOf({ webhookId: "w", status: "failed", attempts }, known);
  expect(after(1)).toMatchObject({ open: "retrying", openToMs: 120_000, givenUpFromMs: 120_000 });
  expect(after(2)).toMatchObject({ open: "retrying", openToMs: 360_000, givenUpFromMs: 360_000 });
  expect(after(3)).toMatchObject({ openToMs: 0, givenUpFromMs: 0 });
});

test("tells whether the other webhooks were reached while a delivery failed", async () => {
  const failed = tried("d1", 1);
  const others = [
    entry("d2", 4 / 60, { webhook_id: "wh_2" }),
    entry("d3", 4 / 60, { webhook_id: "wh_3", status: "failed" }),
    entry("d4", 4 / 60, { webhook_id: "wh_3" }),
    entry("d5", 30 / 60, { webhook_id: "wh_4" }),
    entry("d6", 4 / 60, { webhook_id: "wh_5", status: "failed" }),
  ];
  await reads([20, []], [5, [failed]], [4, [failed, ...others]]);
  const { data } = await ask(getDelivery, { entry_id: "d1" });
  expect(data?.others).toMatchObject({
    reached: ["wh_2"],
    partly: ["wh_3"],
    failing: ["wh_5"],
    from: minutesAgo(25).toISOString(),
  });
  expect((await ask(getDelivery, { entry_id: "d5" })).data?.others).toMatchObject({
    reached: [],
    partly: [],
    failing: [],
  });
});
