import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import * as z from "zod/mini";
import type { AuditTrail } from "@/lib/audit/audit-trail";
import type { ConnectionSource } from "@/lib/contract/console/connection";
import { changeConnection, givenConnection, tryConnection } from "@/lib/contract/console/connection-change";
import { emailAddress, keptText } from "@/lib/contract/fields";
import { Problem } from "@/lib/contract/problem";
import type { Transaction } from "@/lib/db/database";
import { createAddressWindow } from "@/lib/http/client-address";
import { jsonBody } from "@/lib/http/json-body";
import { crossOrigin, refuseCrossOrigin } from "@/lib/http/origins";
import { discardBody, plainHeaders, refuse } from "@/lib/http/refuse";
import type { createLinkRoutes } from "./link-routes";
import { addressLimit, addressRule, type LoginThrottle, tooMany } from "./login-throttle";
import { hashPassword } from "./passwords";
import type { RefusedSignIns } from "./refused-sign-ins";
import type { Sessions } from "./sessions";
import { expired, type Setup } from "./setup";
import { type AuthAnswer, type AuthRequest, from, parseBody, refuseFaulty, type SignIn } from "./sign-in";

const largestBytes = 16 * 1024;

/** The connection to the platform, which the first admin can test and change during setup. */
type SetupConnection = {
  host: string;
  source: ConnectionSource;
  testCurrent(): Promise<unknown>;
  /** Throws if the environment sets the connection. */
  refuseFixed(): void;
  test(connection: NewConnection): Promise<unknown>;
  /** Throws, with the fault, if the connection does not work. */
  refuseUnusable(connection: NewConnection): Promise<void>;
  use(connection: NewConnection, by: string, on: Transaction): Promise<void>;
};
type NewConnection = { address: string; key: string };

type AuthHandlerOptions = {
  origins: readonly string[];
  signIn: SignIn;
  sessions: Sessions;
  setup: Setup;
  links: Pick<ReturnType<typeof createLinkRoutes>, "open" | "choose" | "requestReset">;
  loginThrottle: LoginThrottle;
  trail: AuditTrail;
  refusedSignIns: RefusedSignIns;
  connection: SetupConnection;
  limit: (person: string) => void;
  log: Logger;
};

type Route = (request: AuthRequest, query: URLSearchParams) => Promise<AuthAnswer>;

/** `connection` replaces the one in use. */
const withLink = z.object({ token: z.string().check(z.maxLength(200)), connection: z.optional(givenConnection) });

const firstAdmin = z.extend(withLink, {
  name: keptText(120, z.string().check(z.trim(), z.minLength(1, "Enter a name."))),
  email: emailAddress.check(z.toLowerCase()),
  password: z.string(),
});

/** The actor during setup, when no person exists yet. */
const setupLinkActor = { name: "Setup link", email: "" };

/** Routes that are open to anybody. They are limited per address in memory, before any other work. */
const publicRoutes = ["sign-in/email", "setup", "setup/connection", "link", "link/password", "forgotten"].map(
  (path) => `POST /api/auth/${path}`,
);

