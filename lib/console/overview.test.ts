import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { saveBackups } from "@/lib/backup/backup-settings";
import { getOverview, hideFirstSteps, type Overview } from "@/lib/contract/console/summary";
import type { Role } from "@/lib/contract/operation";
import { freshConsole, mara, password, personWith } from "@/lib/testing/console";

const { console, database, run, join, post } = await freshConsole({
  connection: { host: "127.0.0.1:4000", source: "demo", keyLastFour: "9f2c" },
  collect: { accountId: "own", read: async () => Promise.reject(new Error("Nothing is read here.")) },
});

const overviewOf = async (role: Role) => ((await run(getOverview, {}, personWith(role))) as { data: Overview }).data;
const done = async (role: Role) =>
  (await overviewOf(role)).steps.map(({ step, is_done }) => `${step}${is_done ? " done" : ""}`);

test("marks first steps as done per role, and hides them when all are done", async () => {
  const token = new URL((await console.setupLink()) ?? "").searchParams.get("token");
  await post("/api/auth/setup", { ...mara, password, token });
  expect(await done("admin")).toEqual(["connect", "person", "events", "campaign", "alert", "backup"]);
  expect(await done("campaign_manager")).toEqual(["campaign"]);
  expect(await done("support")).toEqual([]);

  await join({ name: "Ines", email: "ines@fernhill.example", role: "campaign_manager" });
  await database.db.execute(sql`insert into console.saved_record (key_print, resource, ref, named_by_resource, named_by_ref)
    values ('own', 'campaigns', 'c-named', 'calls', 'call-1')`);
  expect(await done("admin")).toEqual(["connect", "person done", "events", "campaign", "alert", "backup"]);
  await database.db.execute(sql`insert into console.saved_record (key_print, resource, ref, opened_by)
    values ('own', 'campaigns', 'c-opened', 'Mara')`);
  await database.db.execute(sql`insert into console.found_call (key_print, ref, at, first_event_at, last_event_at, is_over, events, confirmed_at)
    values ('own', 'call-1', now(), now(), now(), true, 1, now())`);
  expect(await done("admin")).toEqual(["connect", "person done", "events done", "campaign done", "alert", "backup"]);
  expect(await done("campaign_manager")).toEqual([]);
});

test("asks for a first backup until one stands, not only until one was tried", async () => {
  const tried = { since: "2026-11-20T03:00:00Z", tried_at: "2026-11-20T03:00:00Z", is_running: false, problem: "full" };
  await saveBackups(database.db, "run", { ...tried, last: null }, "Switchboard");
  expect(await done("admin")).toContain("backup");
  const last = { at: "2026-11-20T03:00:00Z", file: "a.zip", bytes: 1, folder: "/data/backups" };
  await saveBackups(database.db, "run", { ...tried, problem: null, last }, "Switchboard");
  expect(await done("admin")).toContain("backup done");
});

test("does not mark alerts as done when the last message to the only recipient failed", async () => {
  const message = (state: string, at: string) =>
    database.db.execute(sql`insert into console.alert_message
      (id, key_print, recipient, kind, "to", items, state, is_held, created_at, due_at)
      values (${at}, 'own', 'slack-1', 'slack', 'Slack', '[]', ${state}, false, ${at}, ${at})`);
  await database.db.execute(sql`insert into console.alert_recipient (id, kind, name, sealed, added_by, added_at)
    values ('slack-1', 'slack', 'Slack', 'sealed', 'Mara', now())`);
  const isSet = async () => (await done("admin")).includes("alert done") || (await done("admin")).length === 0;
  await message("failed", "2026-11-20T08:00:00Z");
  expect(await isSet()).toBe(false);
  await message("sent", "2026-11-20T09:00:00Z");
  expect(await isSet()).toBe(true);
  await database.db.execute(sql`delete from console.alert_recipient`);
});

test("hides and shows the first steps for everyone", async () => {
  await run(hideFirstSteps, { is_hidden: true }, personWith("admin"));
  expect(await done("admin")).toEqual([]);
  await run(hideFirstSteps, { is_hidden: false }, personWith("admin"));
  expect(await done("admin")).toHaveLength(6);
});

const storeBalance = (balance: string, hoursAgo: number) =>
  database.db.execute(sql`insert into console.record_version (key_print, resource, ref, seen_at, last_seen_at, hash, record)
    values ('own', 'plan-limits', '', now() - make_interval(hours => ${hoursAgo}), now(), ${balance},
      jsonb_build_object('localized_balance', ${balance}::text, 'localized_currency', 'EUR',
        'pricing', jsonb_build_object('min_credit_balance', '10.00', 'currency', 'EUR')))`);

test("returns the daily spend without top-ups when a day of data exists", async () => {
  await storeBalance("90.00", 12);
  expect((await overviewOf("support")).credit).toBeNull();
  await database.db.execute(sql`delete from console.record_version`);
  for (const [balance, hoursAgo] of [
    ["100.00", 48],
    ["60.00", 30],
    ["160.00", 20],
    ["140.00", 1],
  ] as const)
    await storeBalance(balance, hoursAgo);
  const { credit } = await overviewOf("support");
  expect(credit?.a_day).toBeCloseTo(30, 1);
  expect(credit?.over_days).toBeCloseTo(2, 2);
});

test("computes the daily spend over a week when the balance was read often", async () => {
  await database.db.execute(sql`delete from console.record_version`);
  for (let hoursAgo = 200; hoursAgo >= 0; hoursAgo -= 2) await storeBalance(`${1000 + hoursAgo}.00`, hoursAgo);
  const { credit } = await overviewOf("support");
  expect(credit?.over_days).toBeCloseTo(7, 2);
});
