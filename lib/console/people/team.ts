import { and, asc, eq, gt, max } from "drizzle-orm";
import type { Logger } from "pino";
import type { LoginThrottle } from "@/lib/auth/login-throttle";
import { addPerson, keepingAnAdmin } from "@/lib/auth/people";
import { endLinksOf, linkMail, lockedUser, makeLink, makeLinkFor, type PersonLink } from "@/lib/auth/person-links";
import { isRequiredOf, requirementOf, turnOff } from "@/lib/auth/second-factor";
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
  getLeftBehind,
  listMemberSessions,
  listTeam,
  makePersonLink,
  removeMember,
  renameMember,
  turnOffFactorOf,
} from "@/lib/contract/console/people/team";
import type { Role } from "@/lib/contract/operation";
import { refused } from "@/lib/contract/problem";
import { identityTable, personLinkTable, secondFactorTable, userTable } from "@/lib/db/console/tables/people";
import type { Database, Transaction } from "@/lib/db/database";
import { handOver } from "./hand-over";
import { leftBehindBy, nothingLeft } from "./left-behind";
import { renamedResources, renamePerson } from "./rename";
import { factorReminder } from "./second-factor";

type User = typeof userTable.$inferSelect;
type MailOptions = { sendMail: ConsoleOptions["sendMail"]; log: Logger };
type TeamOptions = MailOptions & {
  changed: (resources: readonly string[]) => void;
  loginThrottle: LoginThrottle;
  sessions: Sessions;
  origin: string;
  sso: SsoSettings | undefined;
};

/** Operations on team members. A change that reduces a person's access ends their sessions in the same transaction. */
export const team = (db: Database, options: TeamOptions) => [
  ...readTeam(db, options),
  ...invite(db, options),
  ...changePeople(db, options),
  ...endAccess(db, options),
  ...factorReminder(db, options),
];

const readTeam = (db: Database, { loginThrottle, sessions, sso }: TeamOptions) => [
  implement(listTeam, async () => {
    const rows = await teamRows(db, sso);
    const locked = await loginThrottle.lockedAmong(rows.map(({ user }) => user.email));
    const requirement = await requirementOf(db);
    return {
      data: rows.map(({ user, until, since, subject }) => ({
        ...memberOf(user, { until, isLocked: locked.has(user.email) }),
        has_second_factor: since !== null,
        lacks_second_factor:
          isRequiredOf(requirement, user.role) &&
          since === null &&
          subject === null &&
          !user.isInvited &&
          !user.isDisabled,
        role_set_by: sso?.roles && subject !== null ? sso.name : null,
      })),
    };
  }),

  implement(getLeftBehind, async ({ user_id, role }) => {
    const [user] = await db.select().from(userTable).where(eq(userTable.id, user_id));
    // Somebody who was just removed has left nothing more. Their page may still read this.
    return user ? leftBehindBy(db, user, role) : nothingLeft;
  }),

  implement(listMemberSessions, async ({ user_id: id }, { person: { sessionId } }) => ({
    data: await sessions.list({ id, sessionId }),
  })),
];

/** `until`: the end of a valid link. `since`: of the second factor. `subject`: at the provider of single sign-on. */
function teamRows(db: Database, sso: SsoSettings | undefined) {
  const isPerson = eq(identityTable.userId, userTable.id);
  const hasLink = and(eq(personLinkTable.userId, userTable.id), gt(personLinkTable.expiresAt, clock.now()));
  return db
    .select({
      user: userTable,
      until: max(personLinkTable.expiresAt),
      since: max(secondFactorTable.createdAt),
      subject: max(identityTable.subject),
    })
    .from(userTable)
    .leftJoin(personLinkTable, hasLink)
    .leftJoin(secondFactorTable, eq(secondFactorTable.userId, userTable.id))
    .leftJoin(identityTable, and(isPerson, eq(identityTable.issuer, sso?.issuer ?? "")))
    .groupBy(userTable.id)
    .orderBy(asc(userTable.name), asc(userTable.email), asc(userTable.id));
}

