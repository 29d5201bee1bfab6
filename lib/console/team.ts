import { asc, eq } from "drizzle-orm";
import { accountRule, type LoginThrottle } from "@/lib/console/auth/login-throttle";
import { hashPassword, newFirstPassword } from "@/lib/console/auth/passwords";
import { addPerson, countAdmins, oneAtATime, setPassword } from "@/lib/console/auth/people";
import type { SessionMemory } from "@/lib/console/auth/session-memory";
import { endSessionsOf } from "@/lib/console/auth/sessions";
import {
  addMember,
  changeRole,
  changeState,
  listTeam,
  type Member,
  removeMember,
  resetPassword,
} from "@/lib/contract/console/team";
import { implementIn, type Role } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import type { Database } from "@/lib/db/database";
import type { ConsoleContext } from "./console-types";
import { userTable } from "./tables";

const implement = implementIn<ConsoleContext>();
type User = typeof userTable.$inferSelect;
type Parts = { loginThrottle: LoginThrottle; memory: SessionMemory };
type On = { db: Database; memory: SessionMemory };
type Tx = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** Who may use Switchboard. Whatever takes something from a person ends their sessions in the same transaction. */
export const team = (db: Database, { loginThrottle, memory }: Parts) => [
  implement(listTeam, async () => {
    const users = await db.select().from(userTable).orderBy(asc(userTable.name), asc(userTable.id));
    const locked = await loginThrottle.lockedAmong(users.map(({ email }) => email));
    return { data: users.map((user) => memberOf(user, locked.has(user.email))) };
  }),

  implement(addMember, async (person) => {
    const first_password = newFirstPassword();
    const passwordHash = await hashPassword(first_password);
    const user = await db.transaction((tx) => addPerson(tx, { ...person, passwordHash, mustChangePassword: true }));
    if (!user) throw refused("Somebody here has this email address already.");
    return {
      member: memberOf(user),
      first_password,
      message: `${named(user)} was added as ${roleMessage[user.role]}.`,
    };
  }),

  implement(changeRole, async ({ user_id, role }) => {
    const user = await change({ db, memory }, { id: user_id, role });
    return { member: memberOf(user), message: `${named(user)} is ${roleMessage[role]} now.` };
  }),

  implement(changeState, async ({ user_id, state }) => {
    const user = await change({ db, memory }, { id: user_id, isDisabled: state === "disabled" });
    return { member: memberOf(user), message: `${named(user)} is ${user.isDisabled ? "disabled" : "let in again"}.` };
  }),

  implement(resetPassword, async ({ user_id }) => {
    const first_password = newFirstPassword();
    const passwordHash = await hashPassword(first_password);
    const user = await memory.changing(db, async (tx) => {
      const found = await userIn(tx, user_id);
      await setPassword(tx, { userId: user_id, passwordHash, mustChangePassword: true });
      await endSessionsOf(tx, user_id);
      return found;
    });
    await loginThrottle.reset(accountRule(user.email));
    return { member: memberOf(user), first_password, message: `${named(user)} has a new first password.` };
  }),

  implement(removeMember, async ({ user_id }) => {
    const user = await keepingAnAdmin({ db, memory }, async (tx) => {
      const found = await userIn(tx, user_id);
      await tx.delete(userTable).where(eq(userTable.id, user_id));
      return found;
    });
    return { message: `${named(user)} was removed.` };
  }),
];

type Changed = Pick<User, "id"> & Partial<Pick<User, "role" | "isDisabled">>;

const change = (on: On, { id, ...changed }: Changed) =>
  keepingAnAdmin(on, async (tx) => {
    await userIn(tx, id);
    const set = { ...changed, updatedAt: new Date() };
    const [user] = await tx.update(userTable).set(set).where(eq(userTable.id, id)).returning();
    await endSessionsOf(tx, id);
    return user ?? missing();
  });

/** Takes back whatever would leave nobody who can let people in. */
function keepingAnAdmin<T>({ db, memory }: On, run: (tx: Tx) => Promise<T>) {
  return memory.changing(db, async (tx) => {
    await oneAtATime(tx);
    const done = await run(tx);
    if ((await countAdmins(tx)) === 0) throw refused("There must be one admin.");
    return done;
  });
}

async function userIn(tx: Tx, id: string) {
  const [user] = await tx.select().from(userTable).where(eq(userTable.id, id));
  return user ?? missing();
}

function missing(): never {
  throw new Problem("not_found", "This person is not on the team any more.", { outcome: "refused" });
}

const named = ({ name, email }: User) => `${name} (${email})`;

const roleMessage: Record<Role, string> = { admin: "admin", campaign_manager: "campaign manager", support: "support" };

const refused = (sentence: string) => new Problem("conflict", sentence, { outcome: "refused" });

const memberOf = (user: User, isLocked = false): Member => ({
  id: user.id,
  name: user.name,
  email: user.email,
  role: user.role,
  state: user.isDisabled ? "disabled" : isLocked ? "locked" : "active",
  last_seen_at: user.lastSeenAt?.toISOString() ?? null,
  created_at: user.createdAt.toISOString(),
});
