import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { seededDatabase } from "@/lib/testing/database/fresh-database";
import { createAsk, csvFile, until } from "@/lib/testing/local-platform";
import { createPlatform } from "@/platform/platform";
import { seeded } from "@/platform/seed/seed";
import { callTable, sessionTable } from "@/platform/tables/calls";
import { campaignTable, contactTable } from "@/platform/tables/campaigns";
import { organizationTable } from "@/platform/tables/organizations";
import { webhookLogTable } from "@/platform/tables/webhooks";
import { runDueWork } from "./campaign-worker";

const { db } = await seededDatabase();
// The seeded running campaign would slow these tests down.
await db.update(campaignTable).set({ status: "paused" }).where(eq(campaignTable.id, seeded.campaigns.running));
const id = seeded.campaigns.draft;
const campaign = async () => {
  const [row] = await db.select().from(campaignTable).where(eq(campaignTable.id, id));
  if (!row) throw new Error("The campaign is gone.");
  return row;
};
const isOfCampaign = eq(callTable.campaign_id, id);
const speed = 5_000;

async function prepare(contacts: number, values: Partial<typeof campaignTable.$inferInsert> = {}) {
  await db.delete(contactTable).where(eq(contactTable.campaign_id, id));
  await db.delete(callTable).where(isOfCampaign);
  const rows = Array.from({ length: contacts }, (_, index) => ({
    campaign_id: id,
    phone_number: `+1202555${String(100 + index).padStart(4, "0")}`,
    name: `Contact ${index}`,
    position: index + 2,
  }));
  if (contacts > 0) await db.insert(contactTable).values(rows);
  const none = { in_progress_contacts: 0, completed_contacts: 0, failed_contacts: 0, cancelled_contacts: 0 };
  const calls = { total_calls: 0, answered_calls: 0, voicemail_calls: 0, completed_at: null, status_reason: null };
  await db
    .update(campaignTable)
    .set({
      ...{ status: "running", total_contacts: contacts, pending_contacts: contacts, max_concurrency: 4 },
      ...{ ...none, ...calls, ...values },
    })
    .where(eq(campaignTable.id, id));
}

async function contactCounts() {
  const rows = await db
    .select({ status: contactTable.status, count: sql<number>`count(*)::int` })
    .from(contactTable)
    .where(eq(contactTable.campaign_id, id))
    .groupBy(contactTable.status);
  const countByStatus = Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  return (["pending", "in_progress", "completed", "failed", "cancelled"] as const).map(
    (status) => countByStatus[status] ?? 0,
  );
}

const counters = (row: Awaited<ReturnType<typeof campaign>>) => [
  row.pending_contacts,
  row.in_progress_contacts,
  row.completed_contacts,
  row.failed_contacts,
  row.cancelled_contacts,
];

