import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { changeRole, changeState, getLeftBehind, removeMember } from "@/lib/contract/console/people/team";
import { addToken } from "@/lib/contract/console/people/tokens";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { alertRecipientTable, alertTable } from "@/lib/db/console/tables/alerts";
import { campaignHoursTable, plannedActionTable } from "@/lib/db/console/tables/automation";
import { apiTokenTable } from "@/lib/db/console/tables/people";
import { savedTable } from "@/lib/db/console/tables/registry";
import { freshConsole, personWith } from "@/lib/testing/console";

const { database, from, join, run } = await freshConsole();
const { db } = database;

let visitor = 0;
beforeEach(async () => {
  visitor += 1;
  from(`203.0.113.${visitor}`);
  for (const table of [plannedActionTable, campaignHoursTable, alertRecipientTable, alertTable, savedTable])
    await db.delete(table);
  await db.execute(sql`delete from console."user"`);
  ada = await join({ name: "Ada Admin", email: "ada@fernhill.example", role: "admin" });
  mia = await join({ name: "Mia Manager", email: "mia@fernhill.example", role: "campaign_manager" });
});

let ada: Awaited<ReturnType<typeof join>>;
let mia: typeof ada;

const ask = <Op extends Operation>(op: Op, input: Record<string, unknown>) =>
  run(op, input, personWith("admin")) as Promise<OutputOf<Op>>;

const at = new Date("2026-12-01T08:00:00Z");

async function plan(action: "start" | "pause" | "resume", campaignId: string, values: { isByHours?: boolean } = {}) {
  const id = randomUUID();
  await db.insert(plannedActionTable).values({
    ...{ id, accountId: "one organization", campaignId, action, at, nextAttemptAt: at, plannedAt: at },
    ...{
      local: "2026-12-01T09:00",
      zone: "Europe/Berlin",
      personId: mia.id,
      by: mia.name,
      state: "planned",
      ...values,
    },
  });
  return id;
}

async function setHours(campaignId: string) {
  await db.insert(campaignHoursTable).values({
    ...{ accountId: "one organization", campaignId, zone: "UTC", days: [1], from: "09:00", to: "17:00" },
    ...{ personId: mia.id, by: mia.name, setAt: at },
  });
  await plan("pause", campaignId, { isByHours: true });
}

/** Three scheduled actions, the hours of a campaign, a token, an acknowledged alert and mails to her own address. */
async function leaveAll() {
  await db
    .insert(savedTable)
    .values({ accountId: "one organization", resource: "campaigns", ref: "c1", name: "Winter offer" });
  await plan("start", "c1");
  await plan("pause", "c1");
  await plan("resume", "c2");
  await setHours("c3");
  await run(addToken, { name: "CRM", role: "viewer", scope: "read", days: 30 }, { ...personWith("admin"), id: mia.id });
  await db.insert(alertTable).values({
    ...{ id: "al", accountId: "one organization", rule: "call_long", ref: "c", state: "acknowledged", tone: "wait" },
    ...{ subject: "s", isPhone: false, message: "m", why: "w", href: "/", link: "l", fingerprint: "f" },
    ...{ since: at, lastAt: at, ownerId: mia.id, owner: mia.name },
  });
  await db.insert(alertRecipientTable).values({
    ...{ id: "r", kind: "email", name: "Mia@fernhill.example", sealed: "sealed", addedBy: "Ada Admin", addedAt: at },
  });
}

const owners = async () => ({
  actions: (await db.select().from(plannedActionTable)).map(({ personId, by, state }) => [personId, by, state]),
  hours: (await db.select().from(campaignHoursTable)).map(({ personId, by }) => [personId, by]),
  tokens: (await db.select().from(apiTokenTable)).map(({ userId }) => userId),
  alerts: (await db.select().from(alertTable)).map(({ state, ownerId, owner }) => [state, ownerId, owner]),
  recipients: await db.$count(alertRecipientTable),
});

