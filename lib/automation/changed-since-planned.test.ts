import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { plannedActionTable } from "@/lib/db/console/tables/automation";
import { contactImportTable } from "@/lib/db/console/tables/imports";
import { contactListTable } from "@/lib/db/console/tables/numbers";
import { userTable } from "@/lib/db/console/tables/people";
import { zoneSetOf } from "@/lib/numbers/time-zones";
import { accountId, closedHours } from "@/lib/testing/automation";
import { freshScheduledActions } from "@/lib/testing/scheduled-actions";
import { importEntry } from "@/lib/testing/sent-list";

const { auditOf, db, makeDue, planned, sends, startProcess, storeCampaign } = await freshScheduledActions();

test.each([
  ["is no longer on the team", (id: string) => db.delete(userTable).where(eq(userTable.id, id))],
  ["is disabled", (id: string) => db.update(userTable).set({ isDisabled: true }).where(eq(userTable.id, id))],
  [
    "is no longer allowed to resume",
    (id: string) => db.update(userTable).set({ role: "support" }).where(eq(userTable.id, id)),
  ],
])("sends nothing when the planner %s", async (says, change) => {
  const one = startProcess();
  const { by, campaign_id } = await planned(one);
  expect((await one.planned())[0]).toMatchObject({ planned_by_id: by.id, blocked_by: null });
  await change(by.id);
  expect((await one.planned())[0]).toMatchObject({ state: "planned", blocked_by: expect.stringContaining(says) });
  await makeDue(1);
  await expect.poll(async () => (await one.planned())[0]?.state).toBe("refused");
  expect((await one.planned())[0]?.message).toContain(says);
  expect(sends()).toEqual([]);
  expect(await auditOf(campaign_id)).toHaveLength(1);
});

const hours = { calling_hours: { start: "09:00", end: "17:00", timezone: "UTC" } };

test.each([
  [
    "more people are waiting",
    { pending_contacts: 300 },
    { pending_contacts: 46_204 },
    /^Not sent: 46,204 people are waiting, and 300/,
  ],
  ["its calling hours are gone", hours, {}, /has none now\.$/],
  ["it runs already", { status: "paused" }, { status: "running" }, /already running\.$/],
])("does not resume a campaign when %s", async (_name, before, now, message) => {
  const one = startProcess({ readPlan: async () => ({ id: "c", ...now }) });
  const { campaign_id } = await planned(one);
  await storeCampaign(campaign_id, before, 10);
  await makeDue(1);
  await expect.poll(async () => (await one.planned())[0]?.state).toBe("refused");
  expect((await one.planned())[0]?.message).toMatch(message);
  expect(sends()).toEqual([]);
});

test("does not resume a campaign when more people would be called at night than when it was planned", async () => {
  const record = { calling_hours: { start: "02:00", end: "03:00", timezone: "America/New_York" } };
  const one = startProcess({ readPlan: async () => ({ id: "c", ...record }) });
  const { campaign_id } = await planned(one);
  await storeCampaign(campaign_id, record, 10);
  await sendPeople(campaign_id, 1_001);
  await makeDue(1);
  await expect.poll(async () => (await one.planned())[0]?.state).toBe("refused");
  expect((await one.planned())[0]?.message).toMatch(
    /^Not sent: 1,001 people would be called before 08:00 or after 21:00 their time, and 0 when this was scheduled/,
  );
  expect(sends()).toEqual([]);
});

test("resumes a campaign whose people were to be called at night when it was planned too", async () => {
  const record = { calling_hours: { start: "02:00", end: "03:00", timezone: "America/New_York" } };
  const one = startProcess({ readPlan: async () => ({ id: "c", ...record }) });
  const { campaign_id } = await planned(one);
  await storeCampaign(campaign_id, record, 10);
  await sendPeople(campaign_id, 1_001, 60);
  await makeDue(1);
  await expect.poll(sends).toEqual([`POST /v1/campaigns/${campaign_id}/resume`]);
});

/** An upload of people in New York. */
async function sendPeople(campaignId: string, people: number, minutesAgo = 0) {
  const [id, openedAt] = [randomUUID(), new Date(Date.now() - minutesAgo * 60_000)];
  const { list_id: _list, sends_again: _sends, ...entry } = importEntry(campaignId, id, people);
  const names = { fileName: entry.file_name, personId: "p", by: "Ines Duarte" };
  await db.insert(contactImportTable).values({ ...entry, ...names, id, accountId, campaignId, begunAt: openedAt });
  const list = { id, accountId, campaignId, importId: id, personId: "p", openedAt };
  const [row] = await db.insert(contactListTable).values(list).returning();
  await db.execute(sql`
    insert into console.list_number (list, "row", number, country, zones)
    select ${row?.key}, nth, int4send(nth), 'US', ${zoneSetOf("1212")} from generate_series(1, ${people}::int) as nth`);
}

test("does not resume a campaign when the hours for all campaigns were closed after it was planned", async () => {
  const one = startProcess();
  await planned(one);
  await one.turnOn("calling_hours", closedHours());
  await makeDue(1);
  await expect.poll(async () => (await one.planned())[0]?.message).toMatch(/changed after this was scheduled/);
  expect(sends()).toEqual([]);
  const known = await planned(one);
  await makeDue(1, known.id);
  await expect.poll(sends).toEqual([`POST /v1/campaigns/${known.campaign_id}/resume`]);
});

test.each([
  ["is no longer on the team", (id: string) => db.delete(userTable).where(eq(userTable.id, id))],
  ["is disabled", (id: string) => db.update(userTable).set({ isDisabled: true }).where(eq(userTable.id, id))],
])("sends a scheduled pause in Switchboard's name when the planner %s", async (says, change) => {
  const one = startProcess();
  const { by, campaign_id, id } = await planned(one);
  await db.update(plannedActionTable).set({ action: "pause" }).where(eq(plannedActionTable.id, id));
  await change(by.id);
  expect((await one.planned())[0]).toMatchObject({ blocked_by: null });
  await makeDue(1);
  await expect.poll(async () => (await one.planned())[0]?.state).toBe("done");
  expect(sends()).toEqual([`POST /v1/campaigns/${campaign_id}/pause`]);
  const [entry] = await auditOf(campaign_id);
  expect(entry?.actorName).toBe(`Switchboard (scheduled by Mara Okafor; Mara Okafor ${says})`);
});
