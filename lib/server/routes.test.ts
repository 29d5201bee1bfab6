import { readFileSync } from "node:fs";
import { type ClientRequest, request } from "node:http";
import { Client } from "pg";
import { expect, test } from "vitest";
import { productVersion } from "@/lib/db/migrate";
import { cookieOf, mara, password } from "@/lib/testing/console";
import { origin, startRoutes, metricsToken as token } from "@/lib/testing/server/routes";
import { timeoutMs } from "@/lib/testing/timeout-ms";

const { here, database } = await startRoutes();

const ask = (path: string, headers: Record<string, string> = {}) => fetch(here + path, { headers });

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const usual = { "content-type": "application/json", "x-switchboard": "1", origin };
  return fetch(here + path, { method: "POST", headers: { ...usual, ...headers }, body: JSON.stringify(body) });
}

const signIn = (email: string, forwarded: string, ownPassword = "a wrong password") =>
  post("/api/auth/sign-in/email", { email, password: ownPassword }, { "x-forwarded-for": forwarded });

test("sends transport security with every answer when the origin is https", async () => {
  for (const path of ["/healthz", "/api/none", "/sign-in"])
    expect((await ask(path)).headers.get("strict-transport-security"), path).toMatch(/^max-age=\d{8}/);
});

test("answers metrics only to the token when one is set", async () => {
  expect((await ask("/metrics")).status).toBe(401);
  expect((await ask("/metrics", { authorization: "Bearer another-token-of-16" })).status).toBe(401);
  expect((await ask("/metrics", { authorization: `Bearer ${token}` })).status).toBe(200);
});

test("measures polls, alerts, backups and the disk, with labels that no request can add to", async () => {
  const metrics = async () => (await ask("/metrics", { authorization: `Bearer ${token}` })).text();
  const polled = 'switchboard_last_poll_timestamp_seconds{operation="webhooks.logs"}';
  await expect.poll(metrics, { timeout: timeoutMs(20_000) }).toContain(polled);
  const before = await metrics();
  for (const name of metricsInUse()) expect(before).toContain(`# TYPE ${name} `);
  for (const [name, figure] of [
    ["database_up", "1"],
    ["leading", "1"],
    ["last_backup_timestamp_seconds", "0"],
    ["due_actions", "0"],
    [`build_info{version="${productVersion()}",node="${process.version}"}`, "1"],
  ])
    expect(before).toContain(`\nswitchboard_${name} ${figure}\n`);
  // Polls go on meanwhile.
  const seriesOf = (text: string) => text.match(/^switchboard_(?!last_poll)/gm)?.length;
  for (let nth = 0; nth < 300; nth += 1) await ask(`/${nth}/${"x".repeat(nth)}`);
  expect(seriesOf(await metrics())).toBe(seriesOf(before));
});

/** Metrics of ours that the published rules and dashboard name. */
function metricsInUse() {
  const texts = ["switchboard.rules.yml", "dashboard.json"].map((file) =>
    readFileSync(new URL(`../../docs/monitoring/${file}`, import.meta.url), "utf8"),
  );
  const names = texts.flatMap((text) => text.match(/switchboard_[a-z_]+/g) ?? []);
  return new Set(names.map((name) => name.replace(/_bucket$/, "")));
}

test("limits sign-ins by the proxy's address in any spelling when one hop is trusted", async () => {
  const spellings = [
    (n: number) => `10.0.${n}.1, 203.0.113.9`,
    (n: number) => `203.0.113.9:${40_000 + n}`,
    (n: number) => `[::ffff:203.0.113.9]:${40_000 + n}`,
    () => "::FFFF:cb00:7109",
    (n: number) => `"[::ffff:203.0.113.9]:${n}"`,
    () => "0:0:0:0:0:ffff:203.0.113.9",
  ];
  for (let n = 0; n < 10; n += 1) expect((await signIn(`p${n}@fernhill.example`, "203.0.113.9")).status).toBe(401);
  const bypasses: string[] = [];
  for (const spelling of spellings) {
    const forwarded = spelling(7);
    if ((await signIn("q@fernhill.example", forwarded)).status !== 429) bypasses.push(forwarded);
  }
  expect(bypasses).toEqual([]);
  expect((await signIn("q@fernhill.example", "198.51.100.7")).status).toBe(401);
});

test("tells the browser to clear cache and storage when a person signs out", async () => {
  const entered = await signIn(mara.email, "198.51.100.8", password);
  expect(entered.status).toBe(200);
  const left = await post("/api/auth/sign-out", {}, { cookie: cookieOf(entered.headers.getSetCookie()) });
  expect([left.status, left.headers.get("clear-site-data")]).toEqual([200, '"cache", "storage"']);
});

const largestBody = Buffer.alloc(10 * 1024 * 1024, " ").fill('{"event":"x"}', 0, 13);

/** Starts a POST of 10 MB, and sends its first `bytes`. */
function startSending(path: string, bytes: number) {
  const headers = { "content-type": "application/json", "content-length": String(largestBody.length) };
  const sender = request(here + path, { method: "POST", agent: false, headers }).on("error", () => undefined);
  sender.write(largestBody.subarray(0, bytes));
  return sender;
}

/** Undefined if the connection ends without an answer. */
const statusOf = (sender: ClientRequest) =>
  new Promise<number | undefined>((resolve) => {
    sender
      .once("response", (response) => resolve(response.resume().statusCode))
      .once("close", () => resolve(undefined));
  });

test("answers an admin's pause while 200 senders flood an address and the database stores no event", async () => {
  const cookie = cookieOf((await signIn(mara.email, "198.51.100.9", password)).headers.getSetCookie());
  const asAdmin = async (path: string, body: unknown = {}) => (await post(path, body, { cookie })).json();
  const { data } = await asAdmin("/api/console/inbox/addresses", { name: "Flooded" });
  const path = new URL((await asAdmin(`/api/console/inbox/addresses/${data.id}/show`)).url).pathname;
  const lock = new Client({ connectionString: database.url });
  await lock.connect();
  await lock.query("begin; lock table console.hook_arrival in access exclusive mode");

  const slow = Array.from({ length: 100 }, () => startSending(path, 100_000));
  const whole = Array.from({ length: 50 }, () => startSending(path, largestBody.length).end());
  const wholeAnswers = Promise.all(whole.map(statusOf));
  const small = Array.from({ length: 60 }, () => fetch(here + path, { method: "POST", body: '{"event":"x"}' }));
  const paused = await post("/api/v1/campaigns/c1/pause", {}, { cookie });
  expect(paused.status).toBe(200);

  await lock.query("rollback");
  await lock.end();
  expect(new Set(await wholeAnswers)).toEqual(new Set([200, 503]));
  expect(new Set((await Promise.all(small)).map(({ status }) => status))).toEqual(new Set([200]));
  for (const sender of slow) sender.destroy();
});
