import { randomUUID } from "node:crypto";
import { isNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { pausesLock } from "@/lib/alerts/pause-settings";
import { pauseCampaign } from "@/lib/contract/api/campaigns";
import { setAlertRule } from "@/lib/contract/console/alert-settings";
import { listRunningCampaigns, type RunningCampaign } from "@/lib/contract/console/automation/acts";
import { setHoursForAll } from "@/lib/contract/console/automation/hours";
import { listPauses, type PauseCause, previewPause } from "@/lib/contract/console/automation/pauses";
import { removePlanned } from "@/lib/contract/console/automation/planned";
import type { OutputOf } from "@/lib/contract/operation";
import { alertRuleTable } from "@/lib/db/console/tables/alerts";
import { plannedActionTable } from "@/lib/db/console/tables/automation";
import { lockInTransaction } from "@/lib/db/database";
import { accountId, closedHours, freshAutomation, openHours, plan, settled } from "@/lib/testing/automation";
import { personWith } from "@/lib/testing/console";
import { storeDeliveries } from "@/lib/testing/store-deliveries";
import { guardOf } from "./campaign-guard";

const { auditOf, console, credit, db, sends, startProcess, storeAtRest, storeCampaign } = await freshAutomation();

test("sends nothing while no rule pauses campaigns", async () => {
  credit.now = { ...plan, localized_balance: "1.00" };
  await storeCampaign(randomUUID(), { status: "running", completed_contacts: 1, failed_contacts: 99 });
  const { ask } = startProcess();
  await ask(setHoursForAll, { is_on: false, ...closedHours() });
  await settled();
  const { rules, hours }: OutputOf<typeof listPauses> = await ask(listPauses, {});
  const all = [...rules, hours];
  expect(all.map(({ is_on, found, pauses }) => [is_on, found, pauses])).toEqual(all.map(() => [false, null, []]));
  expect(sends()).toEqual([]);
});

test("names the running campaigns that a limit would pause now, before it is set", async () => {
  const [failing, draft] = [randomUUID(), randomUUID()];
  await storeCampaign(failing, { status: "running" });
  await storeCampaign(draft, { status: "draft" });
  const { ask } = startProcess();
  const preview = async (cause: PauseCause, limit: unknown) =>
    (await ask(previewPause, { cause, limit: JSON.stringify(limit) })) as OutputOf<typeof previewPause>;
  const [{ campaign_id, name, why } = { campaign_id: "", name: "", why: "" }, ...others] = (
    await preview("calling_hours", closedHours())
  ).data;
  expect([campaign_id, name, others]).toEqual([failing, `Campaign ${failing}`, []]);
  expect(why).toMatch(/^Outside /);
  expect(await preview("calling_hours", openHours)).toEqual({ data: [] });
  expect((await preview("balance_low", { minimum: "60" })).data).toMatchObject([
    { why: "54.20 GBP, minimum 60.00 GBP" },
  ]);
  expect(await preview("balance_low", { minimum: null })).toEqual({ data: [] });
  for (const limit of ["{", '{"percent":0}', "[]"])
    await expect(ask(previewPause, { cause: "deliveries_share", limit })).rejects.toMatchObject({
      code: "bad_input",
    });
  await settled();
  expect(sends()).toEqual([]);
});

test("pauses a campaign once, under the rule's name, when two processes act as leader", async () => {
  const [active, draft] = [randomUUID(), randomUUID()];
  await storeCampaign(active, { status: "running" });
  await storeCampaign(draft, { status: "draft" });
  credit.now = { ...plan, localized_balance: "9.99" };
  const [one] = [startProcess(), startProcess()];
  await one.turnOn("balance_low");
  await expect.poll(sends).toEqual([`POST /v1/campaigns/${active}/pause`]);
  await expect.poll(async () => (await one.pausing("balance_low"))?.pauses[0]?.outcome).toBe("ok");
  await settled();
  expect(sends()).toHaveLength(1);
  expect(await auditOf(active)).toEqual([
    expect.objectContaining({
      action: "campaigns.pause",
      actorId: null,
      actorName: "Alert rule: Credit runs low",
      role: "",
      request: `POST /v1/campaigns/${active}/pause`,
      detail: expect.stringMatching(
        /^{"automatic":"rule","cause":"balance_low","because":"9.99 GBP, minimum 10.00 GBP"/,
      ),
    }),
  ]);
  expect(await one.planned()).toMatchObject([
    { campaign_id: active, action: "pause", state: "done", cause: "balance_low", planned_by_id: null },
  ]);
  expect(await one.pausing("balance_low")).toMatchObject({
    found: { state: "crossed" },
    pauses: [{ campaign_id: active, name: `Campaign ${active}`, outcome: "ok", restarted_at: null }],
  });
});

test("keeps both changes when two admins change how a rule pauses at once", async () => {
  const { ask, pausing } = startProcess();
  for (const percent of [11, 12, 13, 14, 15, 16])
    await Promise.all([
      ask(setAlertRule, { rule: "calls_failing", pause: { percent } }),
      ask(setAlertRule, { rule: "calls_failing", pause: { is_on: percent % 2 === 0 } }),
    ]).then(async () =>
      expect(await pausing("calls_failing")).toMatchObject({ is_on: percent % 2 === 0, limit: { percent } }),
    );
});

test("returns what paused a campaign, and closed calling hours", async () => {
  const id = randomUUID();
  await storeCampaign(id, { status: "running" });
  const { turnOn, pausing } = startProcess();
  await turnOn("calling_hours", closedHours());
  await expect.poll(async () => (await pausing("calling_hours"))?.pauses[0]?.outcome).toBe("ok");
  const guard = (campaign_id: string, status: string) => guardOf(db, { accountId, campaign_id, status });
  expect(await guard(id, "paused")).toMatchObject({
    paused_by: { cause: "calling_hours", because: expect.stringMatching(/^Outside \d\d:\d\d–/) },
  });
  expect((await guard(id, "running")).paused_by).toBeNull();
  expect(await guard("another", "draft")).toMatchObject({
    paused_by: null,
    closed_hours: { from: expect.any(String) },
  });
  await turnOn("calling_hours", openHours);
  expect((await guard("another", "draft")).closed_hours).toBeNull();
});

test("returns the cause of a pause that a guard rail of an earlier version sent", async () => {
  const campaign_id = randomUUID();
  const pausedAs = async (name: string, detail: Record<string, unknown>) => {
    const entry = await console.audit.begin({
      ...{ person: personWith("admin"), op: pauseCampaign, target: campaign_id, request: "POST", address: null },
      ...{ requestId: randomUUID(), automatic: { actor: { name, email: "" }, detail }, detail },
    });
    await console.audit.finish(entry, { outcome: "ok", status: 200, message: null, body: null });
    return (await guardOf(db, { accountId, campaign_id, status: "paused" })).paused_by;
  };
  const because = "9.40 GBP, minimum 10.00 GBP";
  const rail = "Guard rail: Balance below the minimum";
  expect(await pausedAs(rail, { automatic: "guard rail", because })).toMatchObject({ cause: "balance_low", because });
  expect(await pausedAs(rail, { name: "Winter" })).toBeNull();
});

test("sends nothing when the process does not lead", async () => {
  await storeCampaign(randomUUID(), { status: "running" });
  await startProcess({ isLeading: () => false }).turnOn("calling_hours", closedHours());
  await settled();
  expect(sends()).toEqual([]);
});

test("does not pause a restarted campaign again until the cause was gone and is back", async () => {
  const id = randomUUID();
  await storeCampaign(id, { status: "running" });
  const { turnOn, pausing, ask } = startProcess();
  await turnOn("calling_hours", closedHours());
  await expect.poll(sends).toHaveLength(1);
  await expect.poll(async () => (await pausing("calling_hours"))?.pauses[0]?.outcome).toBe("ok");
  await storeAtRest(id, { status: "paused" });
  await storeCampaign(id, { status: "running" });
  await expect.poll(async () => (await pausing("calling_hours"))?.pauses[0]?.restarted_at).not.toBeNull();
  await settled();
  expect(sends()).toHaveLength(1);
  const guard = (status: string) => guardOf(db, { accountId, campaign_id: id, status });
  expect(Date.parse((await guard("running")).left_running_until ?? "")).toBeGreaterThan(Date.now());
  expect((await guard("paused")).left_running_until).toBeNull();

  await ask(setHoursForAll, { ...openHours });
  await expect.poll(async () => (await pausing("calling_hours"))?.pauses).toEqual([]);
  await ask(setHoursForAll, { ...closedHours() });
  await expect.poll(sends).toHaveLength(2);
});

test("pauses a campaign once for two causes", async () => {
  credit.now = { ...plan, localized_balance: "1.00" };
  const { turnOn, pausing } = startProcess({ tickMs: 100 });
  await Promise.all([turnOn("balance_low"), turnOn("calling_hours", closedHours())]);
  const id = randomUUID();
  await storeCampaign(id, { status: "running" });
  await expect.poll(sends).toHaveLength(1);
  await expect.poll(async () => (await pausing("calling_hours"))?.found?.state).toBe("crossed");
  await settled();
  await storeCampaign(id, { status: "paused" });
  await settled();
  expect(sends()).toHaveLength(1);
});

test("pauses only the chosen campaigns", async () => {
  const [mine, other] = [randomUUID(), randomUUID()];
  await storeCampaign(mine, { status: "running" });
  await storeCampaign(other, { status: "running" });
  await startProcess().turnOn("calling_hours", { ...closedHours(), campaigns: [mine] });
  await expect.poll(sends).toEqual([`POST /v1/campaigns/${mine}/pause`]);
  await settled();
  expect(sends()).toHaveLength(1);
});

test("does not pause a campaign when it was read long ago", async () => {
  await storeCampaign(randomUUID(), { status: "running" }, 20);
  const { turnOn, pausing } = startProcess();
  await turnOn("calling_hours", closedHours());
  await expect.poll(async () => (await pausing("calling_hours"))?.found?.state).toBe("crossed");
  await settled();
  expect(sends()).toEqual([]);
});

test("reports unread campaigns and still lists them as running", async () => {
  const [unread, rests] = [randomUUID(), randomUUID()];
  await storeCampaign(unread, { status: "running" }, 20);
  await storeCampaign(rests, { status: "paused" }, 20);
  const { ask, turnOn, pausing } = startProcess();
  for (const id of ["balance_low", "calls_failing"] as const) {
    await turnOn(id);
    await expect
      .poll(async () => (await pausing(id))?.found)
      .toMatchObject({ state: "unknown", message: "Running campaigns have not been read in the last 15 min" });
  }
  await turnOn("balance_low", { campaigns: [rests] });
  await expect.poll(async () => (await pausing("balance_low"))?.found?.message).toBe("No campaign is running");
  await storeCampaign(randomUUID(), { name: "Without a status" });
  const { data, unread: withoutStatus }: { data: RunningCampaign[]; unread: number } = await ask(
    listRunningCampaigns,
    {},
  );
  expect(withoutStatus).toBe(1);
  expect(data.map(({ campaign_id, status }) => [campaign_id, status])).toEqual([[unread, "running"]]);
});

test("pauses a campaign when its calls fail, and counts only new failures after a restart", async () => {
  const [bad, good] = [randomUUID(), randomUUID()];
  const counted = (status: string, completed_contacts: number, failed_contacts: number) => ({
    status,
    completed_contacts,
    failed_contacts,
  });
  await storeCampaign(bad, counted("running", 100, 0), 30);
  await storeCampaign(good, counted("running", 100, 50), 30);
  await storeCampaign(bad, counted("running", 112, 8));
  await storeCampaign(good, counted("running", 119, 51));
  const { turnOn, pausing } = startProcess();
  await turnOn("calls_failing", { percent: 40, least: 20, minutes: 15 });
  await expect.poll(sends).toEqual([`POST /v1/campaigns/${bad}/pause`]);
  expect((await auditOf(bad))[0]?.detail).toContain("8 of 20 failed in 15 min");

  await expect.poll(async () => (await pausing("calls_failing"))?.pauses[0]?.outcome).toBe("ok");
  await storeAtRest(bad, counted("paused", 112, 8));
  await storeCampaign(bad, counted("running", 112, 8));
  await expect.poll(async () => (await pausing("calls_failing"))?.pauses[0]?.restarted_at).not.toBeNull();
  await storeCampaign(bad, counted("running", 120, 12));
  await settled();
  expect(sends()).toHaveLength(1);
  await storeCampaign(bad, counted("running", 122, 20));
  await expect.poll(sends).toHaveLength(2);
  await settled();
  expect(sends()).toHaveLength(2);
});

test("pauses running campaigns when deliveries fail, without counting those being retried", async () => {
  await storeCampaign(randomUUID(), { status: "running" });
  const entry = (status: string, attempts: number) => {
    const at = new Date();
    const times = { at, firstSeenAt: at, changedAt: at };
    const outcome = status === "pending" ? { outcome: "retrying" as const } : {};
    return { accountId, key: randomUUID(), webhookId: "w", status, attempts, ...outcome, ...times };
  };
  const { turnOn, pausing } = startProcess();
  await turnOn("deliveries_share", { percent: 50, least: 4 });
  await storeDeliveries(db, [entry("delivered", 1), entry("delivered", 1), entry("failed", 5)]);
  await storeDeliveries(
    db,
    Array.from({ length: 9 }, () => entry("pending", 0)),
  );
  await expect
    .poll(async () => (await pausing("deliveries_share"))?.found?.message)
    .toBe("1 of 3 not delivered in 15 min");
  expect(sends()).toEqual([]);
  await storeDeliveries(db, [entry("failed", 2)]);
  await expect.poll(sends).toHaveLength(1);
});

test("pauses nothing and gives the reason when values cannot be compared", async () => {
  await storeCampaign(randomUUID(), { status: "running" });
  credit.now = { ...plan, localized_currency: "EUR" };
  const { turnOn, pausing } = startProcess();
  await turnOn("balance_low");
  await turnOn("calls_failing");
  const reason = async (id: PauseCause) => (await pausing(id))?.found?.message;
  await expect.poll(() => reason("balance_low")).toBe("Not compared: the balance is in EUR, the minimum in GBP.");
  await expect.poll(() => reason("calls_failing")).toBe("No running campaign reports its failed calls");
  expect(sends()).toEqual([]);
});

test("keeps a pause of the next leader when a suspended process resumes", async () => {
  const id = randomUUID();
  await storeCampaign(id, { status: "running" });
  credit.now = { ...plan, localized_balance: "9.99" };
  const { turnOn, pausing } = startProcess();
  await turnOn("balance_low");
  await expect.poll(async () => (await pausing("balance_low"))?.pauses[0]?.outcome).toBe("ok");
  let isLeading = true;
  startProcess({
    isLeading: () => isLeading,
    async readPlan() {
      await db.update(plannedActionTable).set({ id: "of the next leader" });
      isLeading = false;
      return plan;
    },
  });
  await expect.poll(() => isLeading).toBe(false);
  await settled();
  expect(await db.$count(plannedActionTable, isNull(plannedActionTable.clearedAt))).toBe(1);
});

test("keeps the first pause in the list when new failures pause a restarted campaign again", async () => {
  const id = randomUUID();
  const counted = (status: string, failed_contacts: number) => ({ status, completed_contacts: 100, failed_contacts });
  await storeCampaign(id, counted("running", 0), 30);
  await storeCampaign(id, counted("running", 30));
  const { planned, turnOn, pausing } = startProcess();
  await turnOn("calls_failing", { percent: 40 });
  await expect.poll(async () => (await pausing("calls_failing"))?.pauses[0]?.outcome).toBe("ok");
  await storeAtRest(id, counted("paused", 30));
  await storeCampaign(id, counted("running", 30));
  await expect.poll(async () => (await pausing("calls_failing"))?.pauses[0]?.restarted_at).not.toBeNull();
  await storeCampaign(id, counted("running", 60));
  await expect.poll(sends).toHaveLength(2);
  const states = async () => (await planned()).map(({ state, is_in_force }) => [state, is_in_force]);
  await expect.poll(states).toEqual([
    ["done", true],
    ["done", false],
  ]);
});

test("ends the pauses of a rule that is switched off, and pauses again when it is switched on", async () => {
  await storeCampaign(randomUUID(), { status: "running" });
  credit.now = { ...plan, localized_balance: "9.99" };
  const { ask, turnOn, pausing } = startProcess();
  await turnOn("balance_low");
  await expect.poll(async () => (await pausing("balance_low"))?.pauses[0]?.outcome).toBe("ok");
  await ask(setAlertRule, { rule: "balance_low", pause: { is_on: false } });
  expect(await pausing("balance_low")).toMatchObject({ is_on: false, found: null, pauses: [] });
  await storeCampaign(randomUUID(), { status: "running" });
  await settled();
  expect(sends()).toHaveLength(1);
  await turnOn("balance_low");
  await expect.poll(sends).toHaveLength(3);
});

test("plans no pause when its rule is switched off during the check", async () => {
  credit.now = { ...plan, localized_balance: "9.99" };
  const { turnOn } = startProcess();
  await turnOn("balance_low");
  await settled();
  await db.transaction(async (tx) => {
    await lockInTransaction(tx, pausesLock(accountId));
    await storeCampaign(randomUUID(), { status: "running" });
    const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted`;
    await expect.poll(async () => (await db.execute(waiting)).rowCount).toBeGreaterThan(0);
    await tx.update(alertRuleTable).set({ isPausing: false });
  });
  await settled();
  expect(await db.$count(plannedActionTable)).toBe(0);
});

test("decides again when a pause was not sent for a minute, because its cause can be gone", async () => {
  const [fine, low] = [randomUUID(), randomUUID()];
  for (const id of [fine, low]) await storeCampaign(id, { status: "running" });
  const at = new Date(Date.now() - 2 * 60_000);
  const pause = {
    accountId,
    action: "pause" as const,
    at,
    plannedAt: at,
    nextAttemptAt: at,
    zone: "UTC",
    by: "Alert rule",
  };
  const rows = [
    { ...pause, id: "fine", campaignId: fine, cause: "balance_low" as const },
    { ...pause, id: "closed", campaignId: low, cause: "calling_hours" as const },
  ];
  await db
    .insert(plannedActionTable)
    .values(rows.map((row) => ({ ...row, local: "2026-11-20T20:00", state: "planned" as const })));
  const { planned, turnOn } = startProcess();
  await turnOn("balance_low");
  await turnOn("calling_hours", { ...closedHours(), campaigns: [low] });
  await expect.poll(sends).toEqual([`POST /v1/campaigns/${low}/pause`]);
  await settled();
  expect(sends()).toHaveLength(1);
  expect((await planned()).map(({ campaign_id, state }) => [campaign_id, state])).toEqual([[low, "done"]]);
});

test("leaves a limit and its campaigns as they were when a rule is switched off and on", async () => {
  const { ask, turnOn, pausing } = startProcess();
  await turnOn("balance_low", { minimum: "25.50", campaigns: ["c1"] });
  await ask(setAlertRule, { rule: "balance_low", pause: { is_on: false } });
  await ask(setAlertRule, { rule: "balance_low", limit: "3", is_on: false });
  await turnOn("balance_low");
  expect(await pausing("balance_low")).toMatchObject({
    ...{ is_on: true, campaigns: ["c1"], changed_by: "admin" },
    limit: { minimum: "25.50", percent: 20 },
  });
});

test("refuses to pause by a rule that cannot, and to remove a pause that nobody planned", async () => {
  const { ask, planned, turnOn } = startProcess({ isLeading: () => false });
  await expect(ask(setAlertRule, { rule: "disk_low", pause: { is_on: true } })).rejects.toMatchObject({
    code: "bad_input",
  });
  await turnOn("calling_hours", closedHours());
  const at = new Date();
  await db.insert(plannedActionTable).values({
    ...{ id: "p", accountId, campaignId: "c", action: "pause", at, local: "2026-11-20T20:00", zone: "UTC" },
    ...{ by: "Calling hours for all campaigns", plannedAt: at, state: "planned", cause: "calling_hours" },
  });
  await expect(ask(removePlanned, { planned_id: "p" })).rejects.toMatchObject({ code: "not_possible" });
  expect(await planned()).toMatchObject([{ state: "planned", blocked_by: null }]);
});
