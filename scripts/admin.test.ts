import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { auditKeyOf } from "@/lib/audit/audit-chain";
import { verifyAudit } from "@/lib/audit/verify-audit";
import { isSsoOnly, saveSsoOnly } from "@/lib/auth/sso/sso-only";
import { listAudit } from "@/lib/contract/console/audit";
import { addMember, changeState } from "@/lib/contract/console/people/team";
import { openDatabase } from "@/lib/db/database";
import { startEmbedded } from "@/lib/db/embedded";
import { cookieOf, freshConsole, mara, password, personWith, tokenIn } from "@/lib/testing/console";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { scriptRunner } from "@/lib/testing/run-script";
import { setUpFactor } from "@/lib/testing/second-factor";
import { testFolder } from "@/lib/testing/test-folder";

const secret = "a secret of thirty-two characters or more";
const directory = testFolder("admin");

const run = scriptRunner();

function admin(env: Record<string, string>, ...args: string[]) {
  const { DATABASE_URL: _url, SWITCHBOARD_SECRET: _secret, ...rest } = process.env;
  return run("admin", args, { env: { ...rest, DATA_DIR: directory, ...env } });
}

const linkIn = (out: string) => /http\S+/.exec(out)?.[0] ?? "";

test("makes an audited one-time link for a locked-out admin while Switchboard runs", async () => {
  const database = await freshDatabase();
  const { console, origin, post, run, signIn } = await freshConsole({
    database,
    secret,
    admin: { email: mara.email, password },
  });
  const env = { DATABASE_URL: database.url, SWITCHBOARD_SECRET: secret, SWITCHBOARD_ORIGIN: origin };
  const [first, { out, err, code }] = [
    await admin(env, "reset-link", mara.email),
    await admin(env, "reset-link", " MARA@fernhill.example"),
  ];
  expect({ err, code }).toEqual({ err: "", code: 0 });
  expect(out).toContain(
    "mara@fernhill.example can choose a password with this link. It works once, within 72 hours:\n",
  );
  expect(linkIn(out)).toMatch(new RegExp(`^${origin}/set-password#[\\w-]{43}$`));
  const choose = (output: string) =>
    post("/api/auth/link/password", { token: tokenIn(linkIn(output)), password: "moss kettle under stairs" });
  expect((await choose(first.out)).status).toBe(403);
  const { status, jar } = await choose(out);
  expect(status).toBe(200);
  expect(await console.personOf(cookieOf(jar))).toMatchObject({ email: mara.email, role: "admin" });
  expect((await choose(out)).status).toBe(403);
  expect((await signIn(mara.email)).status).toBe(401);

  const asAdmin = personWith("admin");
  const { data } = (await run(listAudit, { action: "password.link" }, asAdmin)) as { data: unknown[] };
  expect(data).toMatchObject([
    { actor_name: "npm run admin", target: mara.email, outcome: "ok" },
    { actor_name: "npm run admin", target: mara.email, outcome: "ok" },
  ]);
  expect(JSON.stringify(data)).not.toContain(tokenIn(linkIn(out)));
  expect((await verifyAudit(database.db, auditKeyOf(secret), [])).fault).toBeUndefined();

  const { member } = (await run(addMember, { email: "tom@fernhill.example", role: "support" }, asAdmin)) as {
    member: { id: string };
  };
  await run(changeState, { user_id: member.id, state: "disabled" }, asAdmin);
  expect(await admin(env, "reset-link", "tom@fernhill.example")).toEqual({
    out: "",
    err: "tom@fernhill.example is disabled. An admin must enable this person first. Admins: mara@fernhill.example.\n",
    code: 1,
  });
  expect(await admin(env, "reset-link", "nobody@fernhill.example")).toEqual({
    out: "",
    err: "No one on the team has the address nobody@fernhill.example. Admins: mara@fernhill.example.\n",
    code: 1,
  });
  expect(await admin(env, "setup-link")).toMatchObject({
    err: expect.stringContaining(
      "Switchboard is already set up. To let an admin back in, run npm run admin -- reset-link EMAIL.",
    ),
    code: 1,
  });
});

