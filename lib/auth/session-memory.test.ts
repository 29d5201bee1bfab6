import { expect, test, vi } from "vitest";
import { changeRole, changeState, makePersonLink, removeMember } from "@/lib/contract/console/team";
import type { Operation } from "@/lib/contract/operation";
import { openDatabase } from "@/lib/db/database";
import { cookieOf, freshConsole, mara, password, personWith, readerWith, tokenIn } from "@/lib/testing/console";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { createSessionMemory } from "./session-memory";

/** Longer than any test, so that only changes invalidate the cache. */
const memory = { lastsMs: 60 * 60 * 1000 };
const here = await freshConsole({ admin: { email: mara.email, password }, memory });
const { url, pool } = here.database;
const there = await freshConsole({ database: openDatabase(url, { connections: 3 }), memory });
const consoles = [here.console, there.console];

const soon = { timeout: timeoutMs(8_000), interval: 2 };
const listeners = `from pg_stat_activity where application_name = 'switchboard listener' and datname = current_database()`;
let people = 0;

const asAdmin = (op: Operation, input: Record<string, unknown>) => here.run(op, input, personWith("admin"));

async function newPerson() {
  people += 1;
  here.from(`203.0.113.${people}`);
  return here.join({ name: "A", email: `person${people}@fernhill.example`, role: "campaign_manager" });
}

/**
 * A person that is in the cache of each console. `name` is only in the database, because it was changed without a notification.
 * Retries, because notifications of earlier changes can still invalidate the cache.
 */
async function cachedPerson() {
  const person = await newPerson();
  const setName = (name: string) => pool.query(`update console."user" set name = $1 where id = $2`, [name, person.id]);
  const readNames = () => Promise.all(consoles.map(async ({ readerOf }) => (await readerOf(person.cookie))?.name));
  let time = 0;
  const name = () => `name ${time}`;
  await vi.waitFor(async () => {
    time += 1;
    await setName(name());
    const before = await readNames();
    time += 1;
    await setName(name());
    expect(await readNames()).toEqual(before);
    expect(before).not.toContain(name());
  }, soon);
  return { ...person, name: name() };
}

type CachedPerson = Awaited<ReturnType<typeof cachedPerson>>;

const change = { currentPassword: password, newPassword: "another harbour with nine lamps" };
const endings: [string, (person: CachedPerson) => Promise<unknown>][] = [
  ["signing out", ({ cookie }) => here.post("/api/auth/sign-out", {}, { cookie })],
  [
    "ending the session",
    async ({ cookie }) => {
      const { json } = await here.ask("/api/auth/list-sessions", { cookie });
      await here.post("/api/auth/revoke-session", { id: json.data[0].id }, { cookie });
    },
  ],
  [
    "ending all others",
    async ({ email }) => {
      const cookie = cookieOf((await here.signIn(email)).jar);
      await here.post("/api/auth/revoke-other-sessions", {}, { cookie });
    },
  ],
  [
    "a new password",
    async ({ cookie }) => expect((await here.post("/api/auth/change-password", change, { cookie })).status).toBe(200),
  ],
  ["another role", ({ id }) => asAdmin(changeRole, { user_id: id, role: "support" })],
  ["being disabled", ({ id }) => asAdmin(changeState, { user_id: id, state: "disabled" })],
  [
    "a password chosen by a link",
    async ({ id }) => {
      const { link } = (await asAdmin(makePersonLink, { user_id: id })) as { link: string };
      await here.post("/api/auth/link/password", { token: tokenIn(link), password: "another harbour with nine lamps" });
    },
  ],
  ["being removed", ({ id }) => asAdmin(removeMember, { user_id: id })],
];

test.each(endings)("%s invalidates the cache of all processes", async (_name, end) => {
  const person = await cachedPerson();
  await end(person);
  expect(await here.console.readerOf(person.cookie)).toBeUndefined();
  await vi.waitFor(async () => expect(await there.console.readerOf(person.cookie)).toBeUndefined(), soon);
  for (const console of consoles) expect(await console.personOf(person.cookie)).toBeUndefined();
});

test("does not use the cache for writes", async () => {
  const { id, cookie } = await cachedPerson();
  await pool.query(`delete from console.session where user_id = $1`, [id]);
  for (const console of consoles) expect(await console.readerOf(cookie)).toBeDefined();
  for (const console of consoles) expect(await console.personOf(cookie)).toBeUndefined();
});

test("does not cache a person that was fetched before a change", async () => {
  const { id, cookie } = await cachedPerson();
  const person = (await here.console.readerOf(cookie)) ?? readerWith("support");
  const own = createSessionMemory({ url, pool }, memory);
  // The cache is invalidated once when it starts to listen.
  await new Promise<void>((up) => own.onInvalidate(up));
  const endsAt = new Date(Date.now() + memory.lastsMs);
  const slowly = async () => {
    await own.changing(here.database.db, async () => undefined);
    return { person, endsAt };
  };
  expect(await own.recall(id, slowly)).toBe(person);
  expect(await own.recall(id, async () => undefined)).toBeUndefined();
  await own.close();
});

test("rolls back a change that fails", async () => {
  const own = createSessionMemory({ url, pool }, memory);
  await expect(
    own.changing(here.database.db, async (tx) => {
      await tx.execute(`delete from console.session`);
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  const { rows } = await pool.query("select count(*)::int as left from console.session");
  expect(rows[0].left).toBeGreaterThan(0);
  await own.close();
});

test("invalidates the cache when the connection for notifications is cut", async () => {
  const { cookie, name } = await cachedPerson();
  await pool.query(`select pg_terminate_backend(pid) ${listeners}`);
  for (const console of consoles)
    await vi.waitFor(async () => expect(await console.readerOf(cookie)).toMatchObject({ name }), soon);
  await cachedPerson();
});

test("caches nobody without a connection for notifications", async () => {
  const own = createSessionMemory({ url: "postgresql://nobody@127.0.0.1:1/none", pool }, memory);
  const ask = vi.fn(async () => ({ person: readerWith("admin"), endsAt: new Date(Date.now() + memory.lastsMs) }));
  for (let time = 0; time < 3; time += 1) await own.recall("key", ask);
  expect(ask).toHaveBeenCalledTimes(3);
  await own.close();
});

test("caches nobody when their session has ended", async () => {
  const own = createSessionMemory({ url, pool }, memory);
  // The cache is invalidated once when it starts to listen.
  await new Promise<void>((up) => own.onInvalidate(up));
  const ask = vi.fn(async () => ({ person: readerWith("admin"), endsAt: new Date() }));
  for (let time = 0; time < 3; time += 1) await own.recall("key", ask);
  expect(ask).toHaveBeenCalledTimes(3);
  await own.close();
});
