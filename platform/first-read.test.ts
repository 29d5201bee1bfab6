import { sum } from "drizzle-orm";
import { expect, test } from "vitest";
import { clock } from "@/lib/clock";
import { startPlatform, until } from "@/lib/testing/local-platform";
import { deliveryTable, webhookLogTable } from "@/platform/tables/webhooks";

async function platformWithDueDeliveries(waitForReadMs: number) {
  const { db, ask } = await startPlatform({ waitForReadMs, pollMs: 1 });
  const attempts = async () => (await db.select({ all: sum(webhookLogTable.attempts) }).from(webhookLogTable))[0]?.all;
  const before = await attempts();
  await db.update(deliveryTable).set({ nextAttemptAt: clock.now().toISOString() });
  return { ask, attempts, before };
}

test("begins deliveries when its log is read for the first time", async () => {
  const { ask, attempts, before } = await platformWithDueDeliveries(3_600_000);
  for (let requests = 0; requests < 50; requests += 1) await ask("GET", "/v1/webhooks");
  expect(await attempts()).toBe(before);
  await ask("GET", "/v1/webhooks/logs");
  await until(async () => (await attempts()) !== before);
});

test("begins deliveries without a read when nobody reads its log in time", async () => {
  const { attempts, before } = await platformWithDueDeliveries(1);
  await until(async () => (await attempts()) !== before);
});
