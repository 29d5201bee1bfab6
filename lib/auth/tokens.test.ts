import { eq } from "drizzle-orm";
import { afterEach, beforeAll, expect, test } from "vitest";
import { clock } from "@/lib/clock";
import { storeLog } from "@/lib/collector/webhook-log/store-log";
import { listAudit } from "@/lib/contract/console/audit";
import { type ApiToken, type addToken, listTokens } from "@/lib/contract/console/people/tokens";
import type { InputOf } from "@/lib/contract/inputs";
import { apiTokenTable, userTable } from "@/lib/db/console/tables/people";
import { personWith } from "@/lib/testing/console";
import { freshGateway } from "@/lib/testing/fresh-gateway";
import { readRequest } from "@/lib/testing/read-request";

let fixture: Awaited<ReturnType<typeof freshGateway>>;

beforeAll(async () => {
  fixture = await freshGateway();
});
afterEach(() => setOwner({ isDisabled: false, role: "admin" }));

const db = () => fixture.database.db;

async function makeToken(changes: Partial<InputOf<typeof addToken>> = {}) {
  const input = { name: "nightly", role: "admin", scope: "send", days: 90, ...changes };
  const { status, json } = await fixture.ask("admin", "POST", "/api/console/tokens", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify(input),
  });
  expect(status).toBe(200);
  return json as { token: string; data: ApiToken };
}

