import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { cookieOf, freshConsole, mara, password } from "@/lib/testing/console";

const one = await freshConsole();
const other = await freshConsole({ database: one.database });
const { console, database, origin, ask, post } = one;

let visitor = 0;
beforeEach(async () => {
  visitor += 1;
  for (const console of [one, other]) console.from(`203.0.113.${visitor}`);
  await database.db.execute(sql`delete from console."user"`);
  await database.db.execute(sql`delete from console.setup_link`);
});

const tokenOf = (link: string | undefined) => new URL(link ?? "").searchParams.get("token") ?? "";

test("creates a link with the configured origin and 256 bits, and stores only its hash", async () => {
  const link = await console.setupLink();
  expect(link).toMatch(new RegExp(`^${origin}/setup\\?token=[\\w-]{43}$`));
  const { rows } = await database.pool.query("select * from console.setup_link");
  expect(rows.length).toBe(1);
  expect(JSON.stringify(rows)).not.toContain(tokenOf(link));
});

test("creates and signs in the first admin, and closes the setup", async () => {
  const token = tokenOf(await console.setupLink());
  const { ends_at, ...link } = (await ask(`/api/auth/setup?token=${token}`)).json;
  expect(link).toEqual({ is_usable: true, host: "voice-api.example", source: "environment" });
  expect(Math.round((Date.parse(ends_at) - Date.now()) / 60_000)).toBe(15);
  const made = await post("/api/auth/setup", { ...mara, password, token });
  expect(made.status).toBe(200);
  expect(await console.personOf(cookieOf(made.jar))).toMatchObject({ name: mara.name, role: "admin" });
  expect((await post("/api/auth/setup", { ...mara, password, token })).status).toBe(404);
  expect((await ask(`/api/auth/setup?token=${token}`)).status).toBe(404);
  expect(await console.setupLink()).toBeUndefined();
  const { rows } = await database.pool.query(
    "select action, actor_email from console.audit_event where action = 'setup'",
  );
  expect(rows).toEqual([{ action: "setup", actor_email: mara.email }]);
});

test("refuses a link that has expired or is unknown", async () => {
  const token = tokenOf(await console.setupLink());
  await database.db.execute(sql`update console.setup_link set expires_at = now()`);
  expect((await ask(`/api/auth/setup?token=${token}`)).json).toEqual({ is_usable: false });
  for (const invalid of [token, "", "A".repeat(43)]) {
    const answer = await post("/api/auth/setup", { ...mara, password, token: invalid });
    expect(answer.status).toBe(403);
    expect(answer.json.detail).toMatch(/older than 15 minutes/);
  }
});

test("tests the connection only for requests with a valid link", async () => {
  const token = tokenOf(await console.setupLink());
  expect((await post("/api/auth/setup/connection", { token })).json).toMatchObject({ probes: [] });
  expect((await post("/api/auth/setup/connection", { token: "another" })).status).toBe(403);
});

test("refuses another connection when the environment sets it", async () => {
  const token = tokenOf(await console.setupLink());
  const connection = { address: "https://other.example", key: "canary_key_1" };
  expect((await post("/api/auth/setup/connection", { token, connection })).status).toBe(409);
  expect((await post("/api/auth/setup", { ...mara, password, token, connection })).status).toBe(409);
  expect((await ask(`/api/auth/setup?token=${token}`)).json.is_usable).toBe(true);
});

