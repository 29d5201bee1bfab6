import { expect, test, vi } from "vitest";
import { changeRole, changeState, makePersonLink, removeMember } from "@/lib/contract/console/people/team";
import type { Operation } from "@/lib/contract/operation";
import { openDatabase } from "@/lib/db/database";
import { cookieOf, freshConsole, mara, password, personWith, tokenIn } from "@/lib/testing/console";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { changeSessions } from "./session-changes";

const here = await freshConsole({ admin: { email: mara.email, password } });
const { url, pool } = here.database;
const there = await freshConsole({ database: openDatabase(url, { connections: 3 }) });
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

type JoinedPerson = Awaited<ReturnType<typeof newPerson>>;

const change = { currentPassword: password, newPassword: "another harbour with nine lamps" };
const endings: [string, (person: JoinedPerson) => Promise<unknown>][] = [
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

test.each(endings)("%s notifies all processes", async (_name, end) => {
  const person = await newPerson();
  const changed = [vi.fn(), vi.fn()] as const;
  const stops = consoles.map((console, index) => console.onSessionsChanged(() => changed[index]?.()));
  await end(person);
  for (const run of changed) await vi.waitFor(() => expect(run).toHaveBeenCalled(), soon);
  for (const console of consoles) expect(await console.personOf(person.cookie)).toBeUndefined();
  for (const stop of stops) stop();
});

test("rolls back a change that fails", async () => {
  await expect(
    changeSessions(here.database.db, async (tx) => {
      await tx.execute(`delete from console.session`);
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  const { rows } = await pool.query("select count(*)::int as left from console.session");
  expect(rows[0].left).toBeGreaterThan(0);
});

test("counts a lost connection for notifications as a change", async () => {
  const changed = vi.fn();
  const stop = here.console.onSessionsChanged(changed);
  await pool.query(`select pg_terminate_backend(pid) ${listeners}`);
  await vi.waitFor(() => expect(changed).toHaveBeenCalled(), soon);
  stop();
});
