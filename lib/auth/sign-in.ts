import { eq } from "drizzle-orm";
import * as z from "zod/mini";
import { itself } from "@/lib/audit/audit-lines";
import type { AuditTrail } from "@/lib/audit/audit-trail";
import { keptText } from "@/lib/contract/fields";
import type { Problem } from "@/lib/contract/problem";
import { userTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";
import { networkOf } from "@/lib/http/client-address";
import { createConcurrencyLimit } from "@/lib/http/concurrency-limit";
import { asProblem } from "@/lib/http/refuse";
import { createAccounts } from "./accounts";
import { type AuthAnswer, type AuthRequest, from, parseBody } from "./auth-request";
import type { Cookies, KnownBrowser } from "./cookies";
import { accountRule, addressRule, type LoginThrottle } from "./login-throttle";
import type { Passwords } from "./passwords";
import { createSessions } from "./sessions";

type SignInOptions = {
  db: Database;
  cookies: Cookies;
  knownBrowser: KnownBrowser;
  loginThrottle: LoginThrottle;
  trail: AuditTrail;
  passwords: Passwords;
};

type Credentials = { email: string; password: string };

const credentials = z.object({
  email: keptText(254, z.string().check(z.trim(), z.toLowerCase())),
  password: z.string().check(z.maxLength(1024)),
});

/** Sign-in, with throttling and audit entries. */
export function createSignIn({ db, cookies, knownBrowser, loginThrottle, trail, passwords }: SignInOptions) {
  const accounts = createAccounts(db, cookies, passwords);
  const sessions = createSessions(db, cookies);
  const inTurn = createConcurrencyLimit({
    atOnce: 2,
    waiting: 32,
    sentence: "Many people are signing in. Try again shortly.",
  });

  /** Each attempt ends with its audit entry before the next one starts, so that no backlog of them delays other people. */
  async function signIn(request: AuthRequest): Promise<AuthAnswer> {
    const given = parseBody(credentials, request.body);
    const account = knownBrowser.accountOf(given.email, request.cookie);
    const attempt = () => countAndEnter(request, given, accountRule(account));
    return inTurn(attempt, networkOf(request.address), { isUrgent: account !== given.email });
  }

  async function countAndEnter(request: AuthRequest, given: Credentials, rule: ReturnType<typeof accountRule>) {
    const attempt = await loginThrottle.take([addressRule(request.address), rule]);
    try {
      const answer = await enter(request, given);
      await loginThrottle.reset(rule);
      return answer;
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code === "wrong_credentials") {
        await recordFailure(request, given.email, problem);
        if (attempt.isLast) await recordLock(request, given.email);
      } else await loginThrottle.undo(attempt.id);
      throw error;
    }
  }

  function recordFailure(request: AuthRequest, email: string, { status, message }: Problem) {
    const person = { email: z.email().safeParse(email).success ? email : "(not an address)" };
    const act = { ...from(request), action: "sign-in.failed", person };
    return trail.record({ ...act, outcome: "refused", status, message });
  }

  /** Only for addresses of the team, so that strangers cannot fill the log. */
  async function recordLock(request: AuthRequest, email: string) {
    const [user] = await db.select({ id: userTable.id }).from(userTable).where(eq(userTable.email, email));
    const act = { ...from(request), action: "sign-in.locked", person: itself, target: user?.id };
    if (user) await trail.record({ ...act, outcome: "ok", status: 200, message: null });
  }

  /** Checks the password, replaces the browser's session and marks the browser as known. */
  async function enter(request: AuthRequest, { email, password }: Credentials): Promise<AuthAnswer> {
    const account = await accounts.check(email, password);
    await endCurrentSession(request);
    const act = { ...from(request), action: "sign-in", person: account.user };
    const cookie = await trail.recordAct(act, () => accounts.start(account, request));
    return { value: { message: "You are signed in." }, cookies: [cookie, knownBrowser.cookieFor(email)] };
  }

  /** Ends the session of the browser's old cookie. */
  async function endCurrentSession(request: AuthRequest) {
    const person = await sessions.personOf(request.cookie);
    if (!person) return;
    const act = { ...from(request), action: "session.replaced", person, target: person.sessionId };
    await trail.recordAct(act, () => sessions.end(person, person.sessionId));
  }

  return { signIn, enter };
}

export type SignIn = ReturnType<typeof createSignIn>;
