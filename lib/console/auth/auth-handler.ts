import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { z } from "zod";
import type { AuditTrail } from "@/lib/console/audit/audit-trail";
import type { ConsoleOptions } from "@/lib/console/console-types";
import type { Health } from "@/lib/console/health";
import { emailAddress, keptText } from "@/lib/contract/fields";
import { Problem } from "@/lib/contract/problem";
import { createAddressWindow } from "@/lib/http/client-address";
import { jsonBody } from "@/lib/http/json-body";
import { refuseCrossOrigin } from "@/lib/http/origins";
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
  links: Pick<ReturnType<typeof createLinkRoutes>, "open" | "choose" | "forgotten">;
  loginThrottle: LoginThrottle;
  trail: AuditTrail;
  refusedSignIns: RefusedSignIns;
  health: Health;
  connection: ConsoleOptions["connection"];
  log: Logger;
};

type Route = (asked: Asked, query: URLSearchParams) => Promise<Granted>;

const admin = z.object({
  token: z.string().max(200),
  name: keptText(120, z.string().trim().min(1, "Give a name.")),
  email: emailAddress.toLowerCase(),
  password: z.string(),
});

/** What anybody may try without being known: counted by address, in memory, before anything else is done for it. */
const tried = ["sign-in/email", "setup", "link", "link/password", "forgotten"].map((each) => `POST /api/auth/${each}`);

/** Everything under `/api/auth/`: what is not in this list is not there. */
export function createAuthHandler(parts: Parts) {
  const { origins, signIn, sessions, setup, links, loginThrottle, trail, refusedSignIns, health, connection, log } =
    parts;
  const take = createAddressWindow(addressLimit);
  let delayed = 0;

  /** The more tries are being refused at once, the longer each waits for it: answering a flood at its own speed is work too. */
  async function holdBack() {
    delayed += 1;
    await sleep(Math.min(2000, 5 * delayed));
    delayed -= 1;
  }
  const plain = (value: unknown): Granted => ({ value, cookies: [] });

  async function signedIn(asked: Asked) {
    const person = await sessions.personOf(asked.cookie);
    if (!person) throw new Problem("unauthenticated", "Sign in to go on.");
    return person;
  }

  async function openSetup() {
    if (!(await setup.isOpen())) throw new Problem("not_found", "Switchboard is set up already.");
  }

  const routes: Record<string, Route> = {
    "POST /api/auth/sign-in/email": signIn.signIn,
    "POST /api/auth/link": links.open,
    "POST /api/auth/link/password": links.choose,
    "POST /api/auth/forgotten": links.forgotten,
    "POST /api/auth/sign-out": async (asked) => signIn.signOut(asked, await sessions.personOf(asked.cookie)),
    "POST /api/auth/change-password": async (asked) => signIn.changePassword(asked, await signedIn(asked)),
    "GET /api/auth/get-session": async (asked) => {
      const person = await sessions.personOf(asked.cookie);
      return plain(
        person ? { user: { id: person.id, name: person.name, email: person.email, role: person.role } } : null,
      );
    },
    "GET /api/auth/list-sessions": async (asked) => plain({ data: await sessions.list(await signedIn(asked)) }),
    "POST /api/auth/revoke-session": async (asked) => {
      const person = await signedIn(asked);
      const { id } = read(z.object({ id: keptText(100) }), asked.body);
      await trail.recordAct({ ...from(asked), action: "session.end", person, target: id }, () =>
        sessions.end(person, id),
      );
      return plain({ message: "The session has ended." });
    },
    "POST /api/auth/revoke-other-sessions": async (asked) => {
      const person = await signedIn(asked);
      await trail.recordAct({ ...from(asked), action: "session.end_others", person }, () => sessions.endOthers(person));
      return plain({ message: "Every other session of yours has ended." });
    },
    "GET /api/auth/setup": async (_asked, query) => {
      await openSetup();
      const isUsable = await setup.isUsable(query.get("token") ?? "");
      return plain(
        isUsable ? { is_usable: true, host: connection.host, source: connection.source } : { is_usable: false },
      );
    },
    "POST /api/auth/setup/connection": async (asked) => {
      await openSetup();
      if (!(await setup.isUsable(read(z.object({ token: z.string() }), asked.body).token))) throw expired();
      return plain(await health.test());
    },
    "POST /api/auth/setup": async (asked) => {
      await openSetup();
      await loginThrottle.take([addressRule(asked.address)]);
      const { token, name, email, password } = readNamed(asked.body);
      if (!(await setup.isUsable(token))) throw expired();
      refuseFaulty(password, { user: { name, email } });
      const passwordHash = await hashPassword(password);
      const person = { name, email, role: "admin" } as const;
      await trail.recordAct({ ...from(asked), action: "setup", person }, () =>
        setup.begin(token, { name, email, passwordHash }),
      );
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
      if (isSend) refuseCrossOrigin(request, origins);
      if (isSend) jsonOnly(request);
      const waitMs = isTry ? take(address) : 0;
      if (waitMs > 0) {
        await holdBack();
        throw tooMany(waitMs);
      }
      const { cookie, "user-agent": userAgent, origin = origins[0] ?? "" } = request.headers;
      const body = isSend ? await jsonBody(request, { largestBytes }) : undefined;
      const { value, cookies } = await route(
        { path, body, cookie, origin, userAgent, address, requestId },
        new URLSearchParams(query),
      );
      // better-auth clears cookies that Switchboard never sets; the first is always the session's.
      const ours = cookies.filter((each) => each.startsWith("__Host-"));
      if (ours.length > 0) response.setHeader("set-cookie", ours);
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

function readNamed(body: unknown) {
  const { success, data, error } = admin.safeParse(body);
  if (success) return data;
  throw new Problem("bad_input", error.issues[0]?.message ?? "The request was not understood.");
}
