import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { makePersonLink } from "@/lib/contract/console/people/team";
import type { OutputOf } from "@/lib/contract/operation";
import { cookieOf, freshConsole, mara, password, personWith, tokenIn } from "@/lib/testing/console";
import { createAccounts } from "./accounts";
import { cookiesFor } from "./cookies";
import { createPasswords } from "./passwords";

const { console, database, origin, run, join, ask, post, signIn, from } = await freshConsole({
  admin: { email: mara.email, password },
});
let visitor = 0;
beforeEach(() => {
  visitor += 1;
  from(`203.0.113.${visitor}`);
});

const enter = async () => cookieOf((await signIn(mara.email)).jar);

test("signs a person in with the right password", async () => {
  const { status, jar } = await signIn(mara.email);
  expect(status).toBe(200);
  expect(await console.personOf(cookieOf(jar))).toMatchObject({ email: mara.email, role: "admin" });
});

test("puts the session token only into the cookie", async () => {
  const { jar, text } = await signIn(mara.email);
  const token = decodeURIComponent(cookieOf(jar)).split("=")[1]?.split(".")[0] ?? "";
  expect(token.length).toBeGreaterThanOrEqual(32);
  expect(text).not.toContain(token);
  for (const path of ["/api/auth/get-session", "/api/auth/list-sessions"])
    expect((await ask(path, { cookie: cookieOf(jar) })).text).not.toContain(token);
  const { rows } = await database.pool.query("select * from console.session");
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test("sets cookies without Secure and prefix when the origin is http on loopback", async () => {
  const { jar } = await signIn(mara.email);
  const name = `switchboard-${new URL(origin).port}`;
  expect(jar.map((line) => line.split("=")[0])).toEqual([`${name}.session`, `${name}.browser`]);
  for (const line of jar) expect(line).toMatch(/Path=\/(?=.*HttpOnly)(?=.*SameSite=Lax)/);
  for (const line of jar) expect(line).not.toMatch(/Domain|Secure/i);
});

test("gives consoles on two ports of one host different cookies", () => {
  const lineOf = (at: string) => cookiesFor(at, "key").setSession("token", 60);
  const nameOf = (at: string) => lineOf(at).split("=")[0];
  expect(nameOf("http://127.0.0.1:3000")).toBe("switchboard-3000.session");
  expect(nameOf("http://127.0.0.1:3001")).toBe("switchboard-3001.session");
  expect(nameOf("https://voice.example:8443")).toBe("__Host-switchboard-8443.session");
  const both = [
    lineOf("http://127.0.0.1:3001"),
    cookiesFor("http://127.0.0.1:3000", "own").setSession("own token", 60),
  ];
  const header = both.map((line) => line.split(";")[0]).join("; ");
  expect(cookiesFor("http://127.0.0.1:3000", "own").sessionTokenIn(header)).toBe("own token");
  expect(cookiesFor("http://127.0.0.1:3000", "own").sessionTokenIn(header.split("; ")[0])).toBeUndefined();
});

test.each(["https://switchboard.example", "https://localhost", "http://switchboard.example"])(
  "sets Secure cookies with the __Host- prefix when the origin is %s",
  async (configured) => {
    const at = await freshConsole({ admin: { email: mara.email, password }, origin: configured });
    const { jar } = await at.signIn(mara.email, password, { headers: { origin: configured } });
    expect(jar.map((line) => line.split("=")[0])).toEqual(["__Host-switchboard.session", "__Host-switchboard.browser"]);
    for (const line of jar) expect(line).toMatch(/Path=\/(?=.*HttpOnly)(?=.*Secure)(?=.*SameSite=Lax)/);
    for (const line of jar) expect(line).not.toMatch(/Domain/i);
    expect(await at.console.personOf(cookieOf(jar))).toBeDefined();
    expect(await at.console.personOf(cookieOf(jar).replaceAll("__Host-", ""))).toBeUndefined();
  },
);

test("accepts no cookie with a wrong signature or token", async () => {
  const cookie = await enter();
  expect(await console.personOf(undefined)).toBeUndefined();
  expect(await console.personOf(`${cookie.split("=")[0]}=%`)).toBeUndefined();
  const forged = cookie.replace(/session=(.)/, (_, first) => `session=${first === "a" ? "b" : "a"}`);
  expect(await console.personOf(forged)).toBeUndefined();
  const stored = (await database.pool.query("select token from console.session limit 1")).rows[0].token;
  expect(await console.personOf(`${cookie.split("=")[0]}=${stored}.x`)).toBeUndefined();
});

test("has no routes for sign-up and other unused features", async () => {
  for (const path of [
    "/sign-up/email",
    "/sign-in/social",
    "/request-password-reset",
    "/reset-password",
    "/update-user",
    "/delete-user",
    "/change-email",
    "/verify-password",
    "/ok",
    "/error",
    "/callback/github",
    "/update-session",
    "/sign-in/email/",
    "/Sign-In/email",
  ])
    for (const method of ["GET", "POST"] as const) {
      const body = method === "POST" ? { name: "x", email: "x@y.example", password } : undefined;
      expect([path, (await ask(`/api/auth${path}`, { method, body })).status]).toEqual([path, 404]);
    }
  const { rows } = await database.pool.query(
    "select count(*)::int as people from console.user where email = 'x@y.example'",
  );
  expect(rows[0].people).toBe(0);
});

test.each<Record<string, string>>([
  { origin: "https://evil.example" },
  { origin: "null" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "x-switchboard": "no" },
])("refuses a send from another site: %j", async (headers) => {
  const answer = await signIn(mara.email, password, { headers });
  expect(answer.status).toBe(403);
  expect(answer.json.type).toBe("urn:switchboard:problem:cross_origin");
  expect(answer.jar).toEqual([]);
});

test("accepts localhost and 127.0.0.1 as one origin", async () => {
  const answer = await signIn(mara.email, password, { headers: { origin: origin.replace("127.0.0.1", "localhost") } });
  expect(answer.status).toBe(200);
});

test("ends the session in the database and in the browser when a person signs out", async () => {
  const cookie = await enter();
  const { status, jar } = await post("/api/auth/sign-out", {}, { cookie });
  expect(status).toBe(200);
  expect(jar).toEqual([expect.stringMatching(/^switchboard-\d+\.session=;.*Max-Age=0/)]);
  expect(await console.personOf(cookie)).toBeUndefined();
});

test("creates a new token for each sign-in", async () => {
  expect(await enter()).not.toBe(await enter());
});

test("ends a session after an idle hour, and after a day", async () => {
  const idle = await enter();
  await database.db.execute(sql`update console.session set last_seen_at = now() - interval '61 minutes'`);
  expect(await console.personOf(idle)).toBeUndefined();
  expect((await ask("/api/auth/get-session", { cookie: idle })).json).toBeNull();
  const change = { currentPassword: password, newPassword: "wren under the blue gate" };
  expect((await post("/api/auth/change-password", change, { cookie: idle })).status).toBe(401);

  const old = await enter();
  const { rows } = await database.pool.query(
    "select expires_at - created_at as lasts from console.session order by created_at desc limit 1",
  );
  expect(rows[0].lasts.hours ?? rows[0].lasts.days * 24).toBeLessThanOrEqual(24);
  await database.db.execute(sql`update console.session set expires_at = now() - interval '1 second'`);
  expect(await console.personOf(old)).toBeUndefined();
});

test("keeps a session active by requests of a person, not by unattended ones", async () => {
  const cookie = await enter();
  const almostIdle = () =>
    database.db.execute(sql`update console.session set last_seen_at = now() - interval '59 minutes'`);
  const idleFor = async () => {
    const { rows } = await database.pool.query(
      "select floor(extract(epoch from now() - last_seen_at) / 60)::int as minutes from console.session order by created_at desc limit 1",
    );
    return rows[0].minutes;
  };
  await almostIdle();
  for (let n = 0; n < 3; n += 1) expect(await console.personOf(cookie, true)).toMatchObject({ email: mara.email });
  expect(await idleFor()).toBe(59);
  expect(await console.personOf(cookie)).toMatchObject({ email: mara.email });
  expect(await idleFor()).toBe(0);
});

test("lists and ends a person's own sessions", async () => {
  const [here, there] = [await enter(), await enter()];
  const { data } = (await ask("/api/auth/list-sessions", { cookie: here })).json;
  const others = data.filter((session: { is_current: boolean }) => !session.is_current);
  expect(data.length - others.length).toBe(1);
  expect(data[0]).toMatchObject({ address: `203.0.113.${visitor}` });
  for (const { id } of others) await post("/api/auth/revoke-session", { id }, { cookie: here });
  expect(await console.personOf(there)).toBeUndefined();
  expect(await console.personOf(here)).toBeDefined();
});

test("writes nothing into the audit log when there is no session to end", async () => {
  const cookie = await enter();
  await post("/api/auth/revoke-other-sessions", {}, { cookie });
  const entries = () => database.pool.query("select count(*)::int as n from console.audit_event");
  const before = (await entries()).rows[0].n;
  expect((await post("/api/auth/revoke-session", { id: "made up" }, { cookie })).status).toBe(404);
  expect((await post("/api/auth/revoke-other-sessions", {}, { cookie })).status).toBe(200);
  expect((await entries()).rows[0].n).toBe(before);
});

test("takes a password in either Unicode form", async () => {
  const change = (from: string, to: string, cookie: string) =>
    post("/api/auth/change-password", { currentPassword: from, newPassword: to }, { cookie });
  const [composed, decomposed] = ["NFC", "NFD"].map((form) => "Schöne Grüße an Zoë 7".normalize(form)) as [
    string,
    string,
  ];
  expect((await change(password, decomposed, await enter())).status).toBe(200);
  for (const form of [composed, decomposed]) expect((await signIn(mara.email, form)).status).toBe(200);
  expect((await change(composed, password, cookieOf((await signIn(mara.email, decomposed)).jar))).status).toBe(200);
});

test("ends other sessions and renews the token when the password changes", async () => {
  const [here, there] = [await enter(), await enter()];
  const next = "wren under the blue gate";
  const wrong = await post(
    "/api/auth/change-password",
    { currentPassword: "not it at all", newPassword: next },
    { cookie: here },
  );
  expect(wrong.json.detail).toBe("The current password is wrong.");
  const changed = await post(
    "/api/auth/change-password",
    { currentPassword: password, newPassword: next },
    { cookie: here },
  );
  expect(changed.status).toBe(200);
  expect(await console.personOf(there)).toBeUndefined();
  expect(await console.personOf(here)).toBeUndefined();
  expect(await console.personOf(cookieOf(changed.jar))).toBeDefined();
  const back = { currentPassword: next, newPassword: password };
  expect((await post("/api/auth/change-password", back, { cookie: cookieOf(changed.jar) })).status).toBe(200);
});

test("voids links to choose a password when the password changes", async () => {
  const cookie = await enter();
  const { id } = (await console.personOf(cookie)) ?? { id: "" };
  const link = { user_id: id };
  const { link: made } = (await run(makePersonLink, link, personWith("admin"))) as OutputOf<typeof makePersonLink>;
  const next = "wren under the blue gate";
  const change = { currentPassword: password, newPassword: next };
  const changed = await post("/api/auth/change-password", change, { cookie });
  expect((await post("/api/auth/link", { token: tokenIn(made) })).status).toBe(403);
  const back = { currentPassword: next, newPassword: password };
  await post("/api/auth/change-password", back, { cookie: cookieOf(changed.jar) });
});

test.each([
  ["short", /at least 12/],
  ["Password12345", /too common/],
  ["Mara-Fernhill-1", /too close to the name/],
  [password, /other than the current/],
])("gives the reason when a new password is refused: %s", async (newPassword, sentence) => {
  const answer = await post(
    "/api/auth/change-password",
    { currentPassword: password, newPassword },
    { cookie: await enter() },
  );
  expect(answer.status).toBe(400);
  expect(answer.json.detail).toMatch(sentence);
});

test("does not count refused new passwords as failed attempts", async () => {
  const cookie = await enter();
  const change = (newPassword: string) =>
    post("/api/auth/change-password", { currentPassword: password, newPassword }, { cookie });
  for (const weak of ["one", "two", "three", "four", "five", "six"]) expect((await change(weak)).status).toBe(400);
  const changed = await change("wren under the blue gate");
  expect(changed.status).toBe(200);
  const back = { currentPassword: "wren under the blue gate", newPassword: password };
  await post("/api/auth/change-password", back, { cookie: cookieOf(changed.jar) });
});

/** Checks the password, calls `change`, and returns what follows a check. */
async function signInDuring(email: string, change: () => Promise<unknown>) {
  const { db } = database;
  const accounts = createAccounts(db, cookiesFor(origin, "any key"), createPasswords());
  const checked = await accounts.check(email, password);
  await change();
  const browser = { address: "203.0.113.9", userAgent: undefined };
  return {
    start: () => accounts.start(checked, browser),
    set: (to: string) => accounts.changePassword(checked, { password: to, sessionId: "", origin: browser }),
  };
}

test.each([
  [
    "choose a new password",
    (id: string) => sql`update console.account set password = password || 'x' where user_id = ${id}`,
  ],
  ["are disabled", (id: string) => sql`update console.user set is_disabled = true where id = ${id}`],
  ["are removed", (id: string) => sql`delete from console.user where id = ${id}`],
])("begins no session for people who %s after their password was checked", async (_what, change) => {
  const email = `${visitor}@fernhill.example`;
  await join({ name: "Ines", email, role: "support" });
  const { rows } = await database.pool.query("select id from console.user where email = $1", [email]);
  const sessions = async () =>
    (await database.pool.query("select from console.session where user_id = $1", [rows[0].id])).rowCount;
  await database.pool.query("delete from console.session where user_id = $1", [rows[0].id]);
  const { start, set } = await signInDuring(email, () => database.db.execute(change(rows[0].id)));
  await expect(start()).rejects.toMatchObject({ code: "wrong_credentials" });
  await expect(set("another-anvil-93-tide")).rejects.toMatchObject({ code: "wrong_credentials" });
  expect(await sessions()).toBe(0);
});

test("stores passwords as argon2id with OWASP's minimum cost", async () => {
  expect(await createPasswords().hash(password)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("updates the last use of a session when the clock was set back", async () => {
  const cookie = await enter();
  await database.db.execute(sql`update console.session set last_seen_at = now() + interval '2 hours'`);
  const id = (await console.personOf(cookie))?.sessionId;
  const isNow = "select last_seen_at <= now() as is_now from console.session where id = $1";
  expect((await database.pool.query(isNow, [id])).rows).toEqual([{ is_now: true }]);
});
