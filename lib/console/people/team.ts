import { and, asc, eq, gt, max } from "drizzle-orm";
import type { Logger } from "pino";
import type { LoginThrottle } from "@/lib/auth/login-throttle";
import { addPerson, keepingAnAdmin } from "@/lib/auth/people";
import { endLinksOf, linkMail, lockedUser, makeLink, makeLinkFor, type PersonLink } from "@/lib/auth/person-links";
import { turnOff } from "@/lib/auth/second-factor";
import { endSessionsOf, type Sessions } from "@/lib/auth/sessions";
import { identitiesOf } from "@/lib/auth/sso/identities";
import { clock } from "@/lib/clock";
import type { ConsoleOptions } from "@/lib/console/console-types";
import { implement } from "@/lib/contract/console/context";
import type { SsoSettings } from "@/lib/contract/console/people/sso";
import {
  addMember,
  type ChangedMember,
  changeRole,
  changeState,
  endMemberSessions,
  listMemberSessions,
  listTeam,
  makePersonLink,
  removeMember,
  turnOffFactorOf,
} from "@/lib/contract/console/people/team";
import type { Role } from "@/lib/contract/operation";
import { refused } from "@/lib/contract/problem";
import { identityTable, personLinkTable, secondFactorTable, userTable } from "@/lib/db/console/tables/people";
import type { Database, Transaction } from "@/lib/db/database";

type User = typeof userTable.$inferSelect;
type MailOptions = { sendMail: ConsoleOptions["sendMail"]; log: Logger };
type TeamOptions = MailOptions & {
  loginThrottle: LoginThrottle;
  sessions: Sessions;
  origin: string;
  sso: SsoSettings | undefined;
};

/** Operations on team members. A change that reduces a person's access ends their sessions in the same transaction. */
export const team = (db: Database, { loginThrottle, sessions, origin, sso, ...mailOptions }: TeamOptions) => [
  implement(listTeam, async () => {
    const newest = max(personLinkTable.expiresAt);
    const rows = await db
      .select({
        user: userTable,
        until: newest,
        since: max(secondFactorTable.createdAt),
        subject: max(identityTable.subject),
      })
      .from(userTable)
      .leftJoin(
        personLinkTable,
        and(eq(personLinkTable.userId, userTable.id), gt(personLinkTable.expiresAt, clock.now())),
      )
      .leftJoin(secondFactorTable, eq(secondFactorTable.userId, userTable.id))
      .leftJoin(
        identityTable,
        and(eq(identityTable.userId, userTable.id), eq(identityTable.issuer, sso?.roles ? sso.issuer : "")),
      )
      .groupBy(userTable.id)
      .orderBy(asc(userTable.name), asc(userTable.email), asc(userTable.id));
    const locked = await loginThrottle.lockedAmong(rows.map(({ user }) => user.email));
    return {
      data: rows.map(({ user, until, since, subject }) => ({
        ...memberOf(user, { until, isLocked: locked.has(user.email) }),
        has_second_factor: since !== null,
        role_set_by: subject === null ? null : (sso?.name ?? null),
      })),
    };
  }),

  implement(addMember, async (person, { person: by }) => {
    const { user, link } = await db.transaction(async (tx) => {
      const user = await addPerson(tx, { ...person, name: person.name ?? "", passwordHash: null });
      if (!user) throw refused("not_possible", "Someone on the team already has this email address.");
      return { user, link: await makeLink(tx, { userId: user.id, origin }) };
    });
    return mailAndReturn(user, link, {
      ...mailOptions,
      by: by.name,
      message: `${named(user)} was invited as ${roleMessage[user.role]}.`,
    });
  }),

  implement(makePersonLink, async ({ user_id }, { person: by }) => {
    const { user, link } = await makeLinkFor(db, { userId: user_id, origin });
    const label = user.isInvited ? "a new invitation link" : "a reset link";
    return mailAndReturn(user, link, { ...mailOptions, by: by.name, message: `${named(user)} has ${label}.` });
  }),

  implement(changeRole, async ({ user_id, role }) => {
    const { user, before } = await change(db, { id: user_id, role }, async (tx, before) => {
      if (sso?.roles && (await identitiesOf(tx, sso, user_id)).length > 0)
        throw refused("not_possible", `The role of ${named(before)} is set by ${sso.name}.`);
    });
    const was = before.role === role ? "" : `, was ${roleMessage[before.role]} before`;
    return { member: memberOf(user), message: `${named(user)} is ${roleMessage[role]} now${was}.` };
  }),

  implement(changeState, async ({ user_id, state }) => {
    const { user } = await change(db, { id: user_id, isDisabled: state === "disabled" });
    return { member: memberOf(user), message: `${named(user)} is ${user.isDisabled ? "disabled" : "enabled again"}.` };
  }),

  implement(removeMember, async ({ user_id }) => {
    const user = await keepingAnAdmin(db, async (tx) => {
      const locked = await lockedUser(tx, user_id);
      await tx.delete(userTable).where(eq(userTable.id, user_id));
      return locked;
    });
    return { message: `${named(user)} was removed.` };
  }),

  implement(listMemberSessions, async ({ user_id: id }, { person: { sessionId } }) => ({
    data: await sessions.list({ id, sessionId }),
  })),

  implement(endMemberSessions, async ({ user_id: id, session_id }) => {
    const user = await db.transaction((tx) => lockedUser(tx, id));
    const hasEnded = session_id === undefined ? await sessions.endAll({ id }) : await sessions.end({ id }, session_id);
    if (!hasEnded) throw refused("not_found", `${named(user)} is already signed out there.`);
    return { message: `${named(user)} was signed out${session_id ? " in one browser" : " everywhere"}.` };
  }),

  implement(turnOffFactorOf, async ({ user_id }, { person }) => {
    if (user_id === person.id) throw refused("not_possible", "Turn off your own second factor under Settings.");
    const user = await turnOffAndSignOut(db, user_id);
    return { member: memberOf(user), message: `The second factor of ${named(user)} is off.` };
  }),
];

