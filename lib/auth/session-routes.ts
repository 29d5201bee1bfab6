import * as z from "zod/mini";
import type { AuditTrail } from "@/lib/audit/audit-trail";
import type { Person } from "@/lib/contract/actor";
import { keptText } from "@/lib/contract/inputs/fields";
import { Problem } from "@/lib/contract/problem";
import type { Database } from "@/lib/db/database";
import { createAccounts } from "./accounts";
import { type AuthAnswer, type AuthRequest, type AuthRoutes, from, parseBody, refuseFaulty } from "./auth-request";
import type { Cookies } from "./cookies";
import { accountRule, type LoginThrottle } from "./login-throttle";
import type { Passwords } from "./passwords";
import { endLinksOf } from "./person-links";
import type { Sessions } from "./sessions";
import type { Sso } from "./sso/sso";

type SessionRoutesOptions = {
  db: Database;
  cookies: Cookies;
  sessions: Sessions;
  loginThrottle: LoginThrottle;
  trail: AuditTrail;
  passwords: Passwords;
  limit: (person: string) => void;
  sso: Pick<Sso, "prepareSignOut"> | undefined;
};

const passwordChange = z.object({ currentPassword: z.string().check(z.maxLength(1024)), newPassword: z.string() });

/** Routes of signed-in people: their session, their other sessions and their password. */
export function createSessionRoutes(options: SessionRoutesOptions): AuthRoutes {
  const { cookies, sessions, trail, limit, sso } = options;
  const changePassword = createPasswordChange(options);

  async function personOf({ cookie }: AuthRequest) {
    const person = await sessions.personOf(cookie);
    if (person) limit(person.id);
    return person;
  }

  async function signedInPerson(request: AuthRequest) {
    const person = await personOf(request);
    if (!person) throw new Problem("unauthenticated", "Sign in to continue.");
    return person;
  }

  return {
    "POST /api/auth/sign-out": async (request) => {
      const person = await personOf(request);
      const act = { ...from(request), action: "sign-out" };
      const signOutUrl = person && (await sso?.prepareSignOut(person));
      if (person) await trail.recordAct({ ...act, person }, () => sessions.end(person, person.sessionId));
      const value = { message: "You are signed out.", location: await signOutUrl?.() };
      return { value, cookies: [cookies.removeSession()] };
    },
    "POST /api/auth/change-password": async (request) => changePassword(request, await signedInPerson(request)),
    "GET /api/auth/get-session": async (request) => {
      const { id, name, email, role } = (await personOf(request)) ?? {};
      return { value: id === undefined ? null : { user: { id, name, email, role } } };
    },
    "GET /api/auth/list-sessions": async (request) => ({
      value: { data: await sessions.list(await signedInPerson(request)) },
    }),
    "POST /api/auth/revoke-session": async (request) => {
      const person = await signedInPerson(request);
      const { id } = parseBody(z.object({ id: keptText(100) }), request.body);
      const own = await sessions.list(person);
      if (!own.some((session) => session.id === id))
        throw new Problem("not_found", "That browser is already signed out.");
      const act = { ...from(request), action: "session.end", person, target: id };
      await trail.recordAct(act, () => sessions.end(person, id));
      return { value: { message: "That browser is signed out." } };
    },
    "POST /api/auth/revoke-other-sessions": async (request) => {
      const person = await signedInPerson(request);
      const act = { ...from(request), action: "session.end_others", person };
      if (await sessions.hasOthers(person)) await trail.recordAct(act, () => sessions.endOthers(person));
      return { value: { message: "You are signed out everywhere else." } };
    },
  };
}

type PasswordChangeOptions = Pick<SessionRoutesOptions, "db" | "cookies" | "loginThrottle" | "trail" | "passwords">;

function createPasswordChange({ db, cookies, loginThrottle, trail, passwords }: PasswordChangeOptions) {
  const accounts = createAccounts(db, cookies, passwords);

  return async function changePassword(request: AuthRequest, person: Person): Promise<AuthAnswer> {
    const { currentPassword, newPassword } = parseBody(passwordChange, request.body);
    const rule = accountRule(`${person.email} in ${person.sessionId}`);
    // Before the attempt is counted, because an invalid new password is not an attempt to guess the current one.
    refuseFaulty(newPassword, { user: person, old: currentPassword });
    const change = async () => {
      const account = await accounts.check(person.email, currentPassword);
      const cookie = await accounts.changePassword(account, {
        ...{ password: newPassword, sessionId: person.sessionId, origin: request },
      });
      await endLinksOf(db, person.id);
      return cookie;
    };
    const cookie = await loginThrottle.attempt({
      ...{ address: request.address, rule, failure: "wrong_credentials" },
      run: () => trail.recordAct({ ...from(request), action: "password.change", person }, change),
      onFailure: async () => {
        throw new Problem("bad_input", "The current password is wrong.");
      },
    });
    return { value: { message: "Your password was changed. You are signed out everywhere else." }, cookies: [cookie] };
  };
}
