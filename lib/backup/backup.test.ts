import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { and, eq } from "drizzle-orm";
import { pino } from "pino";
import { expect, test } from "vitest";
import { auditKeyOf } from "@/lib/audit/audit-chain";
import { createAuditTrail } from "@/lib/audit/audit-trail";
import { verifyAudit } from "@/lib/audit/verify-audit";
import { createTokens } from "@/lib/auth/tokens";
import { createAutomation } from "@/lib/automation/automation";
import { resumeCampaign } from "@/lib/contract/api/campaigns";
import { removeCampaignHours } from "@/lib/contract/console/automation/hours";
import { addRecords } from "@/lib/contract/console/saved";
import { auditTable } from "@/lib/db/console/tables/audit";
import { campaignHoursTable, plannedActionTable } from "@/lib/db/console/tables/automation";
import { userTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";
import { consoleMigrations, migrate, platformMigrations } from "@/lib/db/migrate";
import { copied, rowSums, secret } from "@/lib/testing/backup";
import { cookieOf, freshConsole, mara, password, personWith } from "@/lib/testing/console";
import { emptyDatabase } from "@/lib/testing/database/fresh-database";
import { oldDatabase, stored } from "@/lib/testing/database/old-database";
import { recordSends } from "@/lib/testing/record-sends";
import { testFolder } from "@/lib/testing/test-folder";
import { seed } from "@/platform/seed/seed";
import { openBackup } from "./backup-file";
import { restoreBackup } from "./restore-backup";
import { writeBackup } from "./write-backup";

const folder = testFolder("backup");
const log = pino({ level: "silent" });
/** Tables that a restore changes. */
const ended = [
  ...["alert_message", "collector_setting", "planned_action", "session", "audit_event", "audit_head"].map(
    (name) => `console.${name}`,
  ),
  ...["platform.webhook_deliveries", "platform.webhook_logs"],
];
const withoutEnded = (sums: Record<string, string>) =>
  Object.fromEntries(Object.entries(sums).filter(([name]) => !ended.includes(name)));

test("restores every row of a database, which then signs in, takes a write and records it", async () => {
  const source = await oldDatabase();
  await migrate(source.pool, consoleMigrations);
  await migrate(source.pool, platformMigrations);
  await seed(source.db);
  const { written, result, database } = await copied(source.url, join(folder, "whole.zip"), stored.secret);

  const before = await rowSums(source.pool);
  expect(Object.keys(before).length).toBeGreaterThan(40);
  expect(withoutEnded(await rowSums(database.pool))).toEqual(withoutEnded(before));
  expect(result).toMatchObject({ rows: written.rows, tables: written.tables, audit: { fault: undefined } });
  expect(result.ended).toEqual({ actions: 3, hours: 0, messages: 4, sessions: 4, links: 0, tokens: 0 });

  const { console, run, signIn } = await freshConsole({ database, secret: stored.secret });
  expect(await console.personOf(stored.cookie)).toBeUndefined();
  const { status, jar } = await signIn(mara.email, password);
  expect(status).toBe(200);
  const made_at = expect.stringMatching(/^20\d\d-/);
  const { restored_copy } = (await console.personOf(cookieOf(jar)))?.me ?? {};
  expect(restored_copy).toEqual({ made_at, restored_at: made_at, by: "" });
  await run(addRecords, { resource: "tools", refs: ["tool_1"] }, personWith("admin"));
  const op = resumeCampaign;
  await console.audit.begin({
    op,
    person: personWith("admin"),
    target: "c1",
    request: "",
    requestId: "r1",
    address: null,
  });
  const verified = await verifyAudit(database.db, auditKeyOf(stored.secret));
  expect(verified).toMatchObject({ fault: undefined });
  expect(verified.rows).toBeGreaterThan(result.audit.rows + 3);
});

test("restores the backup of an earlier version with its rows, and migrates them", async () => {
  const source = await oldDatabase();
  const { database, result } = await copied(source.url, join(folder, "old.zip"), stored.secret);
  await migrate(source.pool, consoleMigrations);
  // A migration sets times to its own.
  const sums = await Promise.all([database, source].map(async ({ pool }) => withoutEnded(await rowSums(pool))));
  const [copy, original] = sums.map(({ "console.alert": _alert, ...others }) => others);
  expect(copy).toEqual(original);
  expect(result.audit).toMatchObject({ fault: undefined });
});

test("backs up one moment while others write, and restores it without the rights of a superuser", async () => {
  const { database: source, console } = await freshConsole();
  const path = join(folder, "meanwhile.zip");
  const [written] = await Promise.all([writeBackup({ url: source.url, secret, path }), recordSends(console, 20)]);
  const owner = `owner_${randomUUID().slice(0, 8)}`;
  const target = await emptyDatabase();
  await target.pool.query(`create role ${owner} login`);
  const { rows } = await target.pool.query("select current_database() as name");
  await target.pool.query(`alter database ${rows[0]?.name} owner to ${owner}`);
  const url = new URL(target.url);
  url.username = owner;
  const backup = await openBackup(path);
  const result = await restoreBackup({ url: String(url), secret, backup }).finally(backup.close);
  expect(result).toMatchObject({ rows: written.rows, audit: { fault: undefined } });
  await target.pool.query(`reassign owned by ${owner} to current_user; drop owned by ${owner}; drop role ${owner}`);
});

const accountId = "one organization";
const planner = { id: "mara", name: "Mara Okafor", email: "mara@fernhill.example", role: "admin" as const };

/** A scheduled resume of one campaign, hours of another that resume it now, and a pause of a third by a rule. */
async function schedule(db: Database) {
  await db.insert(userTable).values(planner);
  const due = new Date(Date.now() + 60_000);
  const plan = {
    id: randomUUID(),
    accountId,
    action: "resume" as const,
    at: due,
    nextAttemptAt: due,
    state: "planned" as const,
  };
  const by = { personId: planner.id, by: planner.name };
  await db
    .insert(plannedActionTable)
    .values({ ...plan, ...by, campaignId: "c1", local: "2026-11-27T09:00", zone: "UTC", plannedAt: new Date() });
  const pause = { ...plan, id: "p", action: "pause" as const, cause: "balance_low" as const, by: "Alert rule" };
  await db
    .insert(plannedActionTable)
    .values({ ...pause, campaignId: "c3", local: "2026-11-27T09:00", zone: "UTC", plannedAt: new Date() });
  const days = [1, 2, 3, 4, 5, 6, 7];
  const yesterday = new Date(Date.now() - 86_400_000);
  await db
    .insert(campaignHoursTable)
    .values({ accountId, campaignId: "c2", zone: "UTC", days, from: "00:00", to: "23:59", setAt: yesterday, ...by });
}

/** The campaigns that a leading process resumes within a moment after the scheduled time. */
async function resumedIn(db: Database) {
  const past = new Date(Date.now() - 1_000);
  await db
    .update(plannedActionTable)
    .set({ at: past, nextAttemptAt: past })
    .where(eq(plannedActionTable.state, "planned"));
  const trail = createAuditTrail(db, { key: auditKeyOf(secret), log });
  await trail.start();
  const read = async () => ({ raw: { id: "c", status: "paused" }, answer: Buffer.from("{}"), drift: [], ms: 1 });
  const options = { db, accountId, trail, read, isLeading: () => true, changed: () => {}, log, tickMs: 20 };
  const automation = createAutomation(options);
  const sent: unknown[] = [];
  automation.automate(async (_op, input) => {
    sent.push(input.campaign_id);
    return { status: 200, raw: { message: "Campaign resumed" } } as never;
  });
  const isWaiting = and(eq(plannedActionTable.campaignId, "c1"), eq(plannedActionTable.state, "planned"));
  await expect.poll(() => db.$count(plannedActionTable, isWaiting)).toBe(0);
  await sleep(300);
  await automation.close();
  await trail.close();
  return sent;
}

test("ends the tokens of the backup, of which one may have been revoked since", async () => {
  const { database: source } = await freshConsole();
  await source.db.insert(userTable).values(planner);
  const { token } = await createTokens(source.db).make(
    { name: "nightly", role: "admin", scope: "send", days: 90 },
    planner.id,
  );
  const { result, database } = await copied(source.url, join(folder, "tokens.zip"), secret);
  expect(result.ended.tokens).toBe(1);
  expect(await createTokens(database.db).personOf(token)).toBeUndefined();
});

test("calls nobody after a restore, and records what was ended", async () => {
  const { database: source, console } = await freshConsole();
  await console.audit.record({
    ...{ action: "automation.set_hours", person: planner, target: "c2", requestId: "r1", address: null },
    ...{ outcome: "ok", status: 200, message: null },
  });
  await schedule(source.db);
  const { database, result } = await copied(source.url, join(folder, "due.zip"));
  expect(result.ended).toMatchObject({ actions: 1, hours: 1 });
  expect(await resumedIn(source.db)).toContain("c1");
  expect(await resumedIn(database.db)).toEqual([]);

  const [plan, ...others] = await database.db.select().from(plannedActionTable);
  expect(others).toEqual([]);
  expect(plan).toMatchObject({ state: "missed", message: expect.stringContaining("restored from a backup") });
  const lines = await database.db.select().from(auditTable);
  const about = lines.map(({ action, target, message }) => ({ action, target, message }));
  expect(about).toContainEqual({ action: resumeCampaign.id, target: "c1", message: null });
  expect(about).toContainEqual({ action: removeCampaignHours.id, target: "c2", message: null });
  expect(about).toContainEqual({ action: "backup.restore", target: null, message: null });
  expect(about).toContainEqual({ action: null, target: null, message: plan?.message });
});
