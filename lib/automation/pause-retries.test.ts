import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { refused } from "@/lib/contract/problem";
import { closedHours, freshAutomation, settled } from "@/lib/testing/automation";
import { json } from "@/lib/testing/fault-replies";

const { afterSeconds, platform, sends, startProcess, storeAtRest, storeCampaign } = await freshAutomation();

test("does not retry a pause when the platform refused it", async () => {
  platform.answer(json(409, { success: false, message: "Campaign must be running to pause" }));
  const { id } = await refusedPause();
  await settled();
  expect(sends()).toHaveLength(1);
  await afterSeconds(id, 61);
  expect(sends()).toHaveLength(1);
});

test("retries an unsent pause each minute while the campaign runs and the cause holds", async () => {
  let tries = 0;
  const { id, outcome } = await refusedPause({
    mayLeave: () => {
      tries += 1;
      if (tries < 3) throw refused("upstream-resting");
    },
  });
  await afterSeconds(id, 50);
  expect(tries).toBe(1);
  await afterSeconds(id, 61);
  await expect.poll(() => tries).toBe(2);
  await expect.poll(outcome).toBe("refused");
  expect(sends()).toEqual([]);
  await afterSeconds(id, 61);
  await expect.poll(sends).toEqual([`POST /v1/campaigns/${id}/pause`]);
  await expect.poll(outcome).toBe("ok");
  await afterSeconds(id, 61);
  expect(tries).toBe(3);
});

test("retries a rate-limited pause until a person has paused and restarted the campaign", async () => {
  platform.answer(json(429, { success: false, message: "Too many requests" }));
  const { id, outcome } = await refusedPause();
  await afterSeconds(id, 61);
  await expect.poll(sends).toHaveLength(2);
  await expect.poll(outcome).toBe("refused");
  await storeAtRest(id, { status: "paused" });
  await afterSeconds(id, 61);
  expect(sends()).toHaveLength(2);
});

/** Pauses a new campaign by the hours for all campaigns, and waits until the pause was refused. */
async function refusedPause(options: Parameters<typeof startProcess>[0] = {}) {
  const id = randomUUID();
  await storeCampaign(id, { status: "running" });
  const { turnOn, pausing } = startProcess(options);
  await turnOn("calling_hours", closedHours());
  const outcome = async () => (await pausing("calling_hours"))?.pauses[0]?.outcome;
  await expect.poll(outcome).toBe("refused");
  return { id, outcome };
}
