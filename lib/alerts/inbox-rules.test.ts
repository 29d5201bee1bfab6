import { beforeEach, expect, test } from "vitest";
import { arrivalTable, hookAddressTable } from "@/lib/db/console/tables/inbox";
import { accountId, at, freshAlertEngine } from "@/lib/testing/alert-engine";

const { db, deliver, keep, listed, now, reads, stateOf } = await freshAlertEngine();

beforeEach(async () => {
  for (const table of [arrivalTable, hookAddressTable]) await db.delete(table);
});

let count = 0;
async function arrive(minute: number, kind: "event" | "refused" = "event") {
  count += 1;
  await db.insert(arrivalTable).values({
    ...{ id: `rcv_${count}`, accountId, addressId: "a1", at: at(minute), kind, verdict: "unsigned", method: "POST" },
    ...{ query: "", headers: {}, size: 2, isCut: false },
  });
}

async function evaluate(minute: number) {
  await reads("webhooks.logs", minute);
  await now.engine.evaluate(at(minute));
}

test("alerts when the log says that events were delivered and none arrived, until one arrives", async () => {
  await keep("webhooks", "w1", { url: "https://console.example/hooks/…abcd", events: ["call.ended"] });
  await keep("webhooks", "w2", { url: "https://other.example/hook", events: ["call.ended"] });
  await arrive(0);
  await deliver(2, { minute: 5, status: "delivered", webhook: "w1" });
  await deliver(2, { minute: 5, status: "delivered", webhook: "w2" });
  await evaluate(10);
  expect(now.notified).toEqual([]);
  await evaluate(21);
  expect(now.notified).toEqual(["events_missing: Events no longer arrive at Switchboard."]);
  expect((await listed())[0]?.why).toBe("The platform’s log says that 2 deliveries reached its address since.");
  await arrive(22);
  await evaluate(23);
  await evaluate(25);
  expect(await stateOf("events_missing")).toEqual(["over"]);
});

test("says nothing of deliveries to others, or while the log is not read", async () => {
  await keep("webhooks", "w2", { url: "https://other.example/hook", events: ["call.ended"] });
  await deliver(2, { minute: 5, status: "delivered", webhook: "w2" });
  await evaluate(60);
  expect(now.notified).toEqual([]);
});

test("alerts on refused events, and says how many", async () => {
  await db.insert(hookAddressTable).values({
    ...{ id: "a1", accountId, name: "Production", tokenHash: "h", sealed: "s", lastFour: "abcd" },
    ...{ createdAt: at(0), createdBy: "Mara Okafor" },
  });
  await arrive(1, "refused");
  await arrive(2, "refused");
  await evaluate(3);
  expect(now.notified).toEqual(["events_refused: The address Production refuses events."]);
  expect((await listed())[0]?.why).toMatch(/^2 events had no valid signature/);
  await evaluate(90);
  await evaluate(120);
  expect(await stateOf("events_refused")).toEqual(["over"]);
});
