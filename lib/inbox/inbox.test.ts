import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { addAddress, removeAddress } from "@/lib/contract/console/inbox/addresses";
import { accountId, freshInbox } from "@/lib/testing/inbox";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { createInbox } from "./inbox";

test("announces a change only when something arrived", async () => {
  const { db, origin, post } = await freshInbox();
  const changed = vi.fn();
  const inbox = createInbox({
    ...{ db, reads: db, accountId, secret: "a secret of thirty-two characters or more", hooksOrigin: origin, changed },
    campaignsOf: async () => new Map(),
    ...{ isLeading: () => true, log: pino({ level: "silent" }), read: () => Promise.reject(new Error("not asked")) },
  });
  onTestFinished(async () => void (await inbox.close()));
  await sleep(2_500);
  expect(changed).not.toHaveBeenCalled();
  await post(JSON.stringify({ event: "call.started", call_id: "call_1" }));
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1), { timeout: timeoutMs(10_000) });
});

test("announces to the list of calls that there is an address", async () => {
  const changed = vi.fn();
  const { ask } = await freshInbox({ changed });
  const { data } = await ask(addAddress, { name: "Second" });
  await ask(removeAddress, { address_id: data.id });
  expect(changed.mock.calls).toEqual([[["inbox", "found-calls"]], [["inbox", "found-calls"]]]);
});
