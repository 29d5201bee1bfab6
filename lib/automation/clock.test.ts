import { randomUUID } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { refused } from "@/lib/contract/problem";
import { plannedActionTable } from "@/lib/db/console/tables/automation";
import { closedHours, freshAutomation, plan } from "@/lib/testing/automation";

const { afterSeconds, credit, db, sends, startProcess, storeCampaign } = await freshAutomation();

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const setBackMs = 2 * 3_600_000;

test("pauses for the balance when the clock was set back two hours", async () => {
  const id = randomUUID();
  await storeCampaign(id, { status: "running" });
  const { turnOn, pausing } = startProcess();
  await turnOn("balance_low");
  await expect.poll(async () => (await pausing("balance_low"))?.found?.state).toBe("clear");
  const monotonic = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => monotonic() + 61_000);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - setBackMs });
  credit.now = { ...plan, localized_balance: "9.99" };
  await expect.poll(sends).toEqual([`POST /v1/campaigns/${id}/pause`]);
});

test("retries an unsent pause when the clock was set back since", async () => {
  let isResting = true;
  const id = randomUUID();
  await storeCampaign(id, { status: "running" });
  const { turnOn, pausing } = startProcess({
    mayLeave: () => {
      if (isResting) throw refused("upstream-resting");
    },
  });
  await turnOn("calling_hours", closedHours());
  await expect.poll(async () => (await pausing("calling_hours"))?.pauses[0]?.outcome).toBe("refused");
  isResting = false;
  await afterSeconds(id, -setBackMs / 1000);
  await expect.poll(sends).toEqual([`POST /v1/campaigns/${id}/pause`]);
});

test("counts new failures of a restarted campaign when the clock was set back since its restart", async () => {
  const id = randomUUID();
  await storeCampaign(id, { status: "running", completed_contacts: 100, failed_contacts: 0 }, 30);
  await storeCampaign(id, { status: "running", completed_contacts: 100, failed_contacts: 30 });
  const { turnOn, pausing } = startProcess();
  await turnOn("calls_failing", { percent: 40, least: 20, minutes: 15 });
  await expect.poll(async () => (await pausing("calls_failing"))?.pauses[0]?.outcome).toBe("ok");
  const ahead = new Date(Date.now() + setBackMs);
  await db.update(plannedActionTable).set({ at: ahead, restedAt: ahead, restartedAt: ahead });
  await storeCampaign(id, { status: "running", completed_contacts: 100, failed_contacts: 60 });
  await expect.poll(sends).toHaveLength(2);
});

test("pauses for a second cause when the clock was set back since the first one's pause", async () => {
  const id = randomUUID();
  await storeCampaign(id, { status: "running" });
  const { turnOn, pausing } = startProcess();
  await turnOn("calling_hours", closedHours());
  await expect.poll(async () => (await pausing("calling_hours"))?.pauses[0]?.outcome).toBe("ok");
  await afterSeconds(id, -setBackMs / 1000);
  credit.now = { ...plan, localized_balance: "9.99" };
  await turnOn("balance_low");
  await expect.poll(async () => (await pausing("balance_low"))?.pauses[0]?.outcome).toBe("ok");
});
