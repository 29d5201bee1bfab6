import * as z from "zod/mini";
import type { Act, AuditTrail } from "@/lib/audit/audit-trail";
import type { Person } from "@/lib/contract/actor";
import { passwordFault } from "@/lib/contract/console/password";
import { keptText } from "@/lib/contract/fields";
import { Problem } from "@/lib/contract/problem";
import { createConcurrencyLimit } from "@/lib/http/concurrency-limit";
import type { Accounts } from "./accounts";
import type { Cookies, KnownBrowser } from "./cookies";
import { accountRule, addressRule, type LoginThrottle } from "./login-throttle";
import type { Sessions } from "./sessions";

/** A request under `/api/auth/`. */
export type AuthRequest = {
  body: unknown;
  cookie: string | undefined;
  userAgent: string | undefined;
  address: string;
  requestId: string;
};

export type AuthAnswer = { value: unknown; cookies: string[] };

type SignInOptions = {
  accounts: Accounts;
  cookies: Pick<Cookies, "removeSession">;
  loginThrottle: LoginThrottle;
  knownBrowser: KnownBrowser;
  sessions: Sessions;
  trail: AuditTrail;
  /** Voids the person's links to choose a password. */
  endLinks: (userId: string) => Promise<unknown>;
};

const password = z.string().check(z.maxLength(1024));

const credentials = z.object({
  email: keptText(254, z.string().check(z.trim(), z.toLowerCase())),
  password,
});

const change = z.object({ currentPassword: password, newPassword: z.string() });

/** Sign-in, sign-out and password changes, with throttling and audit entries. */
export function createSignIn({
  accounts,
  cookies,
  loginThrottle,
  knownBrowser,
  sessions,
  trail,
  endLinks,
}: SignInOptions) {
  const limitChecks = createConcurrencyLimit({
    atOnce: 2,
    waiting: 8,
    sentence: "Many people are signing in. Try again shortly.",
  });

  async function signIn(request: AuthRequest): Promise<AuthAnswer> {
    const { email, password } = parseBody(credentials, request.body);
    const rule = accountRule(knownBrowser.accountOf(email, request.cookie));
    const person = { email: z.email().safeParse(email).success ? email : "(not an address)" };
    const id = await loginThrottle.take([addressRule(request.address), rule]);

    const answer = await limitChecks(() => enter(request, { email, password })).catch(problemOf);
    if (!(answer instanceof Problem)) {
      await loginThrottle.reset(rule);
      return answer;
    }
    if (answer.code === "wrong_credentials")
      await trail.record({ ...from(request), ...refused(answer), action: "sign-in.failed", person });
    else await loginThrottle.undo(id);
    throw answer;
  }

  /** Checks the password, replaces the browser's session and marks the browser as known. */
  async function enter(
    request: AuthRequest,
    { email, password }: { email: string; password: string },
  ): Promise<AuthAnswer> {
    const user = await accounts.check(email, password);
    await endCurrentSession(request);
    const act: Act = { ...from(request), action: "sign-in", person: user };
    const cookie = await trail.recordAct(act, () => accounts.start(user, request));
    return { value: { message: "You are signed in." }, cookies: [cookie, knownBrowser.cookieFor(email)] };
  }

  /** Ends the session of the browser's old cookie. */
  async function endCurrentSession(request: AuthRequest) {
    const person = await sessions.personOf(request.cookie);
    if (!person) return;
    const act: Act = { ...from(request), action: "session.replaced", person, target: person.sessionId };
    await trail.recordAct(act, () => sessions.end(person, person.sessionId));
  }

  async function signOut(request: AuthRequest, person: Person | undefined): Promise<AuthAnswer> {
    const act = { ...from(request), action: "sign-out" };
    if (person) await trail.recordAct({ ...act, person }, () => sessions.end(person, person.sessionId));
    return { value: { message: "You are signed out." }, cookies: [cookies.removeSession()] };
  }

  async function changePassword(request: AuthRequest, person: Person): Promise<AuthAnswer> {
    const { currentPassword, newPassword } = parseBody(change, request.body);
    const rule = accountRule(`${person.email} in ${person.sessionId}`);
    // Before the attempt is counted, because an invalid new password is not an attempt to guess the current one.
    refuseFaulty(newPassword, { user: person, old: currentPassword });
    const id = await loginThrottle.take([addressRule(request.address), rule]);
    const act: Act = { ...from(request), action: "password.change", person };
    const cookie = await trail
      .recordAct(act, async () => {
        const user = await limitChecks(() => accounts.check(person.email, currentPassword));
        const changed = await accounts.changePassword(user, newPassword, request);
        await endLinks(person.id);
        return changed;
      })
      .catch(async (error: unknown) => {
        const problem = problemOf(error);
        if (problem.code !== "wrong_credentials") await loginThrottle.undo(id);
        else throw new Problem("bad_input", "The current password is wrong.");
        throw problem;
      });
    await loginThrottle.reset(rule);
    return { value: { message: "Your password was changed. Your other sessions have ended." }, cookies: [cookie] };
  }

  return { signIn, signOut, changePassword, enter };
}

/** Origin of a request for the audit log. */
export const from = ({ requestId, address }: AuthRequest) => ({ requestId, address });

export function refuseFaulty(password: string, { user, old }: { user: { name: string; email: string }; old?: string }) {
  const fault = password === old ? "Choose a password other than the current one." : passwordFault(password, user);
  if (fault) throw new Problem("bad_input", fault);
}

export function parseBody<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> {
  const { success, data } = schema.safeParse(body);
  if (success) return data;
  throw new Problem("bad_input");
}

const refused = ({ status, message }: Problem) => ({ outcome: "refused", status, message }) as const;

const problemOf = (error: unknown): Problem =>
  error instanceof Problem ? error : new Problem("storage_down", undefined, { cause: error });

export type SignIn = ReturnType<typeof createSignIn>;
