import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { addMember, changeRole, changeState, listTeam, removeMember, resetPassword } from "@/lib/contract/console/team";
import type { Operation, OutputOf, Role } from "@/lib/contract/operation";
import { cookieOf, freshConsole, password, personWith } from "./testing";

const { console, database, from, post, run, signIn } = await freshConsole();

let visitor = 0;
beforeEach(async () => {
  visitor += 1;
  from(`203.0.113.${visitor}`);
  await database.db.execute(sql`delete from console."user"`);
});

const ask = <Op extends Operation>(op: Op, input: Record<string, unknown>) =>
  run(op, input, personWith("admin")) as Promise<OutputOf<Op>>;

const add = async (name: string, role: Role) => {
  const email = `${name.toLowerCase()}@fernhill.example`;
  const { member, first_password } = await ask(addMember, { name, email, role });
  return { ...member, first_password };
};

/** Signed in for the first time, with a password of their own. */
const arrived = async (name: string, role: Role) => {
  const { id, email, first_password } = await add(name, role);
  const { jar } = await post("/api/auth/sign-in/email", { email, password: first_password, newPassword: password });
  return { id, email, cookie: cookieOf(jar) };
};

test("a first password is shown once, is long enough to be safe, and is kept nowhere in clear", async () => {
  const { first_password } = await add("Ines", "support");
  expect(first_password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
  const { rows } = await database.pool.query(
    `select to_jsonb(u)::text || to_jsonb(a)::text as all from console."user" u join console.account a on a.user_id = u.id`,
  );
  expect(rows[0].all).not.toContain(first_password);
});

test("each change says in words whom it was about, for the audit log", async () => {
  await add("Mara", "admin");
  const { member, message } = await ask(addMember, {
    name: "Ines",
    email: "i@fernhill.example",
    role: "campaign_manager",
  });
  const user_id = member.id;
  const said = [message];
  said.push((await ask(changeRole, { user_id, role: "support" })).message);
  said.push((await ask(changeState, { user_id, state: "disabled" })).message);
  said.push((await ask(resetPassword, { user_id })).message);
  said.push((await ask(removeMember, { user_id })).message);
  expect(said.map((each) => each.replace("Ines (i@fernhill.example) ", ""))).toEqual([
    "was added as campaign manager.",
    "is support now.",
    "is disabled.",
    "has a new first password.",
    "was removed.",
  ]);
});

test("one address is one person, however it is written", async () => {
  await add("Ines", "support");
  await expect(ask(addMember, { name: "I", email: "INES@fernhill.example", role: "support" })).rejects.toMatchObject({
    code: "conflict",
    message: "Somebody here has this email address already.",
  });
});

const takings: [string, (id: string) => Promise<unknown>][] = [
  ["a role change", (user_id) => ask(changeRole, { user_id, role: "support" })],
  ["disabling", (user_id) => ask(changeState, { user_id, state: "disabled" })],
  ["a password reset", (user_id) => ask(resetPassword, { user_id })],
  ["removal", (user_id) => ask(removeMember, { user_id })],
];

test.each(takings)("%s ends the person's sessions on the next request, and nobody else's", async (_what, take) => {
  const mara = await arrived("Mara", "admin");
  const jon = await arrived("Jon", "campaign_manager");
  expect(await console.personOf(jon.cookie)).toBeDefined();
  await take(jon.id);
  expect(await console.personOf(jon.cookie)).toBeUndefined();
  expect(await console.personOf(mara.cookie)).toBeDefined();
});

test("after a role change the person signs in anew, with a new token and the new role", async () => {
  await arrived("Mara", "admin");
  const jon = await arrived("Jon", "campaign_manager");
  await ask(changeRole, { user_id: jon.id, role: "support" });
  const cookie = cookieOf((await signIn(jon.email)).jar);
  expect(cookie).not.toBe(jon.cookie);
  expect(await console.personOf(cookie)).toMatchObject({ role: "support" });
});

test("a reset password opens nothing but the choice of a new one", async () => {
  await arrived("Mara", "admin");
  const jon = await arrived("Jon", "support");
  const { first_password } = await ask(resetPassword, { user_id: jon.id });
  expect((await signIn(jon.email)).status).toBe(401);
  expect((await signIn(jon.email, first_password)).json.type).toBe("urn:switchboard:problem:must_change_password");
});

test("a first password works for 72 hours, says so afterwards, and an admin makes another", async () => {
  const { id, email, first_password } = await add("Ines", "support");
  const enter = (given: string) => post("/api/auth/sign-in/email", { email, password: given, newPassword: password });
  const age = (hours: number) =>
    database.db.execute(sql`update console.account set updated_at = now() - make_interval(hours => ${hours}::int)`);
  await age(73);
  for (let time = 1; time <= 6; time += 1)
    expect((await enter(first_password)).json).toMatchObject({
      status: 403,
      detail: "This first password is older than 72 hours. Ask an admin for another.",
    });
  expect((await signIn(email, "certainly not this one")).json.detail).toBe("Email or password is not right.");
  const again = await ask(resetPassword, { user_id: id });
  await age(71);
  expect((await enter(again.first_password)).status).toBe(200);
  await age(1_000);
  expect((await signIn(email, password)).status).toBe(200);
});

test("a disabled person is kept out until they are let in again", async () => {
  await arrived("Mara", "admin");
  const jon = await arrived("Jon", "support");
  await ask(changeState, { user_id: jon.id, state: "disabled" });
  expect((await signIn(jon.email)).status).toBe(401);
  await ask(changeState, { user_id: jon.id, state: "active" });
  expect((await signIn(jon.email)).status).toBe(200);
});

test("the list says who is active, disabled and locked, and when they were seen", async () => {
  await arrived("Mara", "admin");
  const jon = await arrived("Jon", "support");
  const ines = await add("Ines", "support");
  await ask(changeState, { user_id: ines.id, state: "disabled" });
  for (let n = 0; n < 5; n += 1) await signIn(jon.email, `wrong password ${n}`);
  const { data } = await ask(listTeam, {});
  expect(data.map(({ name, state }) => [name, state])).toEqual([
    ["Ines", "disabled"],
    ["Jon", "locked"],
    ["Mara", "active"],
  ]);
  expect(data.map(({ last_seen_at }) => last_seen_at === null)).toEqual([true, false, false]);
});

test.each([
  ["lowered", changeRole, { role: "support" }],
  ["disabled", changeState, { state: "disabled" }],
  ["removed", removeMember, {}],
] as const)("the last admin cannot be %s", async (_what, op, rest) => {
  const mara = await arrived("Mara", "admin");
  await expect(ask(op, { user_id: mara.id, ...rest })).rejects.toMatchObject({
    code: "conflict",
    message: "There must be one admin.",
  });
  expect(await console.personOf(mara.cookie)).toMatchObject({ role: "admin" });
});

test("of two admins who lower each other at the same moment, one stays", async () => {
  for (let round = 0; round < 5; round += 1) {
    await database.db.execute(sql`delete from console."user"`);
    const [mara, jon] = [await add("Mara", "admin"), await add("Jon", "admin")];
    const done = await Promise.allSettled([
      ask(changeRole, { user_id: mara.id, role: "support" }),
      ask(removeMember, { user_id: jon.id }),
    ]);
    expect(done.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const { rows } = await database.pool.query(
      `select count(*)::int as admins from console."user" where role = 'admin'`,
    );
    expect(rows[0].admins).toBe(1);
  }
});

test("somebody who is not there is not found", async () => {
  await add("Mara", "admin");
  for (const op of [changeRole, changeState, resetPassword, removeMember])
    await expect(ask(op, { user_id: "nobody", role: "support", state: "active" })).rejects.toMatchObject({
      code: "not_found",
    });
});