/** Handles all requests under `/api/auth/`. */
export function createAuthHandler(options: AuthHandlerOptions) {
  const { origins, signIn, sessions, setup, links, loginThrottle, trail, refusedSignIns, log } = options;
  const { connection, limit } = options;
  const take = createAddressWindow(addressLimit);
  let delayed = 0;

  /** Delays refusals, longer when many are pending, because answering a flood at its own speed is costly. */
  async function delayRefusal() {
    delayed += 1;
    await sleep(Math.min(2000, 5 * delayed));
    delayed -= 1;
  }
  const withoutCookies = (value: unknown): AuthAnswer => ({ value, cookies: [] });

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

  async function openSetup() {
    if (!(await setup.isOpen())) throw new Problem("not_found", "Switchboard is already set up.");
  }

  /** Checks the setup link of a request. Limited like a sign-in attempt, because the request can make the server connect anywhere. */
  async function actByLink<Schema extends typeof withLink>(
    schema: Schema,
    request: AuthRequest,
  ): Promise<z.output<Schema>> {
    await openSetup();
    await loginThrottle.take([addressRule(request.address)]);
    const input = parseNamed(schema, request.body);
    if (!(await setup.expiryOf(input.token))) throw expired();
    return input;
  }

  const routes: Record<string, Route> = {
    "POST /api/auth/sign-in/email": signIn.signIn,
    "POST /api/auth/link": links.open,
    "POST /api/auth/link/password": links.choose,
    "POST /api/auth/forgotten": links.requestReset,
    "POST /api/auth/sign-out": async (request) => signIn.signOut(request, await personOf(request)),
    "POST /api/auth/change-password": async (request) => signIn.changePassword(request, await signedInPerson(request)),
    "GET /api/auth/get-session": async (request) => {
      const person = await personOf(request);
      return withoutCookies(
        person ? { user: { id: person.id, name: person.name, email: person.email, role: person.role } } : null,
      );
    },
    "GET /api/auth/list-sessions": async (request) =>
      withoutCookies({ data: await sessions.list(await signedInPerson(request)) }),
    "POST /api/auth/revoke-session": async (request) => {
      const person = await signedInPerson(request);
      const { id } = parseBody(z.object({ id: keptText(100) }), request.body);
      const own = await sessions.list(person);
      if (!own.some((session) => session.id === id)) throw new Problem("not_found", "This session has already ended.");
      await trail.recordAct({ ...from(request), action: "session.end", person, target: id }, () =>
        sessions.end(person, id),
      );
      return withoutCookies({ message: "The session has ended." });
    },
    "POST /api/auth/revoke-other-sessions": async (request) => {
      const person = await signedInPerson(request);
      const hasOthers = (await sessions.list(person)).some(({ is_current }) => !is_current);
      const act = { ...from(request), action: "session.end_others", person };
      if (hasOthers) await trail.recordAct(act, () => sessions.endOthers(person));
      return withoutCookies({ message: "Your other sessions have ended." });
    },
    "GET /api/auth/setup": async (_request, query) => {
      await openSetup();
      const expiresAt = await setup.expiryOf(query.get("token") ?? "");
      const { host, source } = connection;
      return withoutCookies(
        expiresAt ? { is_usable: true, host, source, ends_at: expiresAt.toISOString() } : { is_usable: false },
      );
    },
    "POST /api/auth/setup/connection": async (request) => {
      const { connection: other } = await actByLink(withLink, request);
      if (!other) return withoutCookies(await connection.testCurrent());
      connection.refuseFixed();
      const act = { ...from(request), action: tryConnection.id, person: setupLinkActor, target: other.address };
      return withoutCookies(await trail.recordAct(act, () => connection.test(other)));
    },
    "POST /api/auth/setup": async (request) => {
      const { token, name, email, password, connection: other } = await actByLink(firstAdmin, request);
      refuseFaulty(password, { user: { name, email } });
      if (other) await connection.refuseUnusable(other);
      const passwordHash = await hashPassword(password);
      const person = { name, email, role: "admin" } as const;
      const act = { ...from(request), person };
      const begin = () =>
        setup.begin(token, { name, email, passwordHash }, async (tx) => {
          if (other) await connection.use(other, name, tx);
        });
      const change = { ...act, action: changeConnection.id, target: other?.address ?? null };
      await trail.recordAct({ ...act, action: "setup" }, () => (other ? trail.recordAct(change, begin) : begin()));
      return signIn.enter(request, { email, password });
    },
  };

  return async (request: IncomingMessage, response: ServerResponse, address: string) => {
    const requestId = randomUUID();
    const [path = "", query = ""] = (request.url ?? "").split("?", 2);
    const key = `${request.method} ${path}`;
    const isPublic = publicRoutes.includes(key);
    try {
      const route = Object.hasOwn(routes, key) ? routes[key] : undefined;
      if (!route) throw new Problem("no_such_operation", "There is no such operation.");
      const isSend = request.method === "POST";
      const { cookie, "user-agent": userAgent, origin = origins[0] ?? "" } = request.headers;
      if (isSend) refuseCrossOrigin(request, origins);
      // Sends are accepted only from the configured origins, whatever other headers say.
      if (isSend && !origins.includes(origin)) throw crossOrigin();
      if (isSend) jsonOnly(request);
      const waitMs = isPublic ? take(address) : 0;
      if (waitMs > 0) {
        await delayRefusal();
        throw tooMany(waitMs);
      }
      const body = isSend ? await jsonBody(request, { largestBytes }) : undefined;
      const { value, cookies } = await route(
        { body, cookie, userAgent, address, requestId },
        new URLSearchParams(query),
      );
      if (cookies.length > 0) response.setHeader("set-cookie", cookies);
      if (path === "/api/auth/sign-out") response.setHeader("clear-site-data", '"cache", "storage"');
      answer(response, value, requestId);
    } catch (error) {
      const isTooMany = error instanceof Problem && error.code === "too_many_tries";
      if (isPublic && isTooMany) refusedSignIns.count({ address, requestId });
      refuse(response, error, { requestId, log });
    }
    discardBody(request);
  };
}

function answer(response: ServerResponse, value: unknown, requestId: string) {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(200, { ...plainHeaders(requestId), "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

function jsonOnly({ headers }: IncomingMessage) {
  if (/^application\/json\b/i.test(headers["content-type"] ?? "application/json")) return;
  throw new Problem("bad_input");
}

function parseNamed<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(body, { error: () => "The request was not understood." });
  if (success) return data;
  throw new Problem("bad_input", error.issues[0]?.message);
}
