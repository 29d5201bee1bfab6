import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { timeoutMs } from "../../lib/testing/timeout-ms";
import { people } from "../support/people";
import { killNow } from "../support/processes";
import { appProcess, type Product } from "../support/product";
import { openReplicaStage, type ReplicaStage } from "../support/replica-stage";

const rounds = 20;
let stage: ReplicaStage;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  test.setTimeout(timeoutMs(120_000));
  stage = await openReplicaStage();
});

test.afterAll(() => stage.close());

test("polls from another replica within 10 s of a kill, and stores each entry once", async () => {
  test.setTimeout(timeoutMs(120_000 + rounds * 60_000));
  const replicas = await startReplicas();
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const collecting = collects();
    const other = collecting === "one" ? "two" : "one";
    stage.grow(20);
    await planPause(`killed-${round}`);
    await sleep(Math.random() * 3_600);
    const readBefore = stage.logReads(other);
    const begunMs = performance.now();
    const victim = replicas[collecting];
    killNow(appProcess(victim?.pid ?? 0));
    stage.grow(20);
    await expect
      .poll(() => stage.logReads(other), { intervals: [50], timeout: timeoutMs(60_000) })
      .toBeGreaterThan(readBefore);
    taken.push((performance.now() - begunMs) / 1000);
    await expectNothingLostOrDoubled();
    await victim?.ended;
    await victim?.stop();
    replicas[collecting] = await stage.start(collecting);
  }
  await expectEachPauseOnce();
  console.log(`${rounds} kills: another collected after ${taken.map((each) => each.toFixed(1)).join(", ")} s`);
  await Promise.all(Object.values(replicas).map((each) => each.stop()));
});

test("sends a scheduled pause once when the leading process is suspended and resumed", async () => {
  test.setTimeout(timeoutMs(240_000));
  const replicas = await startReplicas();
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
  await expect.poll(async () => (await stage.sql.query(candidates)).rowCount).toBe(2);
  await planPause("paused-afterwards");
  await expect.poll(() => pausesOf("paused-afterwards").length, { timeout: timeoutMs(60_000) }).toBe(1);
  await Promise.all(Object.values(replicas).map((each) => each.stop()));
  expect([...pausesOf("paused-meanwhile"), ...pausesOf("paused-afterwards")].map(({ url }) => url)).toEqual([
    `/${other}/v1/campaigns/paused-meanwhile/pause`,
    `/${other}/v1/campaigns/paused-afterwards/pause`,
  ]);
});

/** Starts two replicas, and waits until one of them polls. */
async function startReplicas() {
  stage.platform.seen.length = 0;
  const replicas: Record<string, Product> = { one: await stage.start("one"), two: await stage.start("two") };
  await expect
    .poll(async () => (await stage.sql.query("select from console.collector_task")).rowCount)
    .toBeGreaterThan(0);
  await expect.poll(() => stage.logReads("one") + stage.logReads("two")).toBeGreaterThan(0);
  return replicas;
}

/** The leading replica, which alone polls the log. */
const collects = () =>
  stage.platform.seen.findLast(({ url }) => url.includes("/webhooks/logs"))?.url.startsWith("/two/") ? "two" : "one";

/** Expects each entry of the platform to be stored once, with its changes in order. */
async function expectNothingLostOrDoubled() {
  await expect
    .poll(stage.storedEntries, { timeout: timeoutMs(60_000), intervals: [100] })
    .toBe(stage.log.entries.length);
  const { rows } = await stage.sql.query(
    "select key, before, after from console.delivery_change where field = 'attempts' order by key, id",
  );
  rows.forEach((row, at) => {
    const next = rows[at + 1];
    expect(Number(row.after)).toBeGreaterThan(Number(row.before));
    if (next?.key === row.key) expect(next.before).toBe(row.after);
  });
}

/** Schedules a pause that is due now. */
async function planPause(campaign: string) {
  await stage.sql.query(
    `insert into console.planned_action (id, key_print, campaign_id, action, at, local, zone, person_id, by, planned_at, state, next_attempt_at)
      select $1, (select key_print from console.collector_task limit 1), $1, 'pause', now(), '', 'UTC', id, name, now(), 'planned', now()
      from console."user" where email = $2`,
    [campaign, people.admin.email],
  );
}

/** Expects every scheduled pause to have ended, and none to be sent twice. */
async function expectEachPauseOnce() {
  const states = async () => {
    const { rows } = await stage.sql.query(
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

const pausesOf = (campaign: string) =>
  stage.platform.seen.filter(({ url }) => url.endsWith(`/campaigns/${campaign}/pause`));
