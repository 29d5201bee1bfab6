import { and, desc, eq, inArray, not, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { miscounted } from "@/lib/testing/campaign-counters";
import { seededDatabase } from "@/lib/testing/database/fresh-database";
import { until } from "@/lib/testing/local-platform";
import { transition } from "@/platform/campaigns/campaign-states";
import { runDueWork } from "@/platform/campaigns/campaign-worker";
import { seeded } from "@/platform/seed/seed";
import { callTable, sessionTable } from "@/platform/tables/calls";
import { campaignTable, contactTable } from "@/platform/tables/campaigns";
import { organizationTable } from "@/platform/tables/organizations";
import { webhookLogTable } from "@/platform/tables/webhooks";
import { beginNextCampaign, demoAuthor, removeOldData } from "./demo-campaigns";

const { db } = await seededDatabase();
const isDemo = eq(campaignTable.created_by, demoAuthor);
const demoCampaigns = () => db.select().from(campaignTable).where(isDemo).orderBy(desc(campaignTable.created_at));
const latest = async () => {
  const [campaign] = await demoCampaigns();
  if (!campaign) throw new Error("No campaign has begun.");
  return campaign;
};
const speed = 20_000;

/** Moves the stored times of campaigns and calls back. */
async function passTime(interval: string) {
  const by = sql.raw(`interval '${interval}'`);
  await db.execute(sql`update ${campaignTable} set created_at = created_at - ${by}, updated_at = updated_at - ${by},
    started_at = started_at - ${by}, completed_at = completed_at - ${by}`);
  await db.execute(sql`update ${contactTable} set next_attempt_at = next_attempt_at - ${by}`);
  await db.execute(sql`update ${callTable} set created_at = created_at - ${by}, ended_at = ended_at - ${by},
    next_step_at = next_step_at - ${by}`);
}

async function runToEnd(id: string) {
  return until(async () => {
    await runDueWork(db, { speed });
    const [campaign] = await db.select().from(campaignTable).where(eq(campaignTable.id, id));
    return campaign?.status === "completed" && campaign;
  });
}

beforeEach(async () => {
  await db.update(campaignTable).set({ status: "paused" }).where(eq(campaignTable.id, seeded.campaigns.running));
  await db.delete(campaignTable).where(isDemo);
  await db.delete(contactTable).where(sql`campaign_id not in (select id from ${campaignTable})`);
});

test("a campaign runs at once, completes with every kind of result, and the next begins a minute later", async () => {
  await beginNextCampaign(db);
  const first = await latest();
  expect(first).toMatchObject({ name: "Boiler service reminders", status: "running", pending_contacts: 120 });
  const ended = await runToEnd(first.id);
  expect(ended.completed_contacts + ended.failed_contacts).toBe(120);
  expect([ended.total_calls, ended.answered_calls, ended.voicemail_calls]).toEqual([154, 84, 22]);
  const reasons = await db
    .selectDistinct({ reason: callTable.ended_reason })
    .from(callTable)
    .where(eq(callTable.campaign_id, first.id));
  expect(reasons.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining(["customer-ended-call", "customer-did-not-answer", "voicemail", "failed-to-connect"]),
  );
  expect(await miscounted(db)).toEqual([]);

  await beginNextCampaign(db);
  expect(await demoCampaigns()).toHaveLength(1);
  await passTime("61 seconds");
  await beginNextCampaign(db);
  await beginNextCampaign(db);
  expect((await demoCampaigns()).map(({ name, status }) => [name, status])).toEqual([
    ["Storm outage follow-up", "running"],
    ["Boiler service reminders", "completed"],
  ]);
});

test("goes on from now when the process was off for a week", async () => {
  await beginNextCampaign(db);
  const { id } = await latest();
  await runDueWork(db, { speed: 0.01 });
  const stuck = await db.select().from(callTable).where(eq(callTable.campaign_id, id));
  await passTime("7 days");
  await beginNextCampaign(db);
  expect(await demoCampaigns()).toHaveLength(1);
  await until(async () => {
    await runDueWork(db, { speed });
    return (await latest()).completed_contacts > 5;
  });
  expect(await miscounted(db)).toEqual([]);
  const after = await db.select().from(callTable).where(eq(callTable.campaign_id, id));
  const endings = after.filter((call) => stuck.some((each) => each.id === call.id));
  expect(endings.map(({ ended_reason }) => ended_reason)).toEqual(Array(4).fill("platform-restarted"));
});

test.each(["pause", "cancel"] as const)(
  "leaves a campaign alone after a person's %s, and begins another later",
  async (trigger) => {
    await beginNextCampaign(db);
    const campaign = await latest();
    await db.transaction((tx) => transition(tx, campaign, trigger));
    const stopped = await latest();
    await passTime("14 minutes");
    await beginNextCampaign(db);
    expect(await demoCampaigns()).toHaveLength(1);
    await passTime("2 minutes");
    await beginNextCampaign(db);
    const [next, before] = await demoCampaigns();
    expect(next?.status).toBe("running");
    expect(before).toMatchObject({ id: stopped.id, status: stopped.status });
  },
);

test("keeps the store small when many campaigns have run", async () => {
  const seededCalls = Object.keys(seeded.calls).length;
  for (let run = 0; run < 12; run += 1) {
    await beginNextCampaign(db);
    const { id } = await latest();
    await db
      .update(campaignTable)
      .set({ status: "completed", completed_at: sql`now()` })
      .where(eq(campaignTable.id, id));
    await db.execute(sql`insert into ${callTable} (id, organization_id, type, direction, status, campaign_id, session_id, from_number, to_number, ended_at, currency)
      select ${id} || n, ${seeded.organization}, 'outbound', 'outbound', 'ended', ${id}, ${id} || n, '+44', '+44', now(), 'USD' from generate_series(1, 20) n`);
    await db.execute(sql`insert into ${sessionTable} (id, organization_id, call_id, channel, status)
      select ${id} || n, ${seeded.organization}, ${id} || n, 'phone', 'ended' from generate_series(1, 20) n`);
    await db.execute(sql`insert into ${webhookLogTable} (id, organization_id, webhook_id, event, status)
      select gen_random_uuid()::text, ${seeded.organization}, ${seeded.webhooks.crm}, 'call.ended', 'delivered' from generate_series(1, 600)`);
    await removeOldData(db);
    await passTime("61 seconds");
  }
  expect(await demoCampaigns()).toHaveLength(3);
  expect(await db.$count(webhookLogTable, eq(webhookLogTable.status, "delivered"))).toBeLessThanOrEqual(5_000);
  const orphans = await db.execute(
    sql`select 1 from ${contactTable} where campaign_id not in (select id from ${campaignTable})`,
  );
  expect(orphans.rowCount).toBe(0);
  expect(await db.$count(callTable, sql`id like '%-%'`)).toBe(3 * 20);
  expect(await db.$count(sessionTable, sql`call_id like '%-%'`)).toBe(3 * 20);
  expect(await db.$count(callTable, sql`id not like '%-%'`)).toBeGreaterThanOrEqual(seededCalls);

  await passTime("1 day");
  await removeOldData(db);
  const isSeeded = inArray(callTable.id, Object.values(seeded.calls));
  expect(await db.$count(callTable, and(eq(callTable.status, "ended"), not(isSeeded)))).toBe(0);
  expect(await db.$count(callTable, isSeeded)).toBe(seededCalls);
});

test("tops up the balance before it falls below the minimum", async () => {
  await db.update(organizationTable).set({ balance: "12.5000" }).where(eq(organizationTable.id, seeded.organization));
  await removeOldData(db);
  const [row] = await db.select().from(organizationTable).where(eq(organizationTable.id, seeded.organization));
  expect(row?.balance).toBe("1012.5000");
});
