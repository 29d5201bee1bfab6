import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { z } from "zod";
import type { AuditTrail } from "@/lib/console/audit/audit-trail";
import type { ConnectionChange } from "@/lib/console/connection-setting";
import type { ConsoleOptions } from "@/lib/console/console-types";
import type { Health } from "@/lib/console/health";
import { changeConnection, givenConnection, tryConnection } from "@/lib/contract/console/connection-change";
import { emailAddress, keptText } from "@/lib/contract/fields";
import { Problem } from "@/lib/contract/problem";
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
import { type Asked, from, type Granted, read, refuseFaulty, type SignIn } from "./sign-in";

const largestBytes = 16 * 1024;

type Parts = {
  origins: readonly string[];
  signIn: SignIn;
  sessions: Sessions;
  setup: Setup;
  links: Pick<ReturnType<typeof createLinkRoutes>, "open" | "choose" | "requestReset">;
  loginThrottle: LoginThrottle;
  trail: AuditTrail;
  refusedSignIns: RefusedSignIns;
  health: Health;
  connection: ConsoleOptions["connection"];
  connectionChange: ConnectionChange;
  limit: (person: string) => void;
  log: Logger;
};

type Route = (asked: Asked, query: URLSearchParams) => Promise<Granted>;

/** Another connection than the one in use, where one was given. */
const withLink = z.object({ token: z.string().max(200), connection: givenConnection.optional() });

const firstAdmin = withLink.extend({
  name: keptText(120, z.string().trim().min(1, "Enter a name.")),
  email: emailAddress.toLowerCase(),
  password: z.string(),
});

/** Nobody is known yet while Switchboard is set up. */
const byLink = { name: "Setup link", email: "" };

/** What anybody may try without being known: counted by address, in memory, before anything else is done for it. */
const tried = ["sign-in/email", "setup", "setup/connection", "link", "link/password", "forgotten"].map(
  (each) => `POST /api/auth/${each}`,
);

