import { expect, test } from "@playwright/test";
import { auditKeyOf } from "../../lib/audit/audit-chain";
import { verifyAudit } from "../../lib/audit/verify-audit";
import { openDatabase } from "../../lib/db/database";
import { type OpenStream, openStream } from "../../lib/testing/event-stream";
import { timeoutMs } from "../../lib/testing/timeout-ms";
import { password, people } from "../support/people";
import { openReplicaStage, type ReplicaStage, replicaSecret } from "../support/replica-stage";

let stage: ReplicaStage;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  test.setTimeout(timeoutMs(120_000));
  stage = await openReplicaStage();
});

test.afterAll(() => stage.close());

test("two replicas share entries, the audit log, sign-outs and failed sign-ins", async () => {
  test.setTimeout(timeoutMs(240_000));
  stage.grow(5);
  const one = await stage.start("one");
  const two = await stage.start("two");
  const { cookie } = await signIn(one.origin);
  const streams = [await openStream(one.origin, cookie), await openStream(two.origin, cookie)];
  expect(streams.map(({ response }) => response.status)).toEqual([200, 200]);
  await expect.poll(stage.storedEntries).toBe(5);

  await test.step("reports an entry from either replica within a second", async () => {
    const before = streams.map((stream) => messagesAbout(stream, "deliveries").length);
    stage.grow(3);
    const viewer = await openStream(two.origin, cookie, { query: "?page=/webhooks" });
    await expect
      .poll(() => streams.every((stream, at) => messagesAbout(stream, "deliveries").length > (before[at] ?? 0)), {
        intervals: [20],
      })
      .toBe(true);
    const afterMs = streams.map(
      (stream) => (messagesAbout(stream, "deliveries").at(-1) ?? Number.POSITIVE_INFINITY) - stage.log.answeredMs,
    );
    const times = afterMs.map((ms) => ms.toFixed(0)).join(" and ");
    console.log(`what the platform answered to one process was reported by that one and the other after ${times} ms`);
    expect(stage.logReads("two")).toBe(0);
    viewer.leave();
  });

  await test.step("writes of both replicas form one valid audit chain", async () => {
    const label = (origin: string, at: number) =>
      post(origin, `/api/console/saved/calls/c${at}`, { label: `label ${at}` }, cookie);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => label(at % 2 ? one.origin : two.origin, at)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
    const database = openDatabase(stage.databaseUrl, { connections: 1 });
    expect((await verifyAudit(database.db, auditKeyOf(replicaSecret))).fault).toBeUndefined();
    await database.close();
  });

  await test.step("a sign-out at one replica ends the event stream of the other", async () => {
    const begunMs = performance.now();
    expect((await post(one.origin, "/api/auth/sign-out", {}, cookie)).status).toBe(200);
    await expect.poll(() => streams.every(({ isOver }) => isOver), { intervals: [20] }).toBe(true);
    console.log(`signing out ended both streams after ${(performance.now() - begunMs).toFixed(0)} ms`);
    expect((await openStream(two.origin, cookie)).response.status).toBe(401);
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
  const one = await stage.start("one");
  let two = await stage.start("two");
  const cookies: string[] = [];
  // An address may try ten times a minute, and the failed sign-ins of the test above count.
  await stage.sql.query("delete from console.sign_in_try");
  for (let at = 0; at < 10; at += 1) {
    const { status, cookie } = await signIn(one.origin);
    expect(status).toBe(200);
    cookies.push(cookie);
  }
  const openTabs = (origin: string) =>
    Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        openStream(origin, cookies[at % 10] ?? "", { query: "?page=/campaigns/many" }),
      ),
    );
  const [atOne, atTwo] = [await openTabs(one.origin), await openTabs(two.origin)];
  await expectAllHear([...atOne, ...atTwo], () => post(one.origin, "/api/v1/campaigns/many/pause", {}, cookies[0]));

  await two.stop();
  await expect.poll(() => atTwo.every(({ isOver }) => isOver)).toBe(true);
  two = await stage.start("two");
  const again = await openTabs(two.origin);
  await expectAllHear([...atOne, ...again], () => post(two.origin, "/api/v1/campaigns/many/pause", {}, cookies[1]));
  await Promise.all([one.stop(), two.stop()]);
});

/** When each message came that names a resource or one of its records, in ms. */
const messagesAbout = ({ messages, timesMs }: OpenStream, resource: string) =>
  timesMs.filter((_, at) => messages[at]?.keys?.some((key) => key.startsWith(resource)));

/** Sends, and waits until each tab was notified of the changed campaign. */
async function expectAllHear(tabs: readonly OpenStream[], send: () => Promise<Response>) {
  expect(tabs.filter(({ response }) => response.status !== 200)).toEqual([]);
  const told = (tab: OpenStream) => messagesAbout(tab, "campaigns").length;
  const before = tabs.map(told);
  expect((await send()).status).toBe(200);
  const answeredMs = performance.now();
  await expect.poll(() => tabs.every((tab, at) => told(tab) > (before[at] ?? 0)), { intervals: [20] }).toBe(true);
  console.log(`${tabs.length} tabs were told ${(performance.now() - answeredMs).toFixed(0)} ms after the answer`);
}

const ours = { "content-type": "application/json", "sec-fetch-site": "same-origin", "x-switchboard": "1" };

async function post(origin: string, path: string, body: unknown, cookie = "") {
  const headers = { ...ours, ...(cookie ? { cookie } : {}) };
  return fetch(origin + path, { method: "POST", headers, body: JSON.stringify(body) });
}

async function signIn(origin: string, given = password) {
  const response = await post(origin, "/api/auth/sign-in/email", { email: people.admin.email, password: given });
  const cookie = response.headers.getSetCookie().map((each) => each.split(";", 1).join());
  return { status: response.status, cookie: cookie.join("; ") };
}
