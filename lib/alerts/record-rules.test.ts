import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { markGone, markReturned } from "@/lib/collector/records/gone";
import { resolveAlerts } from "@/lib/contract/console/alerts";
import { alertRuleTable } from "@/lib/db/console/tables/alerts";
import { savedTable } from "@/lib/db/console/tables/registry";
import { accountId, at, freshAlertEngine } from "@/lib/testing/alert-engine";
import { loadSnapshot } from "./rule";

const { ask, db, keep, listed, now, sample, stateOf } = await freshAlertEngine();

const hour = 60;
const day = 24 * hour;

/** Stores credit that falls evenly for two days, read every `everyMinutes`. */
const spend = (aDay: number, left: number, everyMinutes: number) =>
  db.execute(sql`insert into console.record_version (key_print, resource, ref, seen_at, last_seen_at, hash, record)
    select ${accountId}, 'plan-limits', '', moment, moment + make_interval(mins => ${everyMinutes}), age::text,
      jsonb_build_object('localized_balance', (${left}::numeric + ${aDay}::numeric * age / ${day})::numeric(12, 2)::text,
        'localized_currency', 'GBP', 'pricing', '{"min_credit_balance": "10.00", "currency": "GBP"}'::jsonb)
    from generate_series(${2 * day}::int, 0, ${-everyMinutes}::int) as age,
      lateral (select ${at(0).toISOString()}::timestamptz - make_interval(mins => age) as moment) as read`);

test("alerts on steadily falling credit when it is read often", async () => {
  await spend(288, 424, 5);
  await now.engine.evaluate(at(0));
  expect(now.notified).toEqual(["balance_low: 424.00 GBP of credit is left."]);
  expect((await listed())[0]?.why).toBe("At 288.00 GBP a day it reaches the minimum of 10.00 GBP in 1 day.");
});

test("says 'within a day' when credit reaches its minimum today", async () => {
  await spend(288, 150, 5);
  await now.engine.evaluate(at(0));
  expect((await listed())[0]?.why).toBe("At 288.00 GBP a day it reaches the minimum of 10.00 GBP within a day.");
});

test("shows a balance just under its minimum with the digits that tell them apart", async () => {
  const pricing = { min_credit_balance: "5.00", currency: "EUR" };
  await keep("plan-limits", "", { localized_balance: "4.999", localized_currency: "EUR", pricing });
  await now.engine.evaluate(at(0));
  expect(now.notified).toEqual(["balance_low: 4.999 EUR of credit is below the minimum."]);
  expect((await listed())[0]?.why).toBe("The minimum is 5.00 EUR.");
});

test("writes credit with the digits of its currency when the platform sends others", async () => {
  const pricing = { min_credit_balance: "6000.00", currency: "JPY" };
  await keep("plan-limits", "", { localized_balance: "-465.00", localized_currency: "JPY", pricing });
  await now.engine.evaluate(at(0));
  expect(now.notified).toEqual(["balance_low: -465 JPY of credit is below the minimum."]);
  expect((await listed())[0]?.why).toBe("The minimum is 6,000 JPY.");
});

const plan = (current_count: number, max_phone_numbers: number | null = 15) => ({
  ...{ plan_name: "Growth", current_count, max_phone_numbers },
});

test("alerts at the last free number of the plan, counting pending requests", async () => {
  await keep("phone-numbers", "", { total: 13 });
  await keep("plan-limits", "", plan(13));
  await now.engine.evaluate(at(0));
  expect(now.notified).toEqual([]);
  await keep("plan-limits", "", plan(14), 1);
  await now.engine.evaluate(at(1));
  expect(now.notified).toEqual(["plan_full: Plan Growth has 1 free number left."]);
  expect((await listed())[0]?.why).toBe("14 of 15 numbers are used, 1 of them pending.");
});