/** Everything under `/api/auth/`: what is not in this list is not there. */
export function createAuthHandler(parts: Parts) {
  const { origins, signIn, sessions, setup, links, loginThrottle, trail, refusedSignIns, health, log } = parts;
  const { connection, connectionChange, limit } = parts;
  const take = createAddressWindow(addressLimit);
  let delayed = 0;

  /** The more tries are being refused at once, the longer each waits for it: answering a flood at its own speed is work too. */
  async function holdBack() {
    delayed += 1;
    await sleep(Math.min(2000, 5 * delayed));
    delayed -= 1;
  }
  const plain = (value: unknown): Granted => ({ value, cookies: [] });

  async function personOf({ cookie }: Asked) {
    const person = await sessions.personOf(cookie);
    if (person) limit(person.id);
    return person;
  }

  async function signedIn(asked: Asked) {
    const person = await personOf(asked);
    if (!person) throw new Problem("unauthenticated", "Sign in to continue.");
    return person;
  }

  async function openSetup() {
    if (!(await setup.isOpen())) throw new Problem("not_found", "Switchboard is already set up.");
  }

  /** Whoever has the link acts by it: counted like a try to sign in, for any address can be named. */
  async function actByLink<Schema extends typeof withLink>(schema: Schema, asked: Asked): Promise<z.output<Schema>> {
    await openSetup();
    await loginThrottle.take([addressRule(asked.address)]);
    const given = readNamed(schema, asked.body);
    if (!(await setup.endOf(given.token))) throw expired();
    return given;
  }

  const routes: Record<string, Route> = {
    "POST /api/auth/sign-in/email": signIn.signIn,
    "POST /api/auth/link": links.open,
    "POST /api/auth/link/password": links.choose,
    "POST /api/auth/forgotten": links.requestReset,
    "POST /api/auth/sign-out": async (asked) => signIn.signOut(asked, await personOf(asked)),
    "POST /api/auth/change-password": async (asked) => signIn.changePassword(asked, await signedIn(asked)),
    "GET /api/auth/get-session": async (asked) => {
      const person = await personOf(asked);
      return plain(
        person ? { user: { id: person.id, name: person.name, email: person.email, role: person.role } } : null,
      );
    },
    "GET /api/auth/list-sessions": async (asked) => plain({ data: await sessions.list(await signedIn(asked)) }),
    "POST /api/auth/revoke-session": async (asked) => {
      const person = await signedIn(asked);
      const { id } = read(z.object({ id: keptText(100) }), asked.body);
      const own = await sessions.list(person);
      if (!own.some((session) => session.id === id)) throw new Problem("not_found", "This session has already ended.");
      await trail.recordAct({ ...from(asked), action: "session.end", person, target: id }, () =>
        sessions.end(person, id),
      );
      return plain({ message: "The session has ended." });
    },
    "POST /api/auth/revoke-other-sessions": async (asked) => {
      const person = await signedIn(asked);
      const hasOthers = (await sessions.list(person)).some(({ is_current }) => !is_current);
      const act = { ...from(asked), action: "session.end_others", person };
      if (hasOthers) await trail.recordAct(act, () => sessions.endOthers(person));
      return plain({ message: "Your other sessions have ended." });
    },
    "GET /api/auth/setup": async (_asked, query) => {
      await openSetup();
      const end = await setup.endOf(query.get("token") ?? "");
      const { host, source } = connection;
      return plain(end ? { is_usable: true, host, source, ends_at: end.toISOString() } : { is_usable: false });
    },
    "POST /api/auth/setup/connection": async (asked) => {
      const { connection: other } = await actByLink(withLink, asked);
      if (!other) return plain(await health.test());
      connectionChange.refuseFixed();
      const act = { ...from(asked), action: tryConnection.id, person: byLink, target: other.address };
      return plain(await trail.recordAct(act, () => connectionChange.test(other)));
    },
    "POST /api/auth/setup": async (asked) => {
      const { token, name, email, password, connection: other } = await actByLink(firstAdmin, asked);
      refuseFaulty(password, { user: { name, email } });
      if (other) await connectionChange.refuseUnusable(other);
      const passwordHash = await hashPassword(password);
      const person = { name, email, role: "admin" } as const;
      const act = { ...from(asked), person };
      const begin = () =>
        setup.begin(token, { name, email, passwordHash }, async (tx) => {
          if (other) await connectionChange.use(other, name, tx);
        });
      const change = { ...act, action: changeConnection.id, target: other?.address ?? null };
      await trail.recordAct({ ...act, action: "setup" }, () => (other ? trail.recordAct(change, begin) : begin()));
      return signIn.enter(asked, { email, password });
    },
  };

  return async (request: IncomingMessage, response: ServerResponse, address: string) => {
    const requestId = randomUUID();
    const [path = "", query = ""] = (request.url ?? "").split("?", 2);
    const key = `${request.method} ${path}`;
    const isTry = tried.includes(key);
    try {
      const route = Object.hasOwn(routes, key) ? routes[key] : undefined;
      if (!route) throw new Problem("no_such_operation", "There is no such operation.");
      const isSend = request.method === "POST";
      const { cookie, "user-agent": userAgent, origin = origins[0] ?? "" } = request.headers;
      if (isSend) refuseCrossOrigin(request, origins);
      // Whatever else it says of itself: nobody signs in at an address that is not known to be Switchboard's.
      if (isSend && !origins.includes(origin)) throw crossOrigin();
      if (isSend) jsonOnly(request);
      const waitMs = isTry ? take(address) : 0;
      if (waitMs > 0) {
        await holdBack();
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
      if (isTry && isTooMany) refusedSignIns.note({ address, requestId });
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

function readNamed<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(body);
  if (success) return data;
  throw new Problem("bad_input", error.issues[0]?.message ?? "The request was not understood.");
}
