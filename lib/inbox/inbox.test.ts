import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { addAddress, removeAddress } from "@/lib/contract/console/inbox/addresses";
import { choosePath } from "@/lib/contract/console/inbox/received";
import { bodyTable, eventTable, foundCallTable } from "@/lib/db/console/tables/inbox";
import { accountId, freshInbox } from "@/lib/testing/inbox";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { createInbox } from "./inbox";

test("announces a change only when something arrived", async () => {
  const { db, disk, origin, post } = await freshInbox();
  const changed = vi.fn();
  const inbox = createInbox({
    ...{ db, reads: db, urgent: db, disk },
    ...{ accountId, secret: "a secret of thirty-two characters or more", hooksOrigin: origin, changed },
    ...{ campaignsOf: async () => new Map(), blockedOf: async () => new Map() },
    ...{ isLeading: () => true, log: pino({ level: "silent" }), read: () => Promise.reject(new Error("not asked")) },
  });
  onTestFinished(async () => void (await inbox.close()));
  await sleep(2_500);
  expect(changed).not.toHaveBeenCalled();
  await post(JSON.stringify({ event: "call.started", call_id: "call_1" }));
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1), { timeout: timeoutMs(10_000) });
});

test("keeps the facts of an event whose body was deleted when it is read again", async () => {
  const { db, ask, post, readAll } = await freshInbox();
  await post(JSON.stringify({ event: "call.ended", call_id: "call_1", to_number: "+14155550100" }));
  await readAll();
  await db.delete(bodyTable);
  await ask(choosePath, { event: "call.ended", fact: "session", path: "id" });
  await readAll();
  expect(await db.select().from(eventTable)).toMatchObject([{ callRef: "call_1", name: "call.ended", isRead: true }]);
  expect(await db.select().from(foundCallTable)).toMatchObject([{ ref: "call_1", contact: "14155550100" }]);
});

test("announces to the list of calls that there is an address", async () => {
  const changed = vi.fn();
  const { ask } = await freshInbox({ changed });
  const { data } = await ask(addAddress, { name: "Second" });
  await ask(removeAddress, { address_id: data.id });
  expect(changed.mock.calls).toEqual([[["inbox", "found-calls"]], [["inbox", "found-calls"]]]);
});