test("makes a new setup link while Switchboard runs on DATA_DIR and while it does not", async () => {
  writeFileSync(join(directory, "secret"), `${secret}\n`);
  const postgres = await startEmbedded(directory, { fsync: "off" });
  const database = openDatabase(postgres.url);
  const { console } = await freshConsole({ database, secret });
  const { out, code } = await admin({}, "setup-link", "--origin", "https://desk.example/x");
  expect(code).toBe(0);
  expect(linkIn(out)).toMatch(/^https:\/\/desk\.example\/setup\?token=[\w-]{43}$/);
  const token = new URL(linkIn(out)).searchParams.get("token");
  await console.close();
  await database.close();
  await postgres.stop();

  const later = await admin({ PORT: "3999" }, "setup-link");
  expect(linkIn(later.out)).toMatch(/^http:\/\/127\.0\.0\.1:3999\/setup\?token=/);

  const again = await startEmbedded(directory, { fsync: "off" });
  const reopened = openDatabase(again.url);
  const started = await freshConsole({ database: reopened, secret });
  expect((await started.post("/api/auth/setup", { ...mara, password, token })).status).toBe(200);
  expect((await started.post("/api/auth/setup", { ...mara, password, token })).status).toBe(404);
  await started.console.close();
  await reopened.close();
  await again.stop();
});

test("reports invalid arguments and an unreachable database in a sentence", async () => {
  const env = { DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none", SWITCHBOARD_SECRET: secret };
  const [nothing, noEmail, more, silent, help] = await Promise.all([
    admin(env),
    admin(env, "reset-link"),
    admin(env, "setup-link", mara.email),
    admin(env, "reset-link", mara.email),
    admin(env, "--help"),
  ]);
  for (const result of [nothing, noEmail, more])
    expect(result).toMatchObject({
      out: "",
      err: expect.stringContaining("npm run admin -- reset-link EMAIL"),
      code: 64,
    });
  expect(silent).toMatchObject({ out: "", err: expect.stringContaining("The database does not answer: "), code: 2 });
  expect(help.code).toBe(0);
});

test("turns off a second factor and signs its person out", async () => {
  const database = await freshDatabase();
  const tested = await freshConsole({ database, secret, admin: { email: mara.email, password } });
  const { console, run, signIn } = tested;
  const env = { DATABASE_URL: database.url, SWITCHBOARD_SECRET: secret };
  const cookie = cookieOf((await signIn(mara.email)).jar);
  const none = { out: "", err: "mara@fernhill.example has not set up a second factor.\n", code: 1 };
  expect(await admin(env, "second-factor-off", mara.email)).toEqual(none);
  await setUpFactor(tested, cookie);
  const { out, code } = await admin(env, "second-factor-off", " MARA@fernhill.example");
  expect([out, code]).toEqual(["The second factor of mara@fernhill.example is off, and they are signed out.\n", 0]);
  expect(await console.personOf(cookie)).toBeUndefined();
  expect((await signIn(mara.email)).json).toEqual({ message: "You are signed in." });
  const { data } = (await run(listAudit, { action: "factor.off" }, personWith("admin"))) as { data: unknown[] };
  expect(data).toMatchObject([{ actor_name: "npm run admin", outcome: "ok" }]);
  expect((await admin(env, "second-factor-off", "nobody@fernhill.example")).err).toMatch(/^No one on the team/);
});

test("accepts passwords again where only single sign-on is allowed", async () => {
  const database = await freshDatabase();
  const { run } = await freshConsole({ database, secret, admin: { email: mara.email, password } });
  const env = { DATABASE_URL: database.url, SWITCHBOARD_SECRET: secret };
  expect(await admin(env, "sso-off")).toEqual({ out: "", err: "Passwords are already accepted.\n", code: 1 });
  await saveSsoOnly(database.db, { isOn: true, by: "Mara" });
  expect(await admin(env, "sso-off")).toEqual({ out: "Passwords are accepted again.\n", err: "", code: 0 });
  expect(await isSsoOnly(database.db)).toBe(false);
  const { data } = (await run(listAudit, { action: "sso.off" }, personWith("admin"))) as { data: unknown[] };
  expect(data).toMatchObject([{ actor_name: "npm run admin", outcome: "ok" }]);
});
