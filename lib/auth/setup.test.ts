import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
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
  expect(link).toEqual({ is_usable: true });
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

test("limits requests with a link to ten per minute and address", async () => {
  const token = tokenOf(await console.setupLink());
  const statuses: number[] = [];
  for (let count = 0; count < 11; count++)
    statuses.push((await post("/api/auth/setup", { ...mara, password: "too short", token })).status);
  expect(statuses).toEqual([...Array(10).fill(400), 429]);
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