test("lists what acts in a person's name", async () => {
  await leaveAll();
  const left = await ask(getLeftBehind, { user_id: mia.id });
  expect(left).toMatchObject({ alerts: 1, recipients: 1, tokens: [{ name: "CRM", last_used_at: null }] });
  expect(left.actions.map(({ action, campaign }) => `${action} ${campaign}`).toSorted()).toEqual([
    "pause Winter offer",
    "resume c2",
    "start Winter offer",
  ]);
  expect(left.hours).toEqual([{ campaign_id: "c3", campaign: "c3" }]);
});

test("hands over three scheduled actions and all else when a colleague is removed, and says so", async () => {
  await leaveAll();
  const hand_over = { actions: ada.id, hours: ada.id, tokens: ada.id, alerts: ada.id, keeps_recipients: true };
  const { message } = await ask(removeMember, { user_id: mia.id, hand_over });
  expect(await owners()).toEqual({
    actions: Array(4).fill([ada.id, "Ada Admin", "planned"]),
    hours: [[ada.id, "Ada Admin"]],
    tokens: [ada.id],
    alerts: [["acknowledged", ada.id, "Ada Admin"]],
    recipients: 1,
  });
  expect(message).toMatch(/^Mia Manager \(mia@fernhill\.example\) was removed\. 3 scheduled actions \(/);
  expect(message).toContain("start Winter offer, 2026-12-01 09:00 Europe/Berlin");
  expect(message).toContain("The hours of 1 campaign (c3) went to Ada Admin.");
  expect(message).toContain("1 token (CRM) went to Ada Admin.");
});

test.each([
  ["removed", () => ask(removeMember, { user_id: mia.id })],
  ["disabled", () => ask(changeState, { user_id: mia.id, state: "disabled" })],
])("ends what nobody takes over when a colleague is %s", async (_name, end) => {
  await leaveAll();
  await end();
  expect(await owners()).toEqual({
    actions: Array(3).fill([mia.id, "Mia Manager", "taken_back"]),
    hours: [],
    tokens: [],
    alerts: [["open", null, null]],
    recipients: 0,
  });
});

test("hands over nothing and removes nobody when the colleague may not do it", async () => {
  await leaveAll();
  const sam = await join({ name: "Sam Support", email: "sam@fernhill.example", role: "support" });
  const refusal = ask(removeMember, { user_id: mia.id, hand_over: { actions: ada.id, hours: sam.id } });
  await expect(refusal).rejects.toMatchObject({
    code: "not_possible",
    message: "Sam Support cannot take this over. Their role may not do it.",
  });
  expect((await owners()).actions.map(([id]) => id)).toEqual(Array(4).fill(mia.id));
  await expect(ask(removeMember, { user_id: mia.id, hand_over: { hours: mia.id } })).rejects.toThrow(
    "Choose a colleague who takes over.",
  );
});

test("hands over only what the new role may not do when a role changes", async () => {
  await leaveAll();
  const left = await ask(getLeftBehind, { user_id: mia.id, role: "support" });
  expect(left.actions.map(({ action }) => action).toSorted()).toEqual(["resume", "start"]);
  expect(left).toMatchObject({ tokens: [], alerts: 0, recipients: 0 });
  await ask(changeRole, { user_id: mia.id, role: "support", hand_over: { actions: ada.id } });
  const isPause = and(eq(plannedActionTable.action, "pause"), eq(plannedActionTable.isByHours, false));
  expect(await db.select().from(plannedActionTable).where(isPause)).toMatchObject([{ personId: mia.id }]);
  expect(await db.$count(plannedActionTable, eq(plannedActionTable.personId, ada.id))).toBe(2);
  expect(await db.$count(campaignHoursTable)).toBe(0);
});

test("leaves all as it was when a manager becomes an admin", async () => {
  await leaveAll();
  const before = await owners();
  const { message } = await ask(changeRole, { user_id: mia.id, role: "admin" });
  expect(message).toBe("Mia Manager (mia@fernhill.example) is admin now, was campaign manager before.");
  expect(await owners()).toEqual(before);
});
