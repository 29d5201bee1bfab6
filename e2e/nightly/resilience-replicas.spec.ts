import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { Client } from "pg";
import { auditKeyOf } from "../../lib/audit/audit-chain";
import { verifyAudit } from "../../lib/audit/verify-audit";
import { openDatabase } from "../../lib/db/database";
import { type Embedded, startEmbedded } from "../../lib/db/embedded";
import { type FaultUpstream, startFaultUpstream } from "../../lib/testing/fault-upstream";
import { healthyPlatform } from "../../lib/testing/healthy-platform";
import { timeoutMs } from "../../lib/testing/timeout-ms";
import { listenTo, messagesAbout, type Stream } from "../support/event-stream";
import { password, people } from "../support/people";
import { killNow } from "../support/processes";
import { appProcess, type Product, startProduct } from "../support/product";

const rounds = 20;
const secret = "replicas_secret_of_thirty_two_characters";
const { email } = people.admin;
const ours = { "content-type": "application/json", "sec-fetch-site": "same-origin", "x-switchboard": "1" };

let directory: string;
let postgres: Embedded;
let platform: FaultUpstream;
let sql: Client;
let answeredMs = 0;
const entries: Record<string, unknown>[] = [];

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  test.setTimeout(timeoutMs(120_000));
  directory = mkdtempSync(join(tmpdir(), "switchboard-replicas-"));
  postgres = await startEmbedded(directory, { fsync: "off" });
  sql = new Client({ connectionString: postgres.url });
  await sql.connect();
  platform = await startFaultUpstream((request, response) => {
    // Long enough for a kill to interrupt a send.
    if (request.url?.includes("/pause")) return void setTimeout(() => healthyPlatform(request, response), 400);
    if (!request.url?.includes("/webhooks/logs")) return healthyPlatform(request, response);
    const body = JSON.stringify({ success: true, data: entries });
    // Long enough for a kill to interrupt a read.
    setTimeout(() => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(body);
      answeredMs = performance.now();
    }, 250);
  });
});

test.afterAll(async () => {
  await sql.end();
  await postgres.stop();
  await platform.close();
  rmSync(directory, { recursive: true });
});

/** Starts a replica. Its name is part of its platform address. */
const start = (name: string) =>
  startProduct({
    DATABASE_URL: postgres.url,
    SWITCHBOARD_SECRET: secret,
    VOICE_API_BASE_URL: `${platform.baseUrl}/${name}`,
    VOICE_API_KEY: "replicas_key_5c1f",
    SWITCHBOARD_ADMIN_EMAIL: email,
    SWITCHBOARD_ADMIN_PASSWORD: password,
    LOG_LEVEL: "fatal",
  });

async function post(origin: string, path: string, body: unknown, cookie = "") {
  const headers = { ...ours, ...(cookie ? { cookie } : {}) };
  return fetch(origin + path, { method: "POST", headers, body: JSON.stringify(body) });
}

async function signIn(origin: string, given = password) {
  const response = await post(origin, "/api/auth/sign-in/email", { email, password: given });
  const cookie = response.headers.getSetCookie().map((each) => each.split(";", 1).join());
  return { status: response.status, cookie: cookie.join("; ") };
}

/** Adds entries to the platform's log, and an attempt to an old entry. */
function grow(by: number) {
  const [old] = entries;
  if (old) old.attempts = Number(old.attempts) + 1;
  for (let at = 0; at < by; at += 1)
    entries.push({
      id: `d_${entries.length}`,
      webhook_id: "w_1",
      event: "call.ended",
      status: "failed",
      attempts: 1,
      delivered_at: null,
    });
}

const logReads = (name: string) =>
  platform.seen.filter(({ url }) => url.startsWith(`/${name}/`) && url.includes("/webhooks/logs")).length;

const kept = async () => (await sql.query("select count(*)::int as rows from console.delivery")).rows[0]?.rows;

/** Expects each entry of the platform to be stored once, with its changes in order. */
async function expectNothingLostOrDoubled() {
  await expect.poll(kept, { timeout: timeoutMs(60_000), intervals: [100] }).toBe(entries.length);
  const { rows } = await sql.query(
    "select key, before, after from console.delivery_change where field = 'attempts' order by key, id",
  );
  rows.forEach((row, at) => {
    const next = rows[at + 1];
    expect(Number(row.after)).toBeGreaterThan(Number(row.before));
    if (next?.key === row.key) expect(next.before).toBe(row.after);
  });
}

