import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import {
  addMember,
  changeRole,
  changeState,
  listTeam,
  makePersonLink,
  removeMember,
} from "@/lib/contract/console/people/team";
import type { Operation, OutputOf, Role } from "@/lib/contract/operation";
import { cookieOf, freshConsole, personWith } from "@/lib/testing/console";

const { console, database, from, join, run, signIn } = await freshConsole();

let visitor = 0;
beforeEach(async () => {
  visitor += 1;
  from(`203.0.113.${visitor}`);
  await database.db.execute(sql`delete from console."user"`);
});

const ask = <Op extends Operation>(op: Op, input: Record<string, unknown>) =>
  run(op, input, personWith("admin")) as Promise<OutputOf<Op>>;

const invited = async (name: string, role: Role) =>
  (await ask(addMember, { name, email: `${name.toLowerCase()}@fernhill.example`, role })).member;

/** Invites a person and signs them in. */
const signedIn = (name: string, role: Role) => join({ name, email: `${name.toLowerCase()}@fernhill.example`, role });

test("returns messages that name the person, for the audit log", async () => {
  await signedIn("Mara", "admin");
  const { member, message } = await ask(addMember, {
    name: "Ines",
    email: "i@fernhill.example",
    role: "campaign_manager",
  });
  const user_id = member.id;
  const messages = [message];
  messages.push((await ask(changeRole, { user_id, role: "support" })).message);
  messages.push((await ask(makePersonLink, { user_id })).message);
  messages.push((await ask(changeState, { user_id, state: "disabled" })).message);
  messages.push((await ask(changeState, { user_id, state: "active" })).message);
  messages.push((await ask(removeMember, { user_id })).message);
  expect(messages.map((text) => text.replace("Ines (i@fernhill.example) ", ""))).toEqual([
    "was invited as campaign manager.",
    "is support now, was campaign manager before.",
    "has a new invitation link.",
    "is disabled.",
    "is enabled again.",
    "was removed.",
  ]);
});

test("refuses a second person when the email address differs only in case", async () => {
  await invited("Ines", "support");
  await expect(ask(addMember, { name: "I", email: "INES@fernhill.example", role: "support" })).rejects.toMatchObject({
    code: "not_possible",
    message: "Someone on the team already has this email address.",
  });
});

const accessChanges: [string, (id: string) => Promise<unknown>][] = [
  ["a role change", (user_id) => ask(changeRole, { user_id, role: "support" })],
  ["disabling", (user_id) => ask(changeState, { user_id, state: "disabled" })],
  ["removal", (user_id) => ask(removeMember, { user_id })],
];

test.each(accessChanges)("%s ends only the sessions of that person", async (_name, take) => {
  const mara = await signedIn("Mara", "admin");
  const jon = await signedIn("Jon", "campaign_manager");
  expect(await console.personOf(jon.cookie)).toBeDefined();
  await take(jon.id);
  expect(await console.personOf(jon.cookie)).toBeUndefined();
  expect(await console.personOf(mara.cookie)).toBeDefined();
});

test("creates a new session with the new role when a person signs in after a role change", async () => {
  await signedIn("Mara", "admin");
  const jon = await signedIn("Jon", "campaign_manager");
  await ask(changeRole, { user_id: jon.id, role: "support" });
  const cookie = cookieOf((await signIn(jon.email)).jar);
  expect(cookie).not.toBe(jon.cookie);
  expect(await console.personOf(cookie)).toMatchObject({ role: "support" });
});

test("refuses sign-in of a disabled person until they are enabled", async () => {
  await signedIn("Mara", "admin");
  const jon = await signedIn("Jon", "support");
  await ask(changeState, { user_id: jon.id, state: "disabled" });
  expect((await signIn(jon.email)).status).toBe(401);
  await ask(changeState, { user_id: jon.id, state: "active" });
  expect((await signIn(jon.email)).status).toBe(200);
});

test("lists the states of members and when they were last seen", async () => {
  await signedIn("Mara", "admin");
  const jon = await signedIn("Jon", "support");
  const ines = await invited("Ines", "support");
  await invited("Tom", "support");
  await ask(changeState, { user_id: ines.id, state: "disabled" });
  for (let n = 0; n < 5; n += 1) await signIn(jon.email, `wrong password ${n}`);
  const { data } = await ask(listTeam, {});
  expect(data.map(({ name, state, link_until }) => [name, state, link_until !== null])).toEqual([
    ["Ines", "disabled", false],
    ["Jon", "locked", false],
    ["Mara", "active", false],
    ["Tom", "invited", true],
  ]);
  expect(data.map(({ last_seen_at }) => last_seen_at === null)).toEqual([true, false, false, true]);
});

test.each([
  ["lowered", changeRole, { role: "support" }],
  ["disabled", changeState, { state: "disabled" }],
  ["removed", removeMember, {}],
] as const)("refuses a change when the last admin would be %s", async (_name, op, rest) => {
  const mara = await signedIn("Mara", "admin");
  // An invited admin does not count, because they cannot sign in yet.
  await invited("Jon", "admin");
  await expect(ask(op, { user_id: mara.id, ...rest })).rejects.toMatchObject({
    code: "not_possible",
    message: "There must be at least one admin.",
  });
  expect(await console.personOf(mara.cookie)).toMatchObject({ role: "admin" });
});

test("keeps one admin when two admins remove each other's role at once", async () => {
  for (let round = 0; round < 5; round += 1) {
    await database.db.execute(sql`delete from console."user"`);
    from(`203.0.114.${round}`);
    const [mara, jon] = [await signedIn("Mara", "admin"), await signedIn("Jon", "admin")];
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

test("refuses changes of an unknown person", async () => {
  await signedIn("Mara", "admin");
  for (const op of [changeRole, changeState, makePersonLink, removeMember])
    await expect(ask(op, { user_id: "nobody", role: "support", state: "active" })).rejects.toMatchObject({
      code: "not_found",
    });
});
