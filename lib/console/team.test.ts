import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import {
  addMember,
  changeRole,
  changeState,
  listTeam,
  makePersonLink,
  removeMember,
} from "@/lib/contract/console/team";
import type { Operation, OutputOf, Role } from "@/lib/contract/operation";
import { cookieOf, freshConsole, personWith } from "./testing";

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

/** Invited, signed in, with a password of their own. */
const arrived = (name: string, role: Role) => join({ name, email: `${name.toLowerCase()}@fernhill.example`, role });

test("each change says in words whom it was about, for the audit log", async () => {
  await arrived("Mara", "admin");
  const { member, message } = await ask(addMember, {
    name: "Ines",
    email: "i@fernhill.example",
    role: "campaign_manager",
  });
  const user_id = member.id;
  const said = [message];
  said.push((await ask(changeRole, { user_id, role: "support" })).message);
  said.push((await ask(makePersonLink, { user_id })).message);
  said.push((await ask(changeState, { user_id, state: "disabled" })).message);
  said.push((await ask(changeState, { user_id, state: "active" })).message);
  said.push((await ask(removeMember, { user_id })).message);
  expect(said.map((each) => each.replace("Ines (i@fernhill.example) ", ""))).toEqual([
    "was invited as campaign manager.",
    "is support now, was campaign manager before.",
    "has a new invitation link.",
    "is disabled.",
    "is enabled again.",
    "was removed.",
  ]);
});

test("one address is one person, however it is written", async () => {
  await invited("Ines", "support");
  await expect(ask(addMember, { name: "I", email: "INES@fernhill.example", role: "support" })).rejects.toMatchObject({
    code: "conflict",
    message: "Someone here already has this email address.",
  });
});

const takings: [string, (id: string) => Promise<unknown>][] = [
  ["a role change", (user_id) => ask(changeRole, { user_id, role: "support" })],
  ["disabling", (user_id) => ask(changeState, { user_id, state: "disabled" })],
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

test("a disabled person is kept out until they are let in again", async () => {
  await arrived("Mara", "admin");
  const jon = await arrived("Jon", "support");
  await ask(changeState, { user_id: jon.id, state: "disabled" });
  expect((await signIn(jon.email)).status).toBe(401);
  await ask(changeState, { user_id: jon.id, state: "active" });
  expect((await signIn(jon.email)).status).toBe(200);
});

test("the list says who is invited, active, disabled and locked, and when they were seen", async () => {
  await arrived("Mara", "admin");
  const jon = await arrived("Jon", "support");
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
] as const)("the last admin cannot be %s", async (_what, op, rest) => {
  const mara = await arrived("Mara", "admin");
  // Who was only invited cannot let anybody in.
  await invited("Jon", "admin");
  await expect(ask(op, { user_id: mara.id, ...rest })).rejects.toMatchObject({
    code: "conflict",
    message: "There must be at least one admin.",
  });
  expect(await console.personOf(mara.cookie)).toMatchObject({ role: "admin" });
});

test("of two admins who lower each other at the same moment, one stays", async () => {
  for (let round = 0; round < 5; round += 1) {
    await database.db.execute(sql`delete from console."user"`);
    from(`203.0.114.${round}`);
    const [mara, jon] = [await arrived("Mara", "admin"), await arrived("Jon", "admin")];
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
  await arrived("Mara", "admin");
  for (const op of [changeRole, changeState, makePersonLink, removeMember])
    await expect(ask(op, { user_id: "nobody", role: "support", state: "active" })).rejects.toMatchObject({
      code: "not_found",
    });
});