test("two replicas share entries, the audit log, sign-outs and failed sign-ins", async () => {
  test.setTimeout(timeoutMs(240_000));
  grow(5);
  const one = await start("one");
  const two = await start("two");
  const { cookie } = await signIn(one.origin);
  const streams = [await listenTo(one.origin, cookie), await listenTo(two.origin, cookie)];
  expect(streams.map(({ status }) => status)).toEqual([200, 200]);
  await expect.poll(kept).toBe(5);

  await test.step("reports an entry from either replica within a second", async () => {
    const before = streams.map((stream) => messagesAbout(stream, "deliveries").length);
    grow(3);
    const viewer = await listenTo(two.origin, cookie, "/webhooks");
    await expect
      .poll(() => streams.every((stream, at) => messagesAbout(stream, "deliveries").length > (before[at] ?? 0)), {
        intervals: [20],
      })
      .toBe(true);
    const afterMs = streams.map(
      (stream) => (messagesAbout(stream, "deliveries").at(-1)?.atMs ?? Number.POSITIVE_INFINITY) - answeredMs,
    );
    const times = afterMs.map((ms) => ms.toFixed(0)).join(" and ");
    console.log(`what the platform answered to one process was reported by that one and the other after ${times} ms`);
    expect(logReads("two")).toBe(0);
    viewer.leave();
  });

  await test.step("writes of both replicas form one valid audit chain", async () => {
    const label = (origin: string, at: number) =>
      post(origin, `/api/console/saved/calls/c${at}`, { label: `label ${at}` }, cookie);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => label(at % 2 ? one.origin : two.origin, at)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
    const database = openDatabase(postgres.url, { connections: 1 });
    expect((await verifyAudit(database.db, auditKeyOf(secret))).fault).toBeUndefined();
    await database.close();
  });

  await test.step("a sign-out at one replica ends the event stream of the other", async () => {
    const begunMs = performance.now();
    expect((await post(one.origin, "/api/auth/sign-out", {}, cookie)).status).toBe(200);
    await expect.poll(() => streams.every(({ isOver }) => isOver), { intervals: [20] }).toBe(true);
    console.log(`signing out ended both streams after ${(performance.now() - begunMs).toFixed(0)} ms`);
    expect((await listenTo(two.origin, cookie)).status).toBe(401);
  });

  await test.step("both replicas count failed sign-ins together", async () => {
    const tried: number[] = [];
    for (let at = 0; at < 6; at += 1) tried.push((await signIn(at % 2 ? one.origin : two.origin, "not it")).status);
    expect(tried).toEqual([401, 401, 401, 401, 401, 429]);
  });
  await Promise.all([one.stop(), two.stop()]);
});

test("notifies a hundred tabs of a send, also after a replica was replaced", async () => {
  test.setTimeout(timeoutMs(240_000));
  const one = await start("one");
  let two = await start("two");
  const cookies: string[] = [];
  // An address may try ten times a minute, and the failed sign-ins of the test above count.
  await sql.query("delete from console.sign_in_try");
  for (let at = 0; at < 10; at += 1) {
    const { status, cookie } = await signIn(one.origin);
    expect(status).toBe(200);
    cookies.push(cookie);
  }
  const openTabs = (origin: string) =>
    Promise.all(Array.from({ length: 50 }, (_, at) => listenTo(origin, cookies[at % 10] ?? "", "/campaigns/many")));
  const [atOne, atTwo] = [await openTabs(one.origin), await openTabs(two.origin)];
  await expectAllHear([...atOne, ...atTwo], () => post(one.origin, "/api/v1/campaigns/many/pause", {}, cookies[0]));

  await two.stop();
  await expect.poll(() => atTwo.every(({ isOver }) => isOver)).toBe(true);
  two = await start("two");
  const again = await openTabs(two.origin);
  await expectAllHear([...atOne, ...again], () => post(two.origin, "/api/v1/campaigns/many/pause", {}, cookies[1]));
  await Promise.all([one.stop(), two.stop()]);
});

/** Sends, and waits until each tab was notified of the changed campaign. */
async function expectAllHear(tabs: readonly Stream[], send: () => Promise<Response>) {
  expect(tabs.filter(({ status }) => status !== 200)).toEqual([]);
  const told = (tab: Stream) => messagesAbout(tab, "campaigns").length;
  const before = tabs.map(told);
  expect((await send()).status).toBe(200);
  const answeredMs = performance.now();
  await expect.poll(() => tabs.every((tab, at) => told(tab) > (before[at] ?? 0)), { intervals: [20] }).toBe(true);
  console.log(`${tabs.length} tabs were told ${(performance.now() - answeredMs).toFixed(0)} ms after the answer`);
}

