import { afterEach, beforeAll, expect, test } from "vitest";
import { storeLog } from "@/lib/collector/webhook-log/store-log";
import { changeState } from "@/lib/contract/console/people/team";
import { personWith } from "@/lib/testing/console";
import { freshGateway, shortAnswerMs } from "@/lib/testing/fresh-gateway";
import { timeoutMs } from "@/lib/testing/timeout-ms";

let fixture: Awaited<ReturnType<typeof freshGateway>>;

const rows = [
  {
    id: "a",
    webhook_id: "w1",
    event: "=cmd()",
    status: "delivered",
    attempts: 1,
    delivered_at: "2026-11-20T08:00:00+02:00",
    trace: { n: 1 },
  },
  {
    id: "b",
    webhook_id: "w1",
    event: "call.ended",
    status: "failed",
    attempts: "many",
    delivered_at: null,
    cost: "0.10",
  },
];
const big =
  '{"id":"c","webhook_id":"w2","status":"delivered","delivered_at":"2026-11-19T00:00:00Z","cost":12345678901234567890.10}';

const insertLog = (list: string, minute: number) =>
  storeLog(fixture.database.db, {
    accountId: "",
    answer: new TextEncoder().encode(`{"raw":[${list}]}`),
    at: new Date(Date.UTC(2026, 10, 20, 14, minute)),
    before: minute > 0 ? new Date(Date.UTC(2026, 10, 20, 14, minute - 1)) : undefined,
  });

beforeAll(async () => {
  fixture = await freshGateway({ answerMs: shortAnswerMs });
  const [first = {}, second = {}] = rows;
  await insertLog([JSON.stringify(first), big].join(","), 0);
  await insertLog([JSON.stringify(first), JSON.stringify(second), big].join(","), 1);
  await fixture.database.pool.query(`insert into console.record_version (key_print, resource, ref, seen_at, last_seen_at, hash, record)
    values ('', 'webhooks', 'w1', now(), now(), '', '{"url":"https://crm.example.net/voice"}')`);
});
afterEach(() => fixture.database.pool.query("alter table console.audit_event drop constraint if exists unwritable"));

const exportLog = (query: string, role: "admin" | "support" | undefined = "support") =>
  fixture.read(role, `/api/console/delivery-export?${query}`);

const lastAudit = async () =>
  (await fixture.read("admin", "/api/console/audit?limit=1&action=deliveries.export")).json.data[0];

/** The last export that did not come to its end. */
const lastEnded = async () =>
  (await fixture.read("admin", "/api/console/audit?limit=1&action=deliveries.export&outcome=unknown")).json.data[0];

test("exports a log as CSV with sent values, UTC times and escaped formulas", async () => {
  const { status, headers, text } = await exportLog("format=csv");
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(headers.get("content-disposition")).toMatch(
    /^attachment; filename="webhook-log_voice-api\.example_all-time_by-support_made-\d{4}-\d\d-\d\dT\d{4}Z\.csv"$/,
  );
  expect(text.split("\r\n")).toEqual([
    "id,webhook_id,webhook_url,event,status,attempts,delivered_at,delivered_at_as_sent,late_by_seconds,first_tried_at,first_seen_at,not_seen_at,changed_at,gone_at,arrived_here,arrivals_here,arrived_here_at,event_id,cost,trace",
    "b,w1,https://crm.example.net/voice,call.ended,failed,many,,,,2026-11-20T14:01:00.000Z,2026-11-20T14:01:00.000Z,2026-11-20T14:00:00.000Z,2026-11-20T14:01:00.000Z,,,,,,0.10,",
    `a,w1,https://crm.example.net/voice,'=cmd(),delivered,1,2026-11-20T06:00:00.000Z,2026-11-20T08:00:00+02:00,,2026-11-20T06:00:00.000Z,2026-11-20T14:00:00.000Z,,2026-11-20T14:00:00.000Z,,,,,,,"{""n"":1}"`,
    "c,w2,,,delivered,,2026-11-19T00:00:00.000Z,2026-11-19T00:00:00Z,,2026-11-19T00:00:00.000Z,2026-11-20T14:00:00.000Z,,2026-11-20T14:00:00.000Z,,,,,,12345678901234567890.10,",
    "",
  ]);
});

test("exports a log as JSON Lines with entries as sent and the filters in the file name", async () => {
  const query =
    "format=jsonl&webhook=w2&from=2026-11-19T00:00:00Z&to=2026-11-20T00:00:00Z&status=!failed&attempts=(none)";
  const { headers, text } = await exportLog(query);
  expect(headers.get("content-disposition")).toMatch(
    /"webhook-log_\S+_w2_2026-11-19T0000Z-to-2026-11-20T0000Z_status-not-failed_attempts-none_by-support_made-\S+\.jsonl"/,
  );
  expect(text.trimEnd().split("\n")).toHaveLength(1);
  expect(text).toContain('"cost": 12345678901234567890.10');
  expect(JSON.parse(text)).toMatchObject({
    entry: { id: "c" },
    webhook_url: null,
    first_seen_at: "2026-11-20T14:00:00.000Z",
  });
});