describe("another platform in the setup", () => {
  const tried: string[] = [];
  const key = "canary_key_of_setup_81d2";
  const connection = { address: "https://other.example/", key };
  const demo = freshConsole({
    connection: { host: "127.0.0.1:4000", source: "demo", keyLastFour: "9f2c" },
    async *examineOther(other) {
      tried.push(`${other.baseUrl} ${other.key === key ? "right" : "wrong"}`);
      const isRight = other.key === key;
      const probe = { operation: "webhooks.list", path: "/v1/webhooks", ms: 5 };
      yield {
        ...{ id: "webhooks.list", name: "GET /v1/webhooks", notes: [] },
        ...{ outcome: isRight ? "ok" : "fault", says: isRight ? "Answered." : "The platform rejects the key." },
        probe: { ...probe, status: isRight ? 200 : 401, problem: isRight ? null : "refused" },
      };
    },
  });
  const stored = async () => (await (await demo).database.pool.query("select * from console.connection")).rows;

  test("is set with the first admin when its test passes", async () => {
    const { post, console, database } = await demo;
    const token = tokenOf(await console.setupLink());
    for (const path of ["setup/connection", "setup"])
      expect((await post(`/api/auth/${path}`, { ...mara, password, token: "another", connection })).status).toBe(403);
    expect(tried).toEqual([]);

    const found = await post("/api/auth/setup/connection", { token, connection });
    expect(found.json.checks).toMatchObject([{ outcome: "ok" }]);
    const wrong = { ...connection, key: "wrong_key_0000" };
    const refused = await post("/api/auth/setup", { ...mara, password, token, connection: wrong });
    expect(refused.json).toMatchObject({ status: 409, detail: expect.stringMatching(/^Nothing was changed/) });
    expect((await database.pool.query(`select * from console."user"`)).rows).toEqual([]);
    expect(await stored()).toEqual([]);

    const made = await post("/api/auth/setup", { ...mara, password, token, connection });
    expect([made.status, made.text.includes(key)]).toEqual([200, false]);
    expect(await stored()).toMatchObject([
      { slot: "before", base_url: null },
      { slot: "now", base_url: "https://other.example", set_by: mara.name },
    ]);
    const { rows } = await database.pool.query(
      `select action, actor_name as by, target from console.audit_event
        where kind = 'begun' and action ~ '^(setup$|connection)' order by id`,
    );
    expect(rows).toEqual([
      { action: "connection.try", by: "Setup link", target: "https://other.example" },
      { action: "setup", by: mara.name, target: null },
      { action: "connection.change", by: mara.name, target: "https://other.example" },
    ]);
    const all = await database.pool.query("select * from console.audit_event");
    expect(JSON.stringify([all.rows, await stored()])).not.toContain(key);
    expect(tried.at(-1)).toBe("https://other.example right");
  });

  test("is limited to ten tests per minute and address", async () => {
    const { post, console, database } = await demo;
    await database.db.execute(sql`delete from console."user"`);
    const token = tokenOf(await console.setupLink());
    const from = { headers: { "x-test-address": "198.51.100.77" } };
    const statuses: number[] = [];
    for (let count = 0; count < 11; count++)
      statuses.push((await post("/api/auth/setup/connection", { token, connection }, from)).status);
    expect(statuses.slice(0, 10).every((status) => status === 200)).toBe(true);
    expect(statuses[10]).toBe(429);
  });
});

test.each([
  [{ name: " " }, "Enter a name."],
  [{ email: "mara" }, "This is not an email address."],
  [{ password: "too short" }, "Use at least 12 characters; this has 9."],
  [{ password: "fernhill-okafor" }, "This is too close to the name or address. Choose another."],
])("gives the reason and keeps the link valid when input is wrong: %j", async (wrong, sentence) => {
  const token = tokenOf(await console.setupLink());
  const answer = await post("/api/auth/setup", { ...mara, password, token, ...wrong });
  expect(answer.json).toMatchObject({ status: 400, detail: sentence });
  expect((await ask(`/api/auth/setup?token=${token}`)).json.is_usable).toBe(true);
});

test("creates one first admin when two replicas are set up at once", async () => {
  const links = [await one.console.setupLink(), await other.console.setupLink()];
  const answers = await Promise.all([
    one.post("/api/auth/setup", { ...mara, password, token: tokenOf(links[0]) }),
    other.post("/api/auth/setup", {
      name: "Ines Vidal",
      email: "ines@fernhill.example",
      password,
      token: tokenOf(links[1]),
    }),
  ]);
  // The second request finds either its link or the setup gone, depending on timing.
  const [made, refused] = answers.map(({ status }) => status).sort();
  expect(made).toBe(200);
  expect([403, 404]).toContain(refused);
  const { rows } = await database.pool.query(`select role from console."user"`);
  expect(rows).toEqual([{ role: "admin" }]);
});

test("creates one admin from the environment when replicas start together or later", async () => {
  const admin = { email: "Ops@Fernhill.example", password };
  await Promise.all([freshConsole({ database, admin }), freshConsole({ database, admin })]);
  const later = await freshConsole({ database, admin: { email: "late@fernhill.example", password } });
  const { rows } = await database.pool.query(`select email, role, must_change_password from console."user"`);
  expect(rows).toEqual([{ email: "ops@fernhill.example", role: "admin", must_change_password: false }]);
  expect((await later.signIn("ops@fernhill.example")).status).toBe(200);
});

test("refuses to start when the environment's admin password is too common", async () => {
  await expect(freshConsole({ database, admin: { email: mara.email, password: "Password12345" } })).rejects.toThrow(
    /too common/,
  );
});