test("notifies again when the plan is full, and not when a number becomes free again", async () => {
  await keep("plan-limits", "", plan(14));
  await now.engine.evaluate(at(0));
  await ask(resolveAlerts, { rule: "plan_full" });
  await keep("plan-limits", "", plan(15), 1);
  await now.engine.evaluate(at(1));
  await ask(resolveAlerts, { rule: "plan_full" });
  await keep("plan-limits", "", plan(14), 2);
  await now.engine.evaluate(at(2));
  expect(now.notified).toEqual([
    "plan_full: Plan Growth has 1 free number left.",
    "plan_full: Plan Growth has no free number.",
  ]);
});

test("ends the alert about the plan when a larger plan comes, and not when its maximum is unknown", async () => {
  await keep("plan-limits", "", plan(16));
  await now.engine.evaluate(at(0));
  expect((await listed())[0]).toMatchObject({ message: "is 1 number over its limit.", tone: "fault" });
  await keep("plan-limits", "", plan(16, null), 1);
  for (const minute of [1, 7]) await now.engine.evaluate(at(minute));
  expect([await stateOf("plan_full"), now.recovered]).toEqual([["open"], []]);
  await keep("plan-limits", "", plan(16, 50), 8);
  for (const minute of [8, 14]) await now.engine.evaluate(at(minute));
  expect([await stateOf("plan_full"), now.recovered]).toEqual([["over"], ["plan_full: Plan Growth"]]);
});

test("alerts when a campaign stalls in its calling hours, and once when it ends", async () => {
  for (const minute of [0, 2, 4, 6, 8, 10, 12]) await sample(20, minute);
  await now.engine.evaluate(at(9));
  await now.engine.evaluate(at(12));
  expect(now.notified).toEqual(["campaign_still: Meters has stalled."]);
  expect((await listed())[0]?.why).toBe("No movement for 12 min, 80 people waiting.");
  await sample(21, 13);
  await now.engine.evaluate(at(13));
  expect(await stateOf("campaign_still")).toEqual(["over"]);
  await sample(100, 14, { status: "completed" });
  await now.engine.evaluate(at(15));
  await now.engine.evaluate(at(16));
  expect(now.notified.slice(1)).toEqual(["campaign_ended: Meters ended: completed."]);
  expect(await listed()).toEqual([]);
});

test("raises nothing when a campaign stands still outside its calling hours", async () => {
  const record = { timezone: "UTC", calling_window: { days: [1, 2, 3, 4, 5], start: "09:00", end: "14:05" } };
  for (const minute of [0, 10, 20]) await sample(20, minute, record);
  await now.engine.evaluate(at(20));
  expect(now.notified).toEqual([]);
});

// Minute 0 of the tests is a Friday at 14:00.
const untilClosing = { timezone: "UTC", calling_window: { start: "09:00", end: "14:10" } };
const nextMorning = 19 * hour;

test("does not count closed hours as standstill of a campaign", async () => {
  await sample(19, 0, untilClosing);
  for (const minute of [8, nextMorning + 1]) await sample(20, minute, untilClosing);
  await now.engine.evaluate(at(nextMorning + 1));
  expect(now.notified).toEqual([]);
  await sample(20, nextMorning + 9, untilClosing);
  await now.engine.evaluate(at(nextMorning + 9));
  expect(now.notified).toEqual(["campaign_still: Meters has stalled."]);
  expect((await listed())[0]?.why).toBe("No movement for 11 min of calling hours, 80 people waiting.");
});

test("counts only the next calling hours when a campaign moved last after closing", async () => {
  await sample(19, 9, untilClosing);
  for (const minute of [11, nextMorning, nextMorning + 12]) await sample(20, minute, untilClosing);
  await now.engine.evaluate(at(nextMorning + 12));
  expect((await listed())[0]?.why).toBe("No movement for 12 min of calling hours, 80 people waiting.");
});

test("holds a standstill alert through closed hours until the campaign moves", async () => {
  for (const minute of [-60, 0]) await sample(99, minute, untilClosing);
  await now.engine.evaluate(at(0));
  expect((await listed())[0]?.why).toBe("No movement for 1 h of calling hours, 1 person waiting.");
  await sample(99, 20, untilClosing);
  await now.engine.evaluate(at(20));
  expect(await stateOf("campaign_still")).toEqual(["open"]);
  expect(now.recovered).toEqual([]);
  await sample(100, nextMorning + 1, untilClosing);
  await now.engine.evaluate(at(nextMorning + 1));
  expect(await stateOf("campaign_still")).toEqual(["over"]);
});

