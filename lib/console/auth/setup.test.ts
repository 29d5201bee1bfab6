import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { cookieOf, freshConsole, mara, password } from "@/lib/console/testing";

const one = await freshConsole();
const other = await freshConsole({ database: one.database });
const { console, database, origin, ask, post } = one;

let visitor = 0;
beforeEach(async () => {
  visitor += 1;
  for (const each of [one, other]) each.from(`203.0.113.${visitor}`);
  await database.db.execute(sql`delete from console."user"`);
  await database.db.execute(sql`delete from console.setup_link`);
});

const tokenOf = (link: string | undefined) => new URL(link ?? "").searchParams.get("token") ?? "";

test("the link names the real origin, has 256 bits, and the database keeps its hash only", async () => {
  const link = await console.setupLink();
  expect(link).toMatch(new RegExp(`^${origin}/setup\\?token=[\\w-]{43}$`));
  const { rows } = await database.pool.query("select * from console.setup_link");
  expect(rows.length).toBe(1);
  expect(JSON.stringify(rows)).not.toContain(tokenOf(link));
});

test("the first admin is made once, signed in, and then there is no setup any more", async () => {
  const token = tokenOf(await console.setupLink());
  expect((await ask(`/api/auth/setup?token=${token}`)).json).toEqual({
    is_usable: true,
    host: "voice-api.example",
    source: "environment",
  });
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

test("a link that is too old, unknown or already used opens nothing", async () => {
  const token = tokenOf(await console.setupLink());
  await database.db.execute(sql`update console.setup_link set expires_at = now()`);
  expect((await ask(`/api/auth/setup?token=${token}`)).json).toEqual({ is_usable: false });
  for (const each of [token, "", "A".repeat(43)]) {
    const answer = await post("/api/auth/setup", { ...mara, password, token: each });
    expect(answer.status).toBe(403);
    expect(answer.json.detail).toMatch(/older than 15 minutes/);
  }
});

test("whoever has the link may test the line before anybody is made, and nobody else may", async () => {
  const token = tokenOf(await console.setupLink());
  expect((await post("/api/auth/setup/connection", { token })).json).toMatchObject({ probes: [] });
  expect((await post("/api/auth/setup/connection", { token: "another" })).status).toBe(403);
});

test.each([
  [{ name: " " }, "Give a name."],
  [{ email: "mara" }, "This is not an email address."],
  [{ password: "too short" }, "Use at least 12 characters; this has 9."],
  [
    { password: "fernhill-okafor" },
    "This is little more than the name or the address, which anyone who knows the account can guess.",
  ],
])("what is wrong is said in a sentence, and the link stays good: %j", async (wrong, sentence) => {
  const token = tokenOf(await console.setupLink());
  const answer = await post("/api/auth/setup", { ...mara, password, token, ...wrong });
  expect(answer.json).toMatchObject({ status: 400, detail: sentence });
  expect((await ask(`/api/auth/setup?token=${token}`)).json).toEqual({
    is_usable: true,
    host: "voice-api.example",
    source: "environment",
  });
});

test("two replicas asked at the same time make one first admin", async () => {
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
  // Who comes second finds the link gone, or the setup over: which of the two is a matter of a moment.
  const [made, refused] = answers.map(({ status }) => status).sort();
  expect(made).toBe(200);
  expect([403, 404]).toContain(refused);
  const { rows } = await database.pool.query(`select role from console."user"`);
  expect(rows).toEqual([{ role: "admin" }]);
});

test("replicas that start together with an unattended admin make one, and a later start changes nothing", async () => {
  const admin = { email: "Ops@Fernhill.example", password };
  await Promise.all([freshConsole({ database, admin }), freshConsole({ database, admin })]);
  const later = await freshConsole({ database, admin: { email: "late@fernhill.example", password } });
  const { rows } = await database.pool.query(`select email, role, must_change_password from console."user"`);
  expect(rows).toEqual([{ email: "ops@fernhill.example", role: "admin", must_change_password: false }]);
  expect((await later.signIn("ops@fernhill.example")).status).toBe(200);
});

test("an unattended admin with a password from the lists stops the start with a sentence", async () => {
  await expect(freshConsole({ database, admin: { email: mara.email, password: "Password12345" } })).rejects.toThrow(
    /too common/,
  );
});
