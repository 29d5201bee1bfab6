import { eq } from "drizzle-orm";
import * as z from "zod/mini";
import { itself } from "@/lib/audit/audit-lines";
import type { AuditTrail } from "@/lib/audit/audit-trail";
import { SsoRefusal } from "@/lib/auth/sso/sso-refusal";
import { stranger } from "@/lib/contract/actor";
import type { SsoSettings } from "@/lib/contract/console/people/sso";
import { keptText } from "@/lib/contract/inputs/fields";
import { codeForm, firstCodeForm } from "@/lib/contract/inputs/me";
import { Problem, refused } from "@/lib/contract/problem";
import { userTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";
import { networkOf } from "@/lib/http/client-address";
import { createConcurrencyLimit } from "@/lib/http/concurrency-limit";
import { createAccounts } from "./accounts";
import { type AuthAnswer, type AuthRequest, from, parseBody } from "./auth-request";
import type { Cookies, KnownBrowser } from "./cookies";
import { accountRule, codeRule, type LoginThrottle, recoveryRule } from "./login-throttle";
import type { Passwords } from "./passwords";
import { createPendingSignIns } from "./pending-sign-ins";
import { countCodes, isRecoveryCode, nextStep, type SecondFactors, type UseCode } from "./second-factor";
import { createSessionStart } from "./session-start";
import { isPasswordRefused } from "./sso/sso-only";

type SignInOptions = {
  db: Database;
  cookies: Cookies;
  knownBrowser: KnownBrowser;
  loginThrottle: LoginThrottle;
  trail: AuditTrail;
  passwords: Passwords;
  factors: SecondFactors;
  sso: SsoSettings | undefined;
  /** Sends queued mails about sign-ins from unknown browsers; undefined without a mail server. */
  sendMails: (() => void) | undefined;
};

type User = typeof userTable.$inferSelect;

/** `check` returns how to use the code up. */
type SecondStep = { isRecovery: boolean; check: (user: User) => Promise<UseCode> };

type Credentials = { email: string; password: string };

const credentials = z.object({
  email: keptText(254, z.string().check(z.trim(), z.toLowerCase())),
  password: z.string().check(z.maxLength(1024)),
});

/** Sign-in in one or two steps, with throttling and audit entries. */
export function createSignIn(options: SignInOptions) {
  const { db, cookies, knownBrowser, loginThrottle, passwords, factors } = options;
  const accounts = createAccounts(db, cookies, passwords);
  const pending = createPendingSignIns(db, cookies);
  const begin = createSessionStart(options);
  const records = createSignInRecords(options);
  const passwordRule = createPasswordRule(options);
  const inTurn = createConcurrencyLimit(turns);

  /** Each attempt ends with its audit entry before the next one starts, so that no backlog of them delays other people. */
  async function signIn(request: AuthRequest): Promise<AuthAnswer> {
    const given = parseBody(credentials, request.body);
    const browser = knownBrowser.idOf(given.email, request.cookie);
    const account = browser === undefined ? given.email : `${given.email} ${browser}`;
    const attempt = () =>
      loginThrottle.attempt({
        ...{ address: request.address, rule: accountRule(account), failure: "wrong_credentials" },
        run: () => enter(request, given),
        async onFailure(problem, isLast) {
          await records.recordFailure(request, given.email, problem);
          if (isLast) await records.recordLock(request, given.email);
        },
      });
    return inTurn(attempt, networkOf(request.address), { isUrgent: browser !== undefined });
  }

  /** Checks the password. Starts a session, or asks for the second factor. */
  async function enter(request: AuthRequest, { email, password }: Credentials): Promise<AuthAnswer> {
    const account = await accounts.check(email, password);
    await passwordRule
      .refusePassword(account.user)
      .catch((error: unknown) => records.recordAndThrow(request, email, error));
    const step = await nextStep(db, account.user);
    if (step) {
      const enrolment = step === "enrol" ? await factors.begin(db, account.user) : undefined;
      return { value: { step, enrolment }, cookies: [await pending.start(account)] };
    }
    const { cookies } = await begin(request, account.user, {
      start: async (origin) => ({ cookie: await accounts.start(account, origin), codes: undefined }),
    });
    return { value: { message: signedIn }, cookies };
  }

  const secondStep = createSecondStep({ ...options, pending, begin, records });
  return { signIn, enter, ...secondStep, ...passwordRule, begin, recordAndThrow: records.recordAndThrow };
}

const turns = { atOnce: 2, waiting: 32, sentence: "Many people are signing in. Try again shortly." };

const signedIn = "You are signed in.";

export type SignIn = ReturnType<typeof createSignIn>;

/** Teams with single sign-on can refuse passwords. */
function createPasswordRule({ db, sso }: Pick<SignInOptions, "db" | "sso">) {
  /** True while the person can use single sign-on only. */
  const hasNoPassword = async ({ id }: Pick<User, "id">) => sso !== undefined && isPasswordRefused(db, id);

  async function refusePassword(user: Pick<User, "id">) {
    if (sso && (await hasNoPassword(user)))
      throw refused("forbidden", `Your team signs in with ${sso.name}. Passwords are not accepted.`);
  }

  return { hasNoPassword, refusePassword };
}

type SecondStepOptions = Pick<SignInOptions, "db" | "cookies" | "knownBrowser" | "loginThrottle" | "factors"> & {
  pending: ReturnType<typeof createPendingSignIns>;
  begin: ReturnType<typeof createSessionStart>;
  records: ReturnType<typeof createSignInRecords>;
};

/** The step after the right password: a code of the second factor, or its setup. */
function createSecondStep(options: SecondStepOptions) {
  const { db, cookies, knownBrowser, loginThrottle, factors, pending, begin, records } = options;

  function enterCode(request: AuthRequest): Promise<AuthAnswer> {
    const { code } = parseBody(codeForm, request.body);
    return takeSecondStep(request, {
      isRecovery: isRecoveryCode(code),
      check: ({ id }) => factors.check(db, id, code),
    });
  }

  /** Sets up a second factor that is required. */
  function enrol(request: AuthRequest): Promise<AuthAnswer> {
    const input = parseBody(firstCodeForm, request.body);
    return takeSecondStep(request, { isRecovery: false, check: ({ id }) => factors.checkFirst(db, id, input) });
  }

  /**
   * The last wrong code ends this sign-in. The right password does not clear the count, or it would let codes be guessed. The
   * owner's known browsers and recovery codes are not refused while somebody else who has the password enters wrong codes.
   */
  async function takeSecondStep(request: AuthRequest, { isRecovery, check }: SecondStep): Promise<AuthAnswer> {
    const { id, user } = await pending.find(request.cookie);
    const rule = isRecovery ? recoveryRule(id) : codeRule(user.id, knownBrowser.idOf(user.email, request.cookie));
    return loginThrottle.attempt({
      ...{ address: request.address, rule, failure: "wrong_code" },
      async run() {
        const use = await check(user);
        const { codes, cookies: own } = await begin(request, user, {
          start: (origin) => pending.finish(request.cookie, origin, use),
        });
        const value = { message: signedIn, codes, codes_left: await countCodes(db, user.id) };
        return { value, cookies: [...own, cookies.removePending()] };
      },
      async onFailure(problem, isLast) {
        await records.recordFailure(request, user.email, problem);
        if (!isLast) return;
        await pending.end(id);
        if (!isRecovery) await records.recordLock(request, user.email, "sign-in.codes_locked");
      },
    });
  }

  return { enterCode, enrol };
}

/** Audit entries of sign-ins that failed. */
function createSignInRecords({ db, trail }: { db: Database; trail: AuditTrail }) {
  function recordFailure(
    request: AuthRequest,
    email: string,
    { status, message }: Pick<Problem, "status" | "message">,
  ) {
    const given = { email: z.email().safeParse(email).success ? email : "(not an address)" };
    const person = email === "" ? { name: stranger, email } : given;
    const act = { ...from(request), action: "sign-in.failed", person };
    return trail.record({ ...act, outcome: "refused", status, message });
  }

  async function recordAndThrow(request: AuthRequest, email: string, error: unknown): Promise<never> {
    const recorded = error instanceof SsoRefusal ? error.recorded : undefined;
    if (error instanceof Problem)
      await recordFailure(request, email, { status: error.status, message: recorded ?? error.message });
    throw error;
  }

  /** Only for addresses of the team, so that strangers cannot fill the log. */
  async function recordLock(request: AuthRequest, email: string, action = "sign-in.locked") {
    const [user] = await db.select({ id: userTable.id }).from(userTable).where(eq(userTable.email, email));
    const act = { ...from(request), action, person: itself, target: user?.id };
    if (user) await trail.record({ ...act, outcome: "ok", status: 200, message: null });
  }

  return { recordFailure, recordAndThrow, recordLock };
}