test("raises nothing when a campaign gets contacts or makes calls", async () => {
  for (const minute of [0, 3 * hour]) await sample(100, minute);
  await sample(100, 3 * hour + 1, { total_contacts: 300, pending_contacts: 200 });
  await now.engine.evaluate(at(3 * hour + 1));
  for (const [nth, minute] of [10, 20].entries())
    await sample(100, 3 * hour + minute, { total_contacts: 300, pending_contacts: 200, calls: nth });
  await now.engine.evaluate(at(3 * hour + 20));
  expect(now.notified).toEqual([]);
});

test("measures a call from its answer and names it after its customer", async () => {
  await keep("assistants", "as1", { name: "Reception", max_duration_seconds: 600 });
  const call = { assistant_id: "as1", started_at: at(0).toISOString(), to_number: "+447700900872" };
  await keep("calls", "rings", { ...call, status: "ringing" }, 4);
  await keep("calls", "waits", { ...call, status: "queued", customer_name: "Carys Mensah" }, 25);
  await now.engine.evaluate(at(25));
  expect(now.notified).toEqual([]);
  const talks = { ...call, status: "in-progress", answered_at: at(1).toISOString(), customer_name: "Idris O'Brien" };
  await keep("calls", "rings", talks, 26);
  await now.engine.evaluate(at(26));
  expect(now.notified).toEqual(["call_long: Call with Idris O'Brien has run past its limit."]);
  expect((await listed())[0]?.why).toBe("15 minutes past the 10-minute limit of Reception.");
});

test("alerts when a call rings too long, and never while it waits to be placed", async () => {
  const call = { started_at: at(0).toISOString(), customer_name: "Carys Mensah" };
  await keep("calls", "rings", { ...call, status: "ringing" }, 25);
  await keep("calls", "waits", { ...call, status: "queued" }, 25);
  await now.engine.evaluate(at(25));
  expect(now.notified).toEqual(["call_long: Call with Carys Mensah has been ringing too long."]);
  expect((await listed())[0]?.why).toBe("22 minutes past the 3-minute limit of ringing.");
});

test("skips calls that have ended or are not registered", async () => {
  for (const status of ["queued", "in-progress", "ended", "Completed", "forgotten"])
    await keep("calls", status, { status });
  await db.delete(savedTable).where(eq(savedTable.ref, "forgotten"));
  const { latest } = await loadSnapshot(db, accountId, at(0));
  expect((await latest("calls")).map(({ ref }) => ref)).toEqual(["in-progress", "queued"]);
});

test("truncates long fields of records and still finds a long error", async () => {
  const prompt = Array.from({ length: 2_000 }, (_, nth) => `Rule ${nth} of a long prompt`);
  await keep("assistants", "as1", { name: "Reception", max_duration_seconds: 600, prompt });
  await keep("credentials", "cr1", { last_sync_error: "x".repeat(100_000) });
  const [reception] = await (await loadSnapshot(db, accountId, at(0))).latest("assistants");
  expect(reception?.record).toMatchObject({ name: "Reception", max_duration_seconds: 600 });
  expect(JSON.stringify(reception).length).toBeLessThan(25_000);
  await now.engine.evaluate(at(0));
  expect(now.notified).toEqual(["credential_sync: cr1 is failing to sync."]);
});

