import { eq } from "drizzle-orm";
import type { Logger } from "pino";
import * as z from "zod/mini";
import type { AuditTrail } from "@/lib/audit/audit-trail";
import { stranger } from "@/lib/contract/actor";
import { isPersonsName, notPersonsName } from "@/lib/contract/console/automation/actors";
import { askedLinkHours } from "@/lib/contract/console/people/password";
import { emailAddress, keptText } from "@/lib/contract/inputs/fields";
import { Problem } from "@/lib/contract/problem";
import { userTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";
import { hasVisibleText } from "@/lib/format/visible-text";
import { createConcurrencyLimit } from "@/lib/http/concurrency-limit";
import type { Mail } from "@/lib/mailer";
import { type AuthAnswer, type AuthRequest, type AuthRoutes, from, parseBody, refuseFaulty } from "./auth-request";
import { accountRule, addressRule, codeRule, type LoginThrottle, resetRequestRule } from "./login-throttle";
import type { Passwords } from "./passwords";
import { findLink, linkMail, makeLinkFor, redeemLink } from "./person-links";
import type { SignIn } from "./sign-in";

type LinkRoutesOptions = {
  db: Database;
  signIn: Pick<SignIn, "enter" | "refusePassword" | "hasNoPassword">;
  loginThrottle: LoginThrottle;
  trail: AuditTrail;
  sendMail: ((mail: Mail) => Promise<void>) | undefined;
  origin: string;
  log: Logger;
  passwords: Passwords;
};

const token = z.string().check(z.maxLength(200));
const chosen = z.object({
  token,
  name: z._default(keptText(120, z.string().check(z.trim(), z.refine(isPersonsName, notPersonsName))), ""),
  password: z.string(),
});

/** Routes for invitation and reset links: open a link, choose a password, request a reset mail. */
export function createLinkRoutes(options: LinkRoutesOptions) {
  const { db, signIn, loginThrottle, trail, passwords } = options;

  async function findUsable(token: string) {
    const link = await findLink(db, token);
    await signIn.refusePassword(link.user);
    return link;
  }

  async function open(request: AuthRequest): Promise<AuthAnswer> {
    const { user, expiresAt, madeBy } = await findUsable(parseBody(z.object({ token }), request.body).token);
    const { name, email, role, isInvited } = user;
    return { value: { name, email, role, is_new: isInvited, made_by: madeBy, expires_at: expiresAt.toISOString() } };
  }

  async function choose(request: AuthRequest): Promise<AuthAnswer> {
    const input = parseBody(chosen, request.body);
    await loginThrottle.take([addressRule(request.address)]);
    const { user } = await findUsable(input.token);
    const person = { ...user, name: user.name || input.name };
    if (!hasVisibleText(person.name)) throw new Problem("bad_input", "Enter a name.");
    refuseFaulty(input.password, { user: person });
    const passwordHash = await passwords.hash(input.password);
    const action = user.isInvited ? "invitation.accept" : "password.reset";
    await trail.recordAct({ ...from(request), action, person }, () =>
      redeemLink(db, input.token, { name: input.name, passwordHash }),
    );
    for (const rule of [accountRule(user.email), codeRule(user.id)]) await loginThrottle.resetAll(rule);
    return signIn.enter(request, { email: user.email, password: input.password });
  }

  const { requestReset, whenIdle } = createResetRequests(options);
  const routes: AuthRoutes = {
    "POST /api/auth/link": open,
    "POST /api/auth/link/password": choose,
    "POST /api/auth/forgotten": requestReset,
  };
  return { routes, whenIdle };
}

/** Mails reset links to people who request them. */
function createResetRequests({ db, signIn, loginThrottle, trail, sendMail, origin, log }: LinkRoutesOptions) {
  const limitMails = createConcurrencyLimit({
    atOnce: 1,
    waiting: 20,
    waitMs: 60_000,
    sentence: "Too many emails are waiting to be sent. Try again shortly.",
  });
  const inFlight = new Set<Promise<void>>();

  /** Does not reveal if the address exists. It always gives one answer, and looks the address up later. */
  async function requestReset(request: AuthRequest): Promise<AuthAnswer> {
    if (!sendMail)
      throw new Problem(
        "no_such_operation",
        "Switchboard cannot send email here. Ask an admin of your team for a link.",
      );
    const { success, data } = z.object({ email: emailAddress.check(z.toLowerCase()) }).safeParse(request.body);
    if (!success) throw new Problem("bad_input", "This is not an email address.");
    await loginThrottle.take([addressRule(request.address), resetRequestRule(data.email)]);
    const sent = limitMails(() => mailLink(sendMail, data.email, request))
      .catch((err: unknown) => log.error({ err, request_id: request.requestId }, "a link was not mailed"))
      .finally(() => inFlight.delete(sent));
    inFlight.add(sent);
    return { value: { message: "If someone on the team has this address, they will receive a link by email." } };
  }

  async function mailLink(send: (mail: Mail) => Promise<void>, email: string, request: AuthRequest) {
    const [user] = await db.select().from(userTable).where(eq(userTable.email, email));
    if (!user || user.isDisabled || (await signIn.hasNoPassword(user))) return;
    const act = { action: "password.forgotten", person: { name: stranger, email: "" }, target: user.id };
    await trail.recordAct({ ...from(request), ...act }, async () => {
      const { link } = await makeLinkFor(db, { userId: user.id, origin, isSelfAsked: true });
      await send(linkMail(user, { ...link, hours: askedLinkHours }));
    });
  }

  return { requestReset, whenIdle: () => Promise.all(inFlight) };
}