test("polls from another replica within 10 s of a kill, and stores each entry once", async () => {
  test.setTimeout(timeoutMs(120_000 + rounds * 60_000));
  platform.seen.length = 0;
  const replicas: Record<string, Product> = { one: await start("one"), two: await start("two") };
  await expect.poll(() => logReads("one") + logReads("two")).toBeGreaterThan(0);
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const collecting = collects();
    const other = collecting === "one" ? "two" : "one";
    grow(20);
    await planPause(`killed-${round}`);
    await sleep(Math.random() * 3_600);
    const readBefore = logReads(other);
    const begunMs = performance.now();
    const victim = replicas[collecting];
    killNow(appProcess(victim?.pid ?? 0));
    grow(20);
    await expect
      .poll(() => logReads(other), { intervals: [50], timeout: timeoutMs(60_000) })
      .toBeGreaterThan(readBefore);
    taken.push((performance.now() - begunMs) / 1000);
    await expectNothingLostOrDoubled();
    await victim?.ended;
    await victim?.stop();
    replicas[collecting] = await start(collecting);
  }
  await expectEachPauseOnce();
  console.log(`${rounds} kills: another collected after ${taken.map((each) => each.toFixed(1)).join(", ")} s`);
  await Promise.all(Object.values(replicas).map((each) => each.stop()));
});

/** Expects every scheduled pause to have ended, and none to be sent twice. */
async function expectEachPauseOnce() {
  const states = async () => {
    const { rows } = await sql.query(
      "select id, state, extract(epoch from ended_at - at)::float8 as seconds from console.planned_action where id like 'killed-%'",
    );
    return rows;
  };
  const isOpen = async () => (await states()).filter(({ state }) => state === "planned" || state === "sending");
  await expect.poll(isOpen, { timeout: timeoutMs(120_000) }).toEqual([]);
  const ended = await states();
  const worst = Math.max(...ended.map(({ seconds }) => seconds));
  const count = (wanted: string) => ended.filter(({ state }) => state === wanted).length;
  console.log(
    `scheduled pauses: ${count("done")} done, ${count("unknown")} unknown, the last after ${worst.toFixed(1)} s`,
  );
  expect(count("done") + count("unknown")).toBe(rounds);
  for (const { id, state } of ended) {
    const sends = pausesOf(id).length;
    expect({ id, sends: state === "done" ? sends === 1 : sends <= 1 }).toEqual({ id, sends: true });
  }
}

/** Schedules a pause that is due now. */
async function planPause(campaign: string) {
  await sql.query(
    `insert into console.planned_action (id, key_print, campaign_id, action, at, local, zone, person_id, by, planned_at, state, next_attempt_at)
      select $1, (select key_print from console.collector_task limit 1), $1, 'pause', now(), '', 'UTC', id, name, now(), 'planned', now()
      from console."user" where email = $2`,
    [campaign, email],
  );
}

const pausesOf = (campaign: string) => platform.seen.filter(({ url }) => url.endsWith(`/campaigns/${campaign}/pause`));

test("sends a scheduled pause once when the leading process is suspended and resumed", async () => {
  test.setTimeout(timeoutMs(240_000));
  platform.seen.length = 0;
  const replicas: Record<string, Product> = { one: await start("one"), two: await start("two") };
  await expect.poll(() => logReads("one") + logReads("two")).toBeGreaterThan(0);
  const stopped = appProcess(replicas[collects()]?.pid ?? 0);
  const other = collects() === "one" ? "two" : "one";
  process.kill(stopped, "SIGSTOP");
  try {
    await planPause("paused-meanwhile");
    await expect.poll(() => pausesOf("paused-meanwhile").length, { timeout: timeoutMs(60_000) }).toBe(1);
    expect((await fetch(`${replicas[other]?.origin}/readyz`)).status).toBe(200);
  } finally {
    process.kill(stopped, "SIGCONT");
  }
  const candidates = "select from pg_stat_activity where application_name = 'switchboard collector'";
  await expect.poll(async () => (await sql.query(candidates)).rowCount).toBe(2);
  await planPause("paused-afterwards");
  await expect.poll(() => pausesOf("paused-afterwards").length, { timeout: timeoutMs(60_000) }).toBe(1);
  await Promise.all(Object.values(replicas).map((each) => each.stop()));
  expect([...pausesOf("paused-meanwhile"), ...pausesOf("paused-afterwards")].map(({ url }) => url)).toEqual([
    `/${other}/v1/campaigns/paused-meanwhile/pause`,
    `/${other}/v1/campaigns/paused-afterwards/pause`,
  ]);
});

/** The leading replica, which alone polls the log. */
const collects = () =>
  platform.seen.findLast(({ url }) => url.includes("/webhooks/logs"))?.url.startsWith("/two/") ? "two" : "one";