/** Throws if it is off. */
export const turnOffAndSignOut = (db: Database, userId: string) =>
  keepingAnAdmin(db, async (tx) => {
    const user = await lockedUser(tx, userId);
    if ((await turnOff(tx, userId)).length === 0)
      throw refused("not_possible", `${named(user)} has not set up a second factor.`);
    await endSessionsOf(tx, userId);
    return user;
  });

type LinkOptions = MailOptions & { by: string; message: string };

/** Mails a link and also returns it, so that its creator can copy it if the mail fails. */
async function mailAndReturn(user: User, link: PersonLink, { sendMail, log, by, message }: LinkOptions) {
  const sent = sendMail?.(linkMail(user, { link: link.link, by })).then(
    () => true,
    (err: unknown) => {
      log.error({ err, user: user.id }, "a link was not mailed");
      return false;
    },
  );
  return {
    member: memberOf(user, { until: new Date(link.expires_at) }),
    ...link,
    mailed: (await sent) ?? null,
    message,
  };
}

type UserChange = Pick<User, "id"> & Partial<Pick<User, "role" | "isDisabled">>;

type Check = (tx: Transaction, before: User) => Promise<void>;

const change = (db: Database, { id, ...values }: UserChange, check?: Check) =>
  keepingAnAdmin(db, async (tx) => {
    const before = await lockedUser(tx, id);
    await check?.(tx, before);
    const set = { ...values, updatedAt: clock.now() };
    const [user = before] = await tx.update(userTable).set(set).where(eq(userTable.id, id)).returning();
    if (user.isDisabled) await endLinksOf(tx, id);
    await endSessionsOf(tx, id);
    return { user, before };
  });

const named = ({ name, email }: User) => (name ? `${name} (${email})` : email);

const roleMessage: Record<Role, string> = {
  admin: "admin",
  campaign_manager: "campaign manager",
  support: "support",
  viewer: "viewer",
};

const memberOf = (user: User, { until = null, isLocked = false }: { until?: Date | null; isLocked?: boolean } = {}) =>
  ({
    id: user.id,
    name: user.name,
    email: user.email,
    role: user.role,
    state: user.isDisabled ? "disabled" : user.isInvited ? "invited" : isLocked ? "locked" : "active",
    link_until: until?.toISOString() ?? null,
    last_seen_at: user.lastSeenAt?.toISOString() ?? null,
    created_at: user.createdAt.toISOString(),
  }) satisfies ChangedMember;
