import { eq, lt } from "drizzle-orm";
import type { Logger } from "pino";
import type { AuditTrail } from "@/lib/audit/audit-trail";
import { clock } from "@/lib/clock";
import { type SsoSettings, ssoStartPath } from "@/lib/contract/console/people/sso";
import { Problem, refused } from "@/lib/contract/problem";
import { sessionTable, spentStateTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";
import { asProblem } from "@/lib/http/refuse";
import { hashOf, keyFor, openText } from "@/lib/secret";
import { type AuthAnswer, type AuthRequest, type AuthRoutes, from } from "../auth-request";
import type { Cookies } from "../cookies";
import type { RefusedSignIns } from "../refused-sign-ins";
import type { Sessions } from "../sessions";
import type { SignIn } from "../sign-in";
import { type BegunSignIn, begunSeconds, createBegunSignIns } from "./begun-sign-ins";
import type { ProviderAccount } from "./claims";
import { connect } from "./identities";
import { createProvider } from "./provider";
import { createFaultSeal } from "./sso-fault";
import { BegunFailure, createSsoPages, unknownReturn } from "./sso-pages";
import { createSsoSignIn } from "./sso-sign-in";

type SsoOptions = {
  settings: SsoSettings;
  db: Database;
  secret: string;
  origin: string;
  cookies: Cookies;
  sessions: Sessions;
  signIn: SignIn;
  trail: AuditTrail;
  refusedSignIns: RefusedSignIns;
  limit: (person: string) => void;
  log: Logger;
};

const returnPath = "/api/auth/sso/return";
const longestReturnTo = 1_000;

/** Single sign-on: its start and its return, and connecting a signed-in person. */
export function createSso(options: SsoOptions) {
  const { settings, db, secret, origin, cookies, sessions, signIn, trail, refusedSignIns, log } = options;
  const key = keyFor("id token", secret);
  const provider = createProvider(settings, { redirectUri: origin + returnPath, log });
  const begunSignIns = createBegunSignIns(secret, cookies);
  const faults = createFaultSeal(secret);
  const { enter } = createSsoSignIn({ db, cookies, settings, signIn, trail, key });

  async function begin({ cookie }: AuthRequest, more: Pick<BegunSignIn, "returnTo" | "sessionId">) {
    const { checks, url } = await provider.begin();
    return { location: url, cookies: begunSignIns.add({ ...checks, ...more }, cookie) };
  }

  const { beginConnection, connectPerson } = createConnecting({ ...options, begin });

  async function start(request: AuthRequest) {
    const returnTo = (request.query.get("return") ?? "").slice(0, longestReturnTo);
    return begin(request, { returnTo }).catch((error: unknown) => {
      throw new BegunFailure({ returnTo }, asProblem(error), []);
    });
  }

  /** The sign-in page opens the page to return to. It also notices that the browser dropped the session's cookie. */
  async function finish(request: AuthRequest) {
    const state = request.query.get("state") ?? "";
    const begun = begunSignIns.find(state, request.cookie);
    if (!begun) throw unknownReturn(origin);
    const used = begunSignIns.remove(state);
    try {
      await spendState(db, state, origin);
      const account = await provider.finish(request.query, begun).catch(async (error: unknown) => {
        const person = begun.sessionId === undefined ? undefined : await sessions.personOf(request.cookie);
        return signIn.recordAndThrow(request, person?.email ?? "", error);
      });
      if (begun.sessionId) {
        await connectPerson(request, begun.sessionId, account);
        return { location: "/settings", cookies: [used] };
      }
      const search = new URLSearchParams({ return: begun.returnTo, dropped: "1" });
      return { location: `/sign-in?${search}`, cookies: [used, ...(await enter(request, account))] };
    } catch (error) {
      throw new BegunFailure(begun, asProblem(error), [used]);
    }
  }

  /** Where the browser of this session signs out of the provider. Call before the session ends. */
  async function prepareSignOut(session: SsoSession) {
    const idToken = await idTokenOf(db, key, session);
    return async () => idToken && provider.signOutUrl(idToken, `${origin}/sign-in`);
  }

  const routes: AuthRoutes = { "POST /api/auth/sso/connect": beginConnection };
  const pages = { [ssoStartPath]: start, [returnPath]: finish };
  return {
    routes,
    prepareSignOut,
    openFault: faults.open,
    answer: createSsoPages({ routes: pages, seal: faults.seal, refusedSignIns, log }),
  };
}

type SsoSession = { id: string; sessionId: string };

/** Undefined for a session that began with a password. */
async function idTokenOf(db: Database, key: string, { id, sessionId }: SsoSession) {
  const [row] = await db.select().from(sessionTable).where(eq(sessionTable.id, sessionId));
  return row?.sealedIdToken ? openText(key, row.sealedIdToken, id) : undefined;
}

type ConnectingOptions = Pick<SsoOptions, "settings" | "db" | "sessions" | "trail" | "limit"> & {
  begin: (
    request: AuthRequest,
    more: Pick<BegunSignIn, "returnTo" | "sessionId">,
  ) => Promise<{ location: string; cookies: string[] }>;
};

/** Connects a signed-in person to their account at the provider. */
function createConnecting({ settings, db, sessions, trail, limit, begin }: ConnectingOptions) {
  /** Sent by our own page, so that no other site can connect a person to an account of its choice. */
  async function beginConnection(request: AuthRequest): Promise<AuthAnswer> {
    const person = await sessions.personOf(request.cookie);
    if (!person) throw new Problem("unauthenticated", "Sign in to continue.");
    limit(person.id);
    const { location, cookies } = await begin(request, { returnTo: "", sessionId: person.sessionId });
    return { value: { location }, cookies };
  }

  async function connectPerson(request: AuthRequest, sessionId: string, account: ProviderAccount) {
    const person = await sessions.personOf(request.cookie);
    if (person?.sessionId !== sessionId) throw new Problem("unauthenticated", "You were signed out. Sign in again.");
    const act = { ...from(request), action: "sso.connect", person };
    await trail.recordAct(act, () => connect(db, settings, { userId: person.id, account }));
  }

  return { beginConnection, connectPerson };
}

export type Sso = ReturnType<typeof createSso>;

/** Throws if a state has come back before, because its cookie may have been copied. Shared by replicas. */
async function spendState(db: Database, state: string, origin: string) {
  const [hash, nowMs] = [hashOf(state), clock.nowMs()];
  await db.delete(spentStateTable).where(lt(spentStateTable.expiresAt, new Date(nowMs)));
  const row = { hash, expiresAt: new Date(nowMs + 2 * begunSeconds * 1_000) };
  const stored = await db.insert(spentStateTable).values(row).onConflictDoNothing().returning();
  if (stored.length === 0) throw refused("forbidden", `This sign-in was already used. Start again at ${origin}.`);
}
