import { isAPIError } from "better-auth/api";
import { z } from "zod";
import { type Act, type AuditTrail, failed } from "@/lib/console/audit/audit-trail";
import type { Person } from "@/lib/console/console-types";
import type { userTable } from "@/lib/console/tables";
import { passwordFault } from "@/lib/contract/console/password";
import { keptText } from "@/lib/contract/fields";
import { Problem } from "@/lib/contract/problem";
import { createConcurrencyLimit } from "@/lib/http/concurrency-limit";
import { type Auth, addressHeader, beforeSession } from "./auth";
import type { KnownBrowser } from "./cookies";
import { accountRule, addressRule, type LoginThrottle } from "./login-throttle";
import type { Sessions } from "./sessions";

/** One request to sign in, with all that is believed about it. */
export type Asked = {
  path: string;
  body: unknown;
  cookie: string | undefined;
  origin: string;
  userAgent: string | undefined;
  address: string;
  requestId: string;
};

export type Granted = { value: unknown; cookies: string[] };

type Parts = {
  auth: Auth;
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

/** Signing in, signing out and changing one's password: counted and recorded around better-auth's own. */
export function createSignIn({ auth, loginThrottle, knownBrowser, sessions, trail, endLinks }: Parts) {
  const fewAtOnce = createConcurrencyLimit({
    atOnce: 2,
    waiting: 8,
    sentence: "Many people are signing in. Try again shortly.",
  });

  async function signIn(asked: Asked): Promise<Granted> {
    const { email, password } = read(credentials, asked.body);
    const rule = accountRule(knownBrowser.accountOf(email, asked.cookie));
    const event = from(asked);
    const person = { email: z.email().safeParse(email).success ? email : "(not an address)" };
    const id = await loginThrottle.take([addressRule(asked.address), rule]);

    const answer = await fewAtOnce(() => enter(asked, { email, password })).catch(problemOf);
    if (!(answer instanceof Problem)) {
      await loginThrottle.reset(rule);
      return { ...answer, cookies: [...answer.cookies, knownBrowser.cookieFor(email)] };
    }
    if (answer.code === "wrong_credentials")
      await trail.record({ ...event, ...refused(answer), action: "sign-in.failed", person });
    else await loginThrottle.undo(id);
    throw answer;
  }

  /** Begins a session, once the password was found right and what follows from that is recorded. */
  async function enter(asked: Asked, body: { email: string; password: string }) {
    let entry: string | undefined;
    const record = async (user: typeof userTable.$inferSelect) => {
      await endPresented(asked);
      entry = await trail.beginAct({ ...from(asked), action: "sign-in", person: user });
    };
    try {
      const granted = await beforeSession.run(record, () =>
        forward({ ...asked, path: "/api/auth/sign-in/email", body }),
      );
      if (entry) await trail.finishAct(entry, { outcome: "ok", status: 200, message: null });
      return granted;
    } catch (error) {
      if (entry) await trail.finishAct(entry, failed(error));
      throw error;
    }
  }

  /** The session that the browser had, which it is about to forget. */
  async function endPresented(asked: Asked) {
    const person = await sessions.personOf(asked.cookie);
    if (!person) return;
    const act: Act = { ...from(asked), action: "session.replaced", person, target: person.sessionId };
    await trail.recordAct(act, () => sessions.end(person, person.sessionId));
  }

  async function signOut(asked: Asked, person: Person | undefined): Promise<Granted> {
    const leave = () => forward({ ...asked, body: {} });
    const { cookies } = await (person
      ? trail.recordAct({ ...from(asked), action: "sign-out", person }, leave)
      : leave());
    return { value: { message: "You are signed out." }, cookies };
  }

  async function changePassword(asked: Asked, person: Person): Promise<Granted> {
    const { currentPassword, newPassword } = read(change, asked.body);
    const rule = accountRule(`${person.email} in ${person.sessionId}`);
    // Before it is counted: a new password that is no good says nothing about who is there.
    refuseFaulty(newPassword, { user: person, old: currentPassword });
    const id = await loginThrottle.take([addressRule(asked.address), rule]);
    const body = { currentPassword, newPassword, revokeOtherSessions: true };
    const act: Act = { ...from(asked), action: "password.change", person };
    const answer = await trail
      .recordAct(act, async () => {
        const changed = await forward({ ...asked, body });
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
    return {
      value: { message: "Your password was changed. Your other sessions have ended." },
      cookies: answer.cookies,
    };
  }

  /** Hands a request on to better-auth, with headers of our own making only. */
  async function forward(asked: Asked): Promise<Granted> {
    const headers = new Headers({
      "content-type": "application/json",
      origin: asked.origin,
      [addressHeader]: asked.address,
    });
    if (asked.cookie) headers.set("cookie", asked.cookie);
    if (asked.userAgent) headers.set("user-agent", asked.userAgent.slice(0, 300));
    const request = new Request(asked.origin + asked.path, {
      method: "POST",
      headers,
      body: JSON.stringify(asked.body),
    });
    const response = await auth.handler(request).catch((error: unknown) => {
      throw problemOf(error);
    });
    if (!response.ok) throw problemOf({ status: response.status });
    return { value: { message: "You are signed in." }, cookies: response.headers.getSetCookie() };
  }

  return { signIn, signOut, changePassword, enter };
}

/** What the audit keeps of where a request came from. */
export const from = ({ requestId, address }: Asked) => ({ requestId, address });

const wrong = () => new Problem("wrong_credentials");

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

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const status = isAPIError(error) ? error.statusCode : statusOf(error);
  if (status === 403) return new Problem("cross_origin", "The request did not come from a Switchboard page.");
  if (status !== undefined && status < 500) return wrong();
  return new Problem("storage_down", undefined, { cause: error });
}

const statusOf = (error: unknown) =>
  typeof error === "object" && error !== null && "status" in error && typeof error.status === "number"
    ? error.status
    : undefined;

export type SignIn = ReturnType<typeof createSignIn>;