/** Runs the worker until `done`, and compares counters with contacts after each run. */
async function run(done: (row: Awaited<ReturnType<typeof campaign>>) => boolean) {
  for (;;) {
    await runDueWork(db, { speed });
    const row = await campaign();
    expect(counters(row)).toEqual(await contactCounts());
    expect(counters(row).reduce((sum, count) => sum + count, 0)).toBe(row.total_contacts);
    expect(row.in_progress_contacts).toBeLessThanOrEqual(row.max_concurrency);
    if (done(row)) return row;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

test("calls all contacts with consistent counters, and completes the campaign", async () => {
  const [before] = await db.select().from(organizationTable).where(eq(organizationTable.id, seeded.organization));
  await prepare(60, { retry_policy: { max_attempts: 3, retry_delay_seconds: 30, retry_on: ["busy", "no_answer"] } });
  const done = await run(({ status }) => status !== "running");
  expect(done).toMatchObject({ status: "completed", completed_at: expect.any(String), pending_contacts: 0 });

  const calls = await db.select().from(callTable).where(isOfCampaign);
  expect(calls).toHaveLength(done.total_calls);
  expect(calls.length).toBeGreaterThan(60);
  expect(calls.every(({ status, ended_at }) => status === "ended" && ended_at)).toBe(true);
  const reasons = new Set(calls.map(({ ended_reason }) => ended_reason));
  for (const reason of ["customer-ended-call", "customer-did-not-answer", "voicemail"])
    expect(reasons).toContain(reason);
  expect(calls.filter(({ transcript }) => transcript).length).toBe(done.answered_calls);
  expect(await db.$count(sessionTable, eq(sessionTable.status, "active"))).toBe(5);

  // Compared in whole ten-thousandths, so that the cost is exact.
  const cost = calls.reduce((sum, call) => sum + tenThousandths(call.cost), 0n);
  const [after] = await db.select().from(organizationTable).where(eq(organizationTable.id, seeded.organization));
  expect(cost).toBeGreaterThan(0n);
  expect(tenThousandths(before?.balance) - tenThousandths(after?.balance)).toBe(cost);
});

test("calls no contact more often than the policy allows, and none again that answered", async () => {
  const contacts = await db.select().from(contactTable).where(eq(contactTable.campaign_id, id));
  const calls = await db.select().from(callTable).where(isOfCampaign);
  for (const { phone_number, attempts } of contacts) {
    const to = calls.filter(({ to_number }) => to_number === phone_number);
    expect(to).toHaveLength(attempts);
    expect(attempts).toBeLessThanOrEqual(3);
    expect(to.filter(({ transcript }) => transcript).length).toBeLessThanOrEqual(1);
  }
});

test("emits call.started, call.ended and a report for each call", async () => {
  await prepare(5);
  await db.delete(webhookLogTable).where(sql`id not in (select log_id from platform.webhook_deliveries)`);
  const before = await eventCounts();
  const { total_calls } = await run(
    ({ in_progress_contacts, pending_contacts }) => in_progress_contacts + pending_contacts === 0,
  );
  const after = await eventCounts();
  const more = (event: string) => (after[event] ?? 0) - (before[event] ?? 0);
  expect([more("call.started"), more("call.ended"), more("end-of-call-report")]).toEqual([
    total_calls,
    total_calls * 3,
    total_calls * 2,
  ]);
});

test("finishes calls in progress and starts no others after a pause or a cancel", async () => {
  for (const [trigger, status] of [
    ["pause", "paused"],
    ["cancel", "cancelled"],
  ] as const) {
    await prepare(20, { retry_policy: { max_attempts: 1, retry_delay_seconds: 1, retry_on: [] } });
    await run(({ in_progress_contacts }) => in_progress_contacts > 0);
    const opened = await openPlatform();
    expect((await createAsk(opened.address)("POST", `/v1/campaigns/${id}/${trigger}`)).status).toBe(200);
    await opened.close();
    const { total_calls } = await campaign();
    const row = await run(({ in_progress_contacts }) => in_progress_contacts === 0);
    expect(row).toMatchObject({ status, total_calls });
    expect(row.pending_contacts + row.cancelled_contacts).toBeGreaterThan(0);
  }
});

test("fails a campaign with a reason when its credit runs out", async () => {
  await prepare(30);
  await db.update(organizationTable).set({ balance: "12.6345" }).where(eq(organizationTable.id, seeded.organization));
  const row = await run(({ status, in_progress_contacts }) => status !== "running" && in_progress_contacts === 0);
  expect(row.status).toBe("failed");
  expect(row.status_reason).toMatch(/^Credit balance must be at least 10.00 GBP; it is 9\.9\d+ GBP\.$/);
  await db.update(organizationTable).set({ balance: "500" });
});

test("makes no calls outside of the calling window", async () => {
  await prepare(3, { calling_window: { days: [], start: "00:00", end: "23:59" } });
  for (let turns = 0; turns < 3; turns += 1) await runDueWork(db, { speed });
  expect(await campaign()).toMatchObject({ status: "running", total_calls: 0, pending_contacts: 3 });
  await db.update(campaignTable).set({ calling_window: null }).where(eq(campaignTable.id, id));
});

test("continues calls after a restart, and repeats abandoned ones at no cost", async () => {
  await prepare(8, { max_concurrency: 2 });
  await run(({ in_progress_contacts }) => in_progress_contacts === 2);
  const [abandoned, continued] = await db
    .select()
    .from(callTable)
    .where(sql`campaign_id = ${id} and status <> 'ended'`);
  const longAgo = sql`now() - interval '1 hour'`;
  await db
    .update(callTable)
    .set({ next_step_at: longAgo })
    .where(eq(callTable.id, abandoned?.id ?? ""));

  await runDueWork(db, { speed });
  const [ended] = await db
    .select()
    .from(callTable)
    .where(eq(callTable.id, abandoned?.id ?? ""));
  expect(ended).toMatchObject({ status: "ended", ended_reason: "platform-restarted", cost: "0.0000" });
  await run(({ status }) => status === "completed");
  const [resumed] = await db
    .select()
    .from(callTable)
    .where(eq(callTable.id, continued?.id ?? ""));
  expect(resumed?.ended_reason).not.toBe("platform-restarted");
  const again = await db.$count(callTable, sql`campaign_id = ${id} and to_number = ${abandoned?.to_number}`);
  expect(again).toBeGreaterThanOrEqual(2);
});

test("calls no contact twice when two processes work concurrently", async () => {
  await prepare(40, { max_concurrency: 3, retry_policy: { max_attempts: 1, retry_delay_seconds: 1, retry_on: [] } });
  const one = createPlatform({ db, speed, pollMs: 5 });
  const other = createPlatform({ db, speed, pollMs: 5 });
  await Promise.all([one.listen(0), other.listen(0)]);
  const done = await until(async () => {
    const row = await campaign();
    expect(counters(row).reduce((sum, count) => sum + count, 0)).toBe(40);
    expect(row.in_progress_contacts).toBeLessThanOrEqual(3);
    return row.status === "completed" && row;
  });

  await Promise.all([one.close(), other.close()]);

  expect(done.total_calls).toBe(40);
  expect(counters(done)).toEqual(await contactCounts());
});

test("calls contacts that are uploaded while the campaign runs", async () => {
  await prepare(2);
  const platform = await openPlatform();
  const csv = csvFile("phone_number,name\n+12025550190,Late One\n+12025550191,Late Two\n");
  const sent = await createAsk(platform.address)("POST", `/v1/campaigns/${id}/contacts/upload`, { body: csv });
  await platform.close();
  expect(sent.body.data.contacts_count).toBe(4);
  expect((await run(({ status }) => status === "completed")).total_contacts).toBe(4);
});

async function openPlatform() {
  const platform = createPlatform({ db, pollMs: 3_600_000, speed });
  const address = await platform.listen(0);
  return { address, close: platform.close };
}

async function eventCounts(): Promise<Record<string, number>> {
  const rows = await db
    .select({ event: webhookLogTable.event, count: sql<number>`count(*)::int` })
    .from(webhookLogTable)
    .groupBy(webhookLogTable.event);
  return Object.fromEntries(rows.map(({ event, count }) => [event, count]));
}

const tenThousandths = (decimal = "0") => {
  const [whole = "0", fraction = ""] = decimal.split(".");
  return BigInt(whole) * 10_000n + BigInt(fraction.padEnd(4, "0"));
};
