import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { seededDatabase } from "@/lib/testing/database/fresh-database";
import { until } from "@/lib/testing/local-platform";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { seeded } from "@/platform/seed/seed";
import { deliveryTable, webhookLogTable } from "@/platform/tables/webhooks";
import { openSimulatedReceiver } from "@/platform/webhooks/simulated-receiver";
import { createDeliveries, emit } from "@/platform/webhooks/webhook-queue";
import { createDeliveryScenes } from "./delivery-scenes";

const { db } = await seededDatabase();
await db.delete(deliveryTable);
await db.delete(webhookLogTable);
let minute = 0;
const receiver = await openSimulatedReceiver(createDeliveryScenes(() => minute * 60_000));
const deliveries = createDeliveries(db, {
  ...{ speed: 1, mayConnect: () => false, simulatedReceiver: receiver.address, timeoutMs: timeoutMs(2_000) },
  log: pino({ level: "silent" }),
});
afterAll(async () => {
  await deliveries.stop();
  await receiver.close();
});

const { crm, analytics } = seeded.webhooks;
const outcomes = async (webhook: string) =>
  (
    await db
      .select({ status: webhookLogTable.status, attempts: webhookLogTable.attempts })
      .from(webhookLogTable)
      .where(eq(webhookLogTable.webhook_id, webhook))
      .orderBy(webhookLogTable.created_at, webhookLogTable.id)
  ).map(({ status, attempts }) => `${status} ${attempts}`);

/** Moves to a minute and makes each waiting attempt once. */
async function attemptAllAt(at: number) {
  minute = at;
  const before = await db.select({ id: deliveryTable.id }).from(deliveryTable);
  const ids = before.map(({ id }) => id);
  await db.update(deliveryTable).set({ nextAttemptAt: sql`now()`, last_error: null });
  // A failed attempt has an error, and any other has left the queue. One that broke off is due again after its lease.
  const isPending = and(inArray(deliveryTable.id, ids), isNull(deliveryTable.last_error));
  await until(async () => {
    await deliveries.start();
    return (await db.$count(deliveryTable, isPending)) === 0;
  });
}

const callEnded = () => db.transaction((tx) => emit(tx, seeded.organization, "end-of-call-report", {}));

test("a receiver fails for minutes and recovers, one delivery is given up and one arrives late", async () => {
  await callEnded();
  await attemptAllAt(0.5);
  expect([await outcomes(crm), await outcomes(analytics)]).toEqual([["delivered 1"], ["delivered 1"]]);

  for (const event of [1, 2, 3]) {
    await callEnded();
    await attemptAllAt(1 + event / 100);
  }
  expect((await outcomes(crm)).slice(1)).toEqual(["retrying 3", "retrying 2", "retrying 1"]);
  await attemptAllAt(6.1);
  expect((await outcomes(crm)).slice(1)).toEqual(["delivered 4", "delivered 3", "delivered 2"]);
  expect((await outcomes(analytics)).slice(1)).toEqual(["failed 3", "delivered 3", "delivered 1"]);
});

test("repeats the failures each hour, and has none in between", async () => {
  await db.delete(webhookLogTable);
  await callEnded();
  await attemptAllAt(30);
  await callEnded();
  await attemptAllAt(62);
  expect([await outcomes(crm), await outcomes(analytics)]).toEqual([
    ["delivered 1", "retrying 1"],
    ["delivered 1", "retrying 1"],
  ]);
});
