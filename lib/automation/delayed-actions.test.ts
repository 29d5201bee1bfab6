import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  delayActions,
  listDelayed,
  type PlannedAction,
  removePlanned,
} from "@/lib/contract/console/automation/planned";
import { plannedActionTable } from "@/lib/db/console/tables/automation";
import { userTable } from "@/lib/db/console/tables/people";
import { settled } from "@/lib/testing/automation";
import { personWith } from "@/lib/testing/console";
import { freshScheduledActions } from "@/lib/testing/scheduled-actions";

const { auditOf, db, makeDue, sends, startProcess } = await freshScheduledActions();
type Process = ReturnType<typeof startProcess>;

/** A press of a campaign manager that calls 1,200 people in each campaign. */
async function pressed(process: Process, campaignIds: readonly string[] = [randomUUID()]) {
  const by = { ...personWith("campaign_manager"), id: randomUUID(), name: "Mara Okafor" };
  await db
    .insert(userTable)
    .values({ id: by.id, name: by.name, email: `${by.id}@fernhill.example`, role: "campaign_manager" });
  const campaigns = campaignIds.map((campaign_id) => ({ campaign_id, confirmed_people: 1_200 }));
  const { data }: { data: PlannedAction[] } = await process.ask(delayActions, { action: "resume", campaigns }, by);
  const own = async () =>
    ((await process.ask(listDelayed, {}, by)) as { data: PlannedAction[] }).data.map(({ state, message }) => ({
      state,
      message,
    }));
  return { by, data, campaigns, own };
}

const waiting = (count: number) => ({
  readPlan: async () => ({ id: "c", total_contacts: 2_000, pending_contacts: count }),
});

test("sends a delayed action once, in the person's own name, when ten seconds are over", async () => {
  const [one] = [startProcess(waiting(1_200)), startProcess(waiting(1_200)), startProcess(waiting(1_200))];
  const startedMs = Date.now();
  const { by, data, own } = await pressed(one);
  const [planned] = data;
  expect(Date.parse(planned?.at ?? "") - startedMs).toBeGreaterThanOrEqual(10_000);
  await settled();
  expect(sends()).toEqual([]);
  expect(await own()).toMatchObject([{ state: "planned" }]);
  await makeDue(0);
  await expect.poll(own).toMatchObject([{ state: "done" }]);
  await settled();
  expect(sends()).toEqual([`POST /v1/campaigns/${planned?.campaign_id}/resume`]);
  const [entry] = await auditOf(planned?.campaign_id ?? "");
  expect(entry).toMatchObject({ actorName: "Mara Okafor", actorId: by.id, role: "campaign_manager" });
  expect(JSON.parse(entry?.detail ?? "")).toMatchObject({ automatic: "delayed", confirmed_people: 1_200 });
});

test("never sends a delayed action that was undone", async () => {
  const one = startProcess(waiting(1_200));
  const { data, own, by } = await pressed(one, [randomUUID(), randomUUID()]);
  for (const { id } of data) {
    const { message }: { message: string } = await one.ask(removePlanned, { planned_id: id }, by);
    expect(message).toMatch(/^Undone: Resume .*\. Nothing was sent\.$/);
  }
  await makeDueDespite();
  await settled();
  expect(sends()).toEqual([]);
  expect(await own()).toMatchObject([{ state: "taken_back" }, { state: "taken_back" }]);
});

/** Moves the time of each action into the past, without queueing those that ended. */
const makeDueDespite = () => db.update(plannedActionTable).set({ at: new Date(Date.now() - 1_000) });

test("sends a delayed action after a restart", async () => {
  const { data } = await pressed(startProcess({ isLeading: () => false }));
  await makeDue(4);
  const next = startProcess(waiting(1_200));
  await expect.poll(next.planned).toMatchObject([{ state: "done", is_delayed: true }]);
  expect(sends()).toEqual([`POST /v1/campaigns/${data[0]?.campaign_id}/resume`]);
});

test.each([
  [1_201, "Not sent: 1,201 people are waiting now, Mara Okafor confirmed 1,200."],
  [1_200, null],
])("reads the campaign again before a delayed action is sent, when %i people are waiting", async (count, message) => {
  const one = startProcess(waiting(count));
  const { own } = await pressed(one);
  await makeDue(0);
  await expect.poll(async () => (await own())[0]?.state).toBe(message ? "refused" : "done");
  if (message) expect((await own())[0]?.message).toBe(message);
  expect(sends()).toHaveLength(message ? 0 : 1);
});

test("refuses a second press while the first can be undone, for all of its campaigns", async () => {
  const one = startProcess({ isLeading: () => false });
  const id = randomUUID();
  await pressed(one, [id]);
  const campaigns = [{ campaign_id: randomUUID() }, { campaign_id: id }];
  await expect(one.ask(delayActions, { action: "resume", campaigns })).rejects.toMatchObject({
    code: "not_possible",
    message: "Mara Okafor has just pressed this. It is sent in a few seconds.",
  });
  expect(await one.planned()).toHaveLength(1);
});
