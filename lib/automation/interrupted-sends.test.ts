import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { pauseCampaign, resumeCampaign } from "@/lib/contract/api/campaigns";
import { savePreferences } from "@/lib/contract/console/people/me";
import type { Operation } from "@/lib/contract/operation";
import { plannedActionTable } from "@/lib/db/console/tables/automation";
import { accountId, closedHours, settled } from "@/lib/testing/automation";
import { personWith } from "@/lib/testing/console";
import { freshScheduledActions } from "@/lib/testing/scheduled-actions";
import { automaticRequestId } from "./automatic-sends";

const { auditOf, console, db, planned, sends, startProcess, storeCampaign } = await freshScheduledActions();

test("marks a send as unknown and does not repeat it when its process died during it", async () => {
  const one = startProcess({ isLeading: () => isLeading });
  let isLeading = false;
  const { campaign_id, id, by } = await claimedAction(one);
  await begin(resumeCampaign, campaign_id, id, by.id);
  const pause = await claimedPause();
  await begin(pauseCampaign, pause.campaignId, pause.id);
  await one.turnOn("calling_hours", closedHours());
  isLeading = true;
  await expect.poll(async () => (await one.planned())[0]?.state).toBe("unknown");
  await expect.poll(async () => (await one.pausing("calling_hours"))?.pauses[0]?.message).toContain("may or may not");
  await settled();
  expect(sends()).toEqual([]);
  expect(await auditOf(campaign_id)).toHaveLength(1);
  expect(await auditOf(pause.campaignId)).toHaveLength(1);
});

test("sends actions when their process died before it sent them", async () => {
  const one = startProcess();
  const { campaign_id } = await claimedAction(one);
  await expect.poll(async () => (await one.planned())[0]?.state).toBe("done");
  const pause = await claimedPause();
  await one.turnOn("calling_hours", closedHours());
  await expect.poll(async () => (await one.pausing("calling_hours"))?.pauses[0]?.outcome).toBe("ok");
  await settled();
  expect(sends().toSorted()).toEqual(
    [`POST /v1/campaigns/${campaign_id}/resume`, `POST /v1/campaigns/${pause.campaignId}/pause`].toSorted(),
  );
  expect(await auditOf(campaign_id)).toHaveLength(1);
  expect(await auditOf(pause.campaignId)).toHaveLength(1);
});

test("takes the outcome of a send from the audit log when its process died after it", async () => {
  const one = startProcess({ isLeading: () => isLeading });
  let isLeading = false;
  const { campaign_id, id, by } = await claimedAction(one);
  const entry = await begin(resumeCampaign, campaign_id, id, by.id);
  await console.audit.finish(entry, { outcome: "ok", status: 200, message: "Campaign resumed", body: null });
  isLeading = true;
  await expect.poll(async () => (await one.planned())[0]?.state).toBe("done");
  expect(await auditOf(campaign_id)).toHaveLength(1);
});

// The ID of a scheduled action is readable by everybody, and a client chooses the ID of its own requests.
test.each([
  ["another action", savePreferences, "me"],
  ["the same action", resumeCampaign, undefined],
])("sends an action that was not sent when somebody did %s under its ID", async (_what, op, target) => {
  const one = startProcess({ isLeading: () => isLeading });
  let isLeading = false;
  const { campaign_id, id, by } = await claimedAction(one);
  for (const person of [personWith("support"), { ...personWith("support"), id: by.id }]) {
    const forged = { person, op, target: target ?? campaign_id, request: null, requestId: id, address: null };
    await console.audit.finish(await console.audit.begin(forged), doneOutcome);
  }
  isLeading = true;
  await expect.poll(async () => (await one.planned())[0]?.state).toBe("done");
  expect(sends()).toEqual([`POST /v1/campaigns/${campaign_id}/resume`]);
});

const doneOutcome = { outcome: "ok", status: 200, message: null, body: null } as const;

/** Values of a job whose claimer has died. */
const claimed = () => {
  const at = new Date(Date.now() - 4 * 60_000);
  return { at, attempts: 1, nextAttemptAt: new Date(Date.now() - 1_000) };
};

/** An action whose claimer has died. */
async function claimedAction(process: ReturnType<typeof startProcess>) {
  const { campaign_id, id, by } = await planned(process);
  await db
    .update(plannedActionTable)
    .set({ state: "sending", ...claimed() })
    .where(eq(plannedActionTable.id, id));
  return { campaign_id, id, by };
}

async function claimedPause() {
  const pause = { accountId, cause: "calling_hours" as const, campaignId: randomUUID(), id: randomUUID() };
  const when = { local: "2026-11-20T20:00", zone: "UTC", plannedAt: new Date() };
  const row = { ...pause, ...when, action: "pause" as const, by: "Calling hours for all campaigns" };
  await db.insert(plannedActionTable).values({ ...row, state: "sending", ...claimed() });
  await storeCampaign(pause.campaignId, { status: "running" });
  return pause;
}

/** Records the start of an unattended send. */
const begin = (op: Operation, target: string, id: string, actorId?: string) =>
  console.audit.begin({
    ...{ person: personWith("admin"), op, target, request: "POST", address: null },
    requestId: automaticRequestId(id),
    automatic: { actor: { ...(actorId ? { id: actorId } : {}), name: "A plan or rule", email: "" }, detail: {} },
    detail: { automatic: "planned" },
  });