const invite = (db: Database, { origin, ...mailOptions }: TeamOptions) => [
  implement(addMember, async (person, { person: by }) => {
    const { user, link } = await db.transaction(async (tx) => {
      const user = await addPerson(tx, { ...person, name: person.name ?? "", passwordHash: null });
      if (!user) throw refused("not_possible", "Someone on the team already has this email address.");
      return { user, link: await makeLink(tx, { userId: user.id, origin, by: by.name }) };
    });
    return mailAndReturn(user, link, {
      ...mailOptions,
      by: by.name,
      message: `${named(user)} was invited as ${roleMessage[user.role]}.`,
    });
  }),

  implement(makePersonLink, async ({ user_id }, { person: by }) => {
    const { user, link } = await makeLinkFor(db, { userId: user_id, origin, by: by.name });
    const label = user.isInvited ? "a new invitation link" : "a reset link";
    return mailAndReturn(user, link, { ...mailOptions, by: by.name, message: `${named(user)} has ${label}.` });
  }),
];

const changePeople = (db: Database, { sso, changed }: TeamOptions) => [
  implement(renameMember, async ({ user_id, name }) => {
    const { user, before } = await renamePerson(db, { id: user_id, name });
    changed(renamedResources);
    return { member: memberOf(user), message: `${named(before)} is called ${user.name} now.` };
  }),

  implement(changeRole, async ({ user_id, role, hand_over: choice }) => {
    const { user, before, sentences } = await change(db, { id: user_id, role }, async (tx, before) => {
      if (sso?.roles && (await identitiesOf(tx, sso, user_id)).length > 0)
        throw refused("not_possible", `The role of ${named(before)} is set by ${sso.name}.`);
      return handOver(tx, { user: before, choice, next: role });
    });
    changed(handedResources);
    const was = before.role === role ? "" : `, was ${roleMessage[before.role]} before`;
    const message = [`${named(user)} is ${roleMessage[role]} now${was}.`, ...sentences].join(" ");
    return { member: memberOf(user), message };
  }),

  implement(changeState, async ({ user_id, state, hand_over: choice }) => {
    const isDisabled = state === "disabled";
    const { user, sentences } = await change(db, { id: user_id, isDisabled }, async (tx, user) =>
      isDisabled ? handOver(tx, { user, choice }) : [],
    );
    changed(handedResources);
    const message = [`${named(user)} is ${isDisabled ? "disabled" : "enabled again"}.`, ...sentences].join(" ");
    return { member: memberOf(user), message };
  }),

  implement(removeMember, async ({ user_id, hand_over: choice }) => {
    const { user, sentences } = await keepingAnAdmin(db, async (tx) => {
      const user = await lockedUser(tx, user_id);
      const sentences = await handOver(tx, { user, choice });
      await tx.delete(userTable).where(eq(userTable.id, user_id));
      return { user, sentences };
    });
    changed(handedResources);
    return { message: [`${named(user)} was removed.`, ...sentences].join(" ") };
  }),
];

/** Resources that show actions, tokens and alerts in a person's name. */
const handedResources = ["team", "automation", "tokens", "alerts"] as const;

const endAccess = (db: Database, { sessions }: TeamOptions) => [
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

/** Hands over what the person may no longer do. Returns sentences for the audit log. */
type Before = (tx: Transaction, before: User) => Promise<string[]>;

const change = (db: Database, { id, ...values }: UserChange, runBefore: Before) =>
  keepingAnAdmin(db, async (tx) => {
    const before = await lockedUser(tx, id);
    const sentences = await runBefore(tx, before);
    const set = { ...values, updatedAt: clock.now() };
    const [user = before] = await tx.update(userTable).set(set).where(eq(userTable.id, id)).returning();
    if (user.isDisabled) await endLinksOf(tx, id);
    await endSessionsOf(tx, id);
    return { user, before, sentences };
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
