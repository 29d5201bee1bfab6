import { z } from "zod";
import type { Act, AuditTrail } from "@/lib/console/audit/audit-trail";
import type { Person } from "@/lib/console/console-types";
import { passwordFault } from "@/lib/contract/console/password";
import { keptText } from "@/lib/contract/fields";
import { Problem } from "@/lib/contract/problem";
import { createConcurrencyLimit } from "@/lib/http/concurrency-limit";
import type { Accounts } from "./accounts";
import type { Cookies, KnownBrowser } from "./cookies";
import { accountRule, addressRule, type LoginThrottle } from "./login-throttle";
import type { Sessions } from "./sessions";

/** One request under `/api/auth/`. */
export type Asked = {
  body: unknown;
  cookie: string | undefined;
  userAgent: string | undefined;
  address: string;
  requestId: string;
};

export type Granted = { value: unknown; cookies: string[] };

type Parts = {
  accounts: Accounts;
  cookies: Pick<Cookies, "removeSession">;
  loginThrottle: LoginThrottle;
  knownBrowser: KnownBrowser;
  sessions: Sessions;
  trail: AuditTrail;
  /** Ends the links by which a person could choose another password. */
  endLinks: (userId: string) => Promise<unknown>;
};

const credentials = z.object({
  email: keptText(254, z.string().trim().toLowerCase()),
  password: z.string().max(1024),
});

const change = z.object({ currentPassword: z.string().max(1024), newPassword: z.string() });

/** Signing in, signing out and changing one's password, each counted and recorded. */
export function createSignIn({ accounts, cookies, loginThrottle, knownBrowser, sessions, trail, endLinks }: Parts) {
  const fewAtOnce = createConcurrencyLimit({
    atOnce: 2,
    waiting: 8,
    sentence: "Many people are signing in. Try again shortly.",
  });

  async function signIn(asked: Asked): Promise<Granted> {
    const { email, password } = read(credentials, asked.body);
    const rule = accountRule(knownBrowser.accountOf(email, asked.cookie));
    const person = { email: z.email().safeParse(email).success ? email : "(not an address)" };
    const id = await loginThrottle.take([addressRule(asked.address), rule]);

    const answer = await fewAtOnce(() => enter(asked, { email, password })).catch(problemOf);
    if (!(answer instanceof Problem)) {
      await loginThrottle.reset(rule);
      return answer;
    }
    if (answer.code === "wrong_credentials")
      await trail.record({ ...from(asked), ...refused(answer), action: "sign-in.failed", person });
    else await loginThrottle.undo(id);
    throw answer;
  }

  /** Starts a session in place of the browser's own, if the password is right. From then on the browser is a known one. */
  async function enter(asked: Asked, { email, password }: { email: string; password: string }): Promise<Granted> {
    const user = await accounts.check(email, password);
    await endPresented(asked);
    const act: Act = { ...from(asked), action: "sign-in", person: user };
    const cookie = await trail.recordAct(act, () => accounts.start(user, asked));
    return { value: { message: "You are signed in." }, cookies: [cookie, knownBrowser.cookieFor(email)] };
  }

  /** The session that the browser had, which it is about to forget. */
  async function endPresented(asked: Asked) {
    const person = await sessions.personOf(asked.cookie);
    if (!person) return;
    const act: Act = { ...from(asked), action: "session.replaced", person, target: person.sessionId };
    await trail.recordAct(act, () => sessions.end(person, person.sessionId));
  }

  async function signOut(asked: Asked, person: Person | undefined): Promise<Granted> {
    const act = { ...from(asked), action: "sign-out" };
    if (person) await trail.recordAct({ ...act, person }, () => sessions.end(person, person.sessionId));
    return { value: { message: "You are signed out." }, cookies: [cookies.removeSession()] };
  }

  async function changePassword(asked: Asked, person: Person): Promise<Granted> {
    const { currentPassword, newPassword } = read(change, asked.body);
    const rule = accountRule(`${person.email} in ${person.sessionId}`);
    // Before it is counted: a new password that is no good says nothing about who is there.
    refuseFaulty(newPassword, { user: person, old: currentPassword });
    const id = await loginThrottle.take([addressRule(asked.address), rule]);
    const act: Act = { ...from(asked), action: "password.change", person };
    const cookie = await trail
      .recordAct(act, async () => {
        const user = await fewAtOnce(() => accounts.check(person.email, currentPassword));
        const changed = await accounts.changePassword(user, newPassword, asked);
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

/** What the audit keeps of where a request came from. */
export const from = ({ requestId, address }: Asked) => ({ requestId, address });

export function refuseFaulty(password: string, { user, old }: { user: { name: string; email: string }; old?: string }) {
  const fault = password === old ? "Choose a password other than the current one." : passwordFault(password, user);
  if (fault) throw new Problem("bad_input", fault);
}

export function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { success, data } = schema.safeParse(body);
  if (success) return data;
  throw new Problem("bad_input");
}

const refused = ({ status, message }: Problem) => ({ outcome: "refused", status, message }) as const;

const problemOf = (error: unknown): Problem =>
  error instanceof Problem ? error : new Problem("storage_down", undefined, { cause: error });

export type SignIn = ReturnType<typeof createSignIn>;