/** A request as a program sends it, without cookie and origin. */
async function withToken(token: string, path: string, { method = "GET", headers = {}, ...rest } = {}) {
  const response = await fetch(fixture.origin + path, {
    ...{ method, ...rest },
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  const text = await response.text();
  return { status: response.status, text };
}

function readWith(token: string, address: string, headers: Record<string, string> = {}) {
  const { path, init } = readRequest(address);
  return withToken(token, path, { ...init, headers: { ...headers, ...init.headers } });
}

const listed = async () => ((await fixture.run(listTokens, {}, personWith("admin"))) as { data: ApiToken[] }).data;
const setOwner = (values: { isDisabled?: boolean; role?: "admin" | "support" }) =>
  db().update(userTable).set(values).where(eq(userTable.name, "admin"));

test("stores only the hash of a token of 256 bits, and shows it once", async () => {
  const { token } = await makeToken();
  expect(token).toMatch(/^swb_[\w-]{43}$/);
  expect(JSON.stringify(await db().select().from(apiTokenTable))).not.toContain(token.slice(4));
  expect(JSON.stringify(await listed())).not.toContain(token.slice(4));
});

test("sends to the platform without a cookie and an origin, and the audit log names the token", async () => {
  const { token } = await makeToken({ name: "night shift" });
  const { status } = await withToken(token, "/api/v1/campaigns/c1/pause", { method: "POST" });
  expect(status).toBe(200);
  const { data } = (await fixture.run(listAudit, { limit: 1 }, personWith("admin"))) as {
    data: { actor_name: string; action: string; role: string }[];
  };
  expect(data[0]).toMatchObject({ actor_name: "Token night shift of admin", action: "campaigns.pause", role: "admin" });
});

test("ignores the cookie that comes with a token", async () => {
  const { token } = await makeToken({ role: "viewer" });
  const headers = { cookie: fixture.cookies.admin ?? "" };
  expect((await readWith(token, "/api/console/audit", headers)).status).toBe(403);
  expect((await readWith(`${token}x`, "/api/console/audit", headers)).status).toBe(401);
});

test("uses the session when a proxy adds an authorization of its own", async () => {
  const headers = { authorization: "Basic bWFyYTpwYXNz" };
  expect((await fixture.ask("admin", "GET", "/api/console/me", { headers })).json).toMatchObject({ name: "admin" });
});

test("answers 401 as soon as the token is revoked", async () => {
  const { token, data } = await makeToken();
  expect((await withToken(token, "/api/console/me")).status).toBe(200);
  expect((await fixture.ask("admin", "DELETE", `/api/console/tokens/${data.id}`)).status).toBe(200);
  const { status, text } = await withToken(token, "/api/console/me");
  expect([status, JSON.parse(text).detail]).toEqual([
    401,
    "This token is not valid. It was revoked, has ended, or its owner is disabled.",
  ]);
});

test("answers 401 after the token's end", async () => {
  const { token, data } = await makeToken();
  await db().update(apiTokenTable).set({ expiresAt: clock.now() }).where(eq(apiTokenTable.id, data.id));
  expect((await withToken(token, "/api/console/me")).status).toBe(401);
});

test("follows the owner: refused while disabled, and never above the owner's role", async () => {
  const { token } = await makeToken();
  await setOwner({ isDisabled: true });
  expect((await withToken(token, "/api/console/me")).status).toBe(401);
  await setOwner({ isDisabled: false, role: "support" });
  expect((await readWith(token, "/api/console/audit")).status).toBe(403);
  expect((await readWith(token, "/api/console/deliveries?limit=1")).status).toBe(200);
  await setOwner({ role: "admin" });
  expect((await readWith(token, "/api/console/audit?limit=1")).status).toBe(200);
});

test.each([
  "/api/console/alert-settings",
  "/api/console/alert-messages",
  "/api/console/backups",
  "/api/console/collector",
  "/api/console/connection",
  "/api/console/inbox/addresses",
])("keeps the settings at %s from an admin's token that reads", async (path) => {
  const { token } = await makeToken({ scope: "read" });
  const { status, text } = await withToken(token, path);
  expect([status, JSON.parse(text).detail]).toEqual([
    403,
    "Tokens neither read nor change people, tokens, security and settings. Sign in to do this.",
  ]);
  expect((await fixture.ask("admin", "GET", path)).status).not.toBe(403);
});

test("lets an admin's token read the audit log and the do-not-call list as files", async () => {
  const { token } = await makeToken({ scope: "read" });
  for (const path of ["/api/console/audit-export?format=csv", "/api/console/do-not-call/export"])
    expect([path, (await withToken(token, path)).status]).toEqual([path, 200]);
});

test("refuses a token in the address, and logs it nowhere", async () => {
  const { token } = await makeToken();
  const response = await fetch(`${fixture.origin}/api/console/me?token=${token}`);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("A token belongs in the Authorization header");
  expect(fixture.logged.join("\n")).not.toContain(token);
});

test("is refused by sign-in and event streams, which need a session", async () => {
  const { token } = await makeToken();
  for (const path of ["/api/events", "/api/auth/list-sessions"]) {
    const response = await fetch(fixture.consoleOrigin + path, { headers: { authorization: `Bearer ${token}` } });
    expect([path, response.status]).toEqual([path, 401]);
  }
});

test("notes the last use at most once a minute", async () => {
  const { token, data } = await makeToken();
  const lastUse = async () => (await listed()).find(({ id }) => id === data.id)?.last_used_at;
  expect(await lastUse()).toBeNull();
  await withToken(token, "/api/console/me");
  const first = await lastUse();
  await withToken(token, "/api/console/me");
  expect([typeof first, await lastUse()]).toEqual(["string", first]);
});

test("refuses a life of more than a year", async () => {
  const body = JSON.stringify({ name: "x", role: "viewer", scope: "read", days: 366 });
  const headers = { "content-type": "application/json" };
  expect((await fixture.ask("admin", "POST", "/api/console/tokens", { headers, body })).status).toBe(400);
});

test("exports the webhook log as CSV, as a script asks for it", async () => {
  const row = {
    id: "d-1",
    webhook_id: "w1",
    event: "call.ended",
    status: "failed",
    attempts: 1,
    delivered_at: "2026-11-20T08:00:00Z",
  };
  await storeLog(db(), {
    ...{ accountId: "", at: clock.now(), before: undefined },
    answer: new TextEncoder().encode(JSON.stringify({ raw: [row] })),
  });
  const { token } = await makeToken({ role: "viewer", scope: "read" });
  const { status, text } = await withToken(token, "/api/console/delivery-export?format=csv");
  expect(status).toBe(200);
  expect(text).toContain("d-1");
  expect(text).toContain("call.ended");
});
