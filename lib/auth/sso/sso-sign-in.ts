import { and, eq, gt } from "drizzle-orm";
import { itself } from "@/lib/audit/audit-lines";
import type { AuditTrail } from "@/lib/audit/audit-trail";
import { clock } from "@/lib/clock";
import type { SsoSettings } from "@/lib/contract/console/people/sso";
import { calledOf } from "@/lib/contract/console/people/team";
import type { Role } from "@/lib/contract/operation";
import { refused } from "@/lib/contract/problem";
import { identityTable, personLinkTable, userTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";
import { sealText } from "@/lib/secret";
import { startSession } from "../accounts";
import { type AuthRequest, from } from "../auth-request";
import type { Cookies } from "../cookies";
import { keepingAnAdmin } from "../people";
import { lockedUser } from "../person-links";
import { endSessionsOf } from "../sessions";
import type { SignIn } from "../sign-in";
import { type ProviderAccount, roleOf } from "./claims";
import { acceptInvitation, findConnected, findInvited } from "./identities";
import { isSsoOnly } from "./sso-only";
import { foreignText, SsoRefusal, shortJson } from "./sso-refusal";

type SsoSignInOptions = {
  db: Database;
  cookies: Cookies;
  settings: SsoSettings;
  signIn: Pick<SignIn, "begin" | "recordAndThrow">;
  trail: AuditTrail;
  /** Seals ID tokens. */
  key: string;
};

type User = typeof userTable.$inferSelect;

/** Signs in the person of an account at the provider. Its role claim sets the person's role, if one is configured. */
export function createSsoSignIn({ db, cookies, settings, signIn, trail, key }: SsoSignInOptions) {
  async function findUser(account: ProviderAccount) {
    const connected = await findConnected(db, settings, account);
    return { user: connected ?? (await findInvited(db, account)), isInvited: !connected };
  }

  async function admit(user: User | undefined, account: ProviderAccount) {
    if (!user) throw await strangerRefusal(db, settings, account);
    if (user.isDisabled) throw new SsoRefusal("Your account here is disabled. Ask an admin of your team.");
    return { user, role: roleOf(settings, account) ?? user.role };
  }

  /** Returns cookies. A refusal is recorded with the person's address, or with the one that the provider sent. */
  async function enter(request: AuthRequest, account: ProviderAccount): Promise<string[]> {
    const { user: found, isInvited } = await findUser(account);
    const { user, role } = await admit(found, account).catch((error: unknown) =>
      signIn.recordAndThrow(request, found?.email ?? account.email.address ?? "", error),
    );
    const act = { ...from(request), person: user, target: null };
    if (isInvited)
      await trail.recordAct({ ...act, action: "sso.accept" }, () => acceptInvitation(db, settings, account));
    if (role !== user.role) await setRole({ db, trail }, request, { user, role });
    const { cookies } = await signIn.begin(request, user, {
      action: "sign-in.sso",
      start: async (origin) => ({ cookie: await start(user.id, account, origin), codes: undefined }),
    });
    return cookies;
  }

  const start = (
    userId: string,
    { subject, idToken }: ProviderAccount,
    origin: Parameters<typeof startSession>[1]["origin"],
  ) =>
    db.transaction(async (tx) => {
      const { isDisabled } = await lockedUser(tx, userId);
      const isOwn = and(eq(identityTable.issuer, settings.issuer), eq(identityTable.subject, subject));
      const [identity] = await tx.select().from(identityTable).where(isOwn);
      if (isDisabled || identity?.userId !== userId)
        throw refused("conflict", "Your account was just changed. Sign in again.");
      const sealedIdToken = sealText(key, idToken, userId);
      return startSession(tx, { cookies, userId, origin: { ...origin, sealedIdToken } });
    });

  return { enter };
}

/** Recorded as an act of Switchboard. Ends the person's sessions, as a change by an admin does. */
async function setRole(
  { db, trail }: Pick<SsoSignInOptions, "db" | "trail">,
  request: AuthRequest,
  { user, role }: { user: User; role: Role },
) {
  const act = { ...from(request), action: "sso.role", person: itself, target: user.id, detail: { role } };
  await trail.recordAct(
    act,
    () =>
      keepingAnAdmin(db, async (tx) => {
        await lockedUser(tx, user.id);
        await tx.update(userTable).set({ role, updatedAt: clock.now() }).where(eq(userTable.id, user.id));
        await endSessionsOf(tx, user.id);
      }),
    `${calledOf(user)} is ${role} now, was ${user.role} before.`,
  );
}

type Readable = Pick<Database, "select">;

/**
 * The refusal of an account that belongs to nobody. Its sentences say what is missing and who can help. They are the same
 * whether or not an invitation exists, which only the audit log tells.
 */
async function strangerRefusal(db: Readable, settings: SsoSettings, account: ProviderAccount) {
  const { name } = settings;
  const isOnly = await isSsoOnly(db);
  const sentences = [`This account at ${name} has no access here.`, missing(name, account), otherWay(name, account)];
  const recorded = [facts(account), await membershipOf(db, name, account), identity(account)].filter(Boolean).join(" ");
  return new SsoRefusal(sentences.slice(0, isOnly ? 2 : 3).join(" "), { recorded: `${name}: ${recorded}` });
}

/** Told to the person. */
function missing(name: string, { email: { address = "", fault } }: ProviderAccount) {
  const ask = `If you were invited, ask whoever runs ${name} to send`;
  if (fault === "missing") return `${name} sent no email address. ${ask} “email” and “email_verified”.`;
  if (fault === "contradiction") return `${name} sent two different descriptions of your email address. ${ask} one.`;
  const shown = foreignText(address);
  return fault === "unverified"
    ? `${name} does not say that ${shown} is verified. ${ask} “email_verified” as true.`
    : `There is no open invitation for ${shown}. Ask an admin of your team to invite this address.`;
}

const otherWay = (name: string, { email: { fault } }: ProviderAccount) =>
  fault === undefined
    ? `If you have a password, sign in with it and connect ${name} in Settings.`
    : `If you have an invitation link, you can also choose a password there and connect ${name} in Settings.`;

/** Facts that the provider sent, for an admin. */
function facts({ email: { fault, verification } }: ProviderAccount) {
  if (fault === undefined) return "The address is verified.";
  if (fault === "missing") return "“email” is missing.";
  if (fault === "contradiction") return "The ID token and the userinfo differ in “email” or “email_verified”.";
  if (verification === undefined) return "“email_verified” is missing.";
  const isText = typeof verification === "string";
  return `“email_verified” is ${isText ? `the text “${foreignText(verification)}”` : shortJson(verification)}.`;
}

/** Sentence: why the address cannot sign in by this provider yet; empty without an address. */
async function membershipOf(db: Readable, name: string, { email: { address } }: ProviderAccount) {
  if (address === undefined) return "";
  const [user] = await db.select().from(userTable).where(eq(userTable.email, address));
  if (!user) return "Nobody of the team has this address.";
  if (!user.isInvited) return `A person of the team has this address and has not connected ${name}.`;
  const isOpen = and(eq(personLinkTable.userId, user.id), gt(personLinkTable.expiresAt, clock.now()));
  const links = await db.select().from(personLinkTable).where(isOpen);
  return links.length > 0 ? "An invitation to this address is open." : "The invitation to this address has expired.";
}

/** The name is told only if no address says who it was, because the provider may let people choose it. */
const identity = ({ subject, name, email: { address } }: ProviderAccount) =>
  `Account “${foreignText(subject)}”${address === undefined && name ? ` of “${foreignText(name)}”` : ""}.`;