test("uses the labels of records in alerts", async () => {
  const label = (resource: string, ref: string, text: string) =>
    db.insert(savedTable).values({ accountId, resource, ref, label: text });
  await label("assistants", "as9", "Front desk");
  await label("campaigns", "c9", "Winter");
  await keep("assistants", "as9", { name: "Reception", max_duration_seconds: 600 });
  await keep("calls", "talks9", { assistant_id: "as9", status: "in-progress", answered_at: at(-25).toISOString() });
  await keep("campaigns", "c9", { name: "Campaign 7", status: "running" }, -5);
  await keep("campaigns", "c9", { name: "Campaign 7", status: "completed" });
  await now.engine.evaluate(at(0));
  expect(now.notified).toContain("campaign_ended: Winter ended: completed.");
  expect((await listed()).map(({ why }) => why)).toContain("15 minutes past the 10-minute limit of Front desk.");
});

test("says 'less than a minute' when a call is too long by seconds", async () => {
  await db.insert(alertRuleTable).values({ accountId, rule: "call_long", limit: "0" });
  await keep("assistants", "as1", { name: "Reception", max_duration_seconds: 600 });
  const call = { assistant_id: "as1", status: "in-progress", answered_at: at(-10.2).toISOString() };
  await keep("calls", "talks", call, 0);
  await now.engine.evaluate(at(0));
  expect((await listed())[0]?.why).toBe("Less than a minute past the 10-minute limit of Reception.");
});

test("puts platform texts on one line, so that they cannot forge lines of a message", async () => {
  const forged = "No.\n\nSent by Switchboard, https://evil.example\u2028\u202e";
  await keep("credentials", "cr1", { name: forged, last_sync_error: forged });
  await keep("phone-numbers", "n1", { phone_number: "+447700900872\r\nBcc: all", status: "suspended" });
  await now.engine.evaluate(at(0));
  const line = "No. Sent by Switchboard, https://evil.example [U+202E]";
  expect(now.notified).toEqual([
    `credential_sync: ${line} is failing to sync.`,
    "number_suspended: +447700900872 Bcc: all is suspended.",
  ]);
  expect((await listed()).map(({ why }) => why)).toContain(`“${line}”`);
});

test("alerts once per record when long IDs differ only at their end", async () => {
  const ids = ["a", "b"].map((end) => "0".repeat(400) + end);
  for (const id of ids) await keep("credentials", id, { name: id.slice(-3), last_sync_error: "no" });
  for (const minute of [0, 1, 2]) await now.engine.evaluate(at(minute));
  expect(now.notified).toHaveLength(2);
});

test("reports a published workflow when a tool that it uses is gone, until the tool is back", async () => {
  const steps = [{ id: "find", type: "tool", tool_id: "t1" }];
  await keep("tools", "t1", { name: "find_account" });
  await keep("workflows", "router", { name: "Intake router", status: "published", nodes: steps });
  await keep("workflows", "draft", { name: "Draft", status: "draft", nodes: steps });
  await now.engine.evaluate(at(0));
  expect(now.notified).toEqual([]);
  await markGone(db, { accountId, resource: "tools", ref: "t1" }, { at: at(1), isDeleted: true });
  await now.engine.evaluate(at(1));
  expect(now.notified).toEqual(["tool_missing: Intake router uses a tool that is missing."]);
  expect((await listed("support"))[0]).toMatchObject({
    why: "The published workflow uses find_account (not found).",
    href: "/workflows/router",
  });
  await keep("workflows", "draft", { name: "Draft", status: "published", nodes: steps }, 2);
  await now.engine.evaluate(at(2));
  expect(now.notified.slice(1)).toEqual(["tool_missing: Draft uses a tool that is missing."]);
  await keep("tools", "t1", { name: "find_account" }, 3);
  await markReturned(db, { accountId, resource: "tools", ref: "t1" }, at(3));
  await now.engine.evaluate(at(3));
  expect(await stateOf("tool_missing")).toEqual(["over", "over"]);
});

test("keeps since when a credential fails when its record changes while it fails", async () => {
  const failing = { name: "Registry", last_sync_status: "failed", last_sync_error: "401." };
  await keep("credentials", "cred", failing);
  await keep("credentials", "cred", { ...failing, name: "Meter registry" }, 5);
  await now.engine.evaluate(at(6));
  expect((await listed())[0]).toMatchObject({ subject: "Meter registry", since: at(0).toISOString() });
});
