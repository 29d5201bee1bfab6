import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "@/lib/db/database";
import { readEnv } from "@/lib/env";
import { createMeasures } from "@/lib/gateway/measures";
import { limitConnections } from "@/lib/http/connections";
import { createGuardedServer } from "@/lib/http/guarded-server";
import { createPages } from "@/lib/http/pages";
import { cookieOf, mara, password } from "@/lib/testing/console";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { startFaultUpstream } from "@/lib/testing/fault-upstream";
import { guardedBy } from "@/lib/testing/healthy-platform";
import { createEngines } from "./engine";
import { createRoutes } from "./routes";

const origin = "https://switchboard.example";
const token = "metrics-token-of-the-test";
const here = await startRoutes();

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

/** The server's routes behind one trusted proxy, with a database and a platform. Returns the address to reach them. */
async function startRoutes() {
  const key = "routes_key_4f1c";
  const platform = await startFaultUpstream(guardedBy(key));
  const database = await freshDatabase();
  const reads = openDatabase(database.url, { connections: 2 });
  const env = readEnv({
    VOICE_API_BASE_URL: platform.baseUrl,
    VOICE_API_KEY: key,
    SWITCHBOARD_ORIGIN: origin,
    SWITCHBOARD_TRUSTED_HOPS: "1",
    SWITCHBOARD_METRICS_TOKEN: token,
    SWITCHBOARD_ADMIN_EMAIL: mara.email,
    SWITCHBOARD_ADMIN_PASSWORD: password,
  });
  const secret = "a secret of thirty-two characters or more";
  const [log, measures] = [pino({ level: "silent" }), createMeasures()];
  const databases = { database, reads, strangers: database };
  const engines = await createEngines({ env: { ...env, secret }, origin, ...databases, measures, log });
  const pages = createPages<{ id: string }>({
    render: async (_request, response) => void response.end("A page"),
    sendFile: async (_request, response) => void response.writeHead(404).end(),
    personOf: () => undefined,
    isSetupOpen: async () => false,
    limit: () => undefined,
    isProduction: true,
  });
  const server = createGuardedServer({
    isStranger: () => true,
    answer: (request, response) => void answer(request, response).catch(() => response.writeHead(404).end()),
  });
  const connections = limitConnections(server, { perAddress: 100, total: 100 });
  const answer = createRoutes({
    receiver: { answer: async () => false },
    env,
    engines,
    pages,
    connections,
    measures,
    log,
    isDraining: () => false,
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await engines.close();
    await reads.close();
    await platform.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