test("records who exported which rows, and refuses an export that cannot be recorded", async () => {
  await exportLog("format=csv&status=failed");
  expect(await lastAudit()).toMatchObject({
    actor_email: "support@fernhill.example",
    outcome: "ok",
    message: "1 row.",
    detail: { format: "csv", status: "failed" },
  });
  await fixture.database.pool.query(
    "alter table console.audit_event add constraint unwritable check (id < 0) not valid",
  );
  expect(await exportLog("format=csv")).toMatchObject({
    status: 503,
    json: { type: "urn:switchboard:problem:not_recorded" },
  });
});

test("pages through the log and counts it", async () => {
  const page = await fixture.read("campaign_manager", "/api/console/deliveries?view=arrived&limit=1");
  expect(page.json).toMatchObject({ data: [{ key: "a", delivery: { is_delivered: true, not_seen_at: null } }] });
  const after = encodeURIComponent(page.json.next);
  const { json } = await fixture.read("support", `/api/console/deliveries?view=arrived&limit=1&after=${after}`);
  expect(json).toMatchObject({ data: [{ key: "c" }], next: null });
  const summary = await fixture.read("support", "/api/console/delivery-summary?from=2026-11-19T00:00:00%2B00:00");
  expect(summary.json).toMatchObject({ total: 3, not_delivered: 0, retrying: 1, reading: { outcome: "none" } });
  expect((await fixture.read("support", "/api/console/deliveries?after=x")).status).toBe(400);
});

test("refuses an export without a session or in another format", async () => {
  expect((await fixture.read(undefined, "/api/console/delivery-export?format=csv")).status).toBe(401);
  expect((await exportLog("format=xlsx")).status).toBe(400);
});

const storeMany = () =>
  fixture.database.pool.query(`
    insert into console.delivery (key_print, key, webhook_id, event, status, attempts, outcome, late, at, begins_at, last_at, raw,
      first_seen_at, changed_at, outcome_at)
    select '', 'many ' || nth, 'w9', '', '', 1, 'unknown', -1, now(), now(), now(),
      jsonb_build_object('id', nth, 'note', repeat('x', 2000)), now(), now(), now()
    from generate_series(1, 20000) as nth on conflict do nothing`);

/** Begins to read a large export, and reads no more of it. */
async function standStill(cookie = fixture.cookies.support ?? "") {
  await storeMany();
  const leaving = new AbortController();
  const response = await fetch(`${fixture.origin}/api/console/delivery-export?format=jsonl`, {
    headers: { cookie, "accept-encoding": "identity" },
    signal: leaving.signal,
  });
  const reader = response.body?.getReader();
  await reader?.read();
  const readOn = async () => {
    while (!(await reader?.read())?.done);
  };
  return { readOn, leave: () => leaving.abort() };
}

const openTransactions = async () => {
  const { rows: open } = await fixture.database.pool.query(
    "select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
  );
  return open.length;
};

test("ends an export whose reader stands still, and holds no transaction for it", async () => {
  const { readOn } = await standStill();
  await expect.poll(openTransactions).toBe(0);
  expect(await exportLog("format=csv")).toMatchObject({ status: 503 });
  expect((await exportLog("format=csv&status=failed", "admin")).status).toBe(200);
  await expect
    .poll(lastEnded, { timeout: timeoutMs(10_000) })
    .toMatchObject({ message: "The browser read the file too slowly. The export was stopped." });
  await expect(readOn()).rejects.toThrow();
  expect((await exportLog("format=csv&status=failed")).status).toBe(200);
});

test("ends an export when its person is disabled", async () => {
  const { id, cookie } = await fixture.join({ name: "Ann", email: "ann@fernhill.example", role: "support" });
  const { readOn } = await standStill(cookie);
  await fixture.run(changeState, { user_id: id, state: "disabled" }, personWith("admin"));
  await expect(readOn()).rejects.toThrow();
  await expect.poll(lastEnded).toMatchObject({ message: expect.stringMatching(/^It was stopped because you were/) });
});

test("stops an export when the browser leaves, and records it", async () => {
  const { leave } = await standStill();
  leave();
  await expect
    .poll(lastAudit, { timeout: timeoutMs(20_000) })
    .toMatchObject({ outcome: "unknown", message: "The browser left before the end of the file." });
  expect(await openTransactions()).toBe(0);
});
