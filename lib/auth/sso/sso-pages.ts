import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { type Problem, refused } from "@/lib/contract/problem";
import { createAddressWindow } from "@/lib/http/client-address";
import { asProblem, plainHeaders } from "@/lib/http/refuse";
import type { AuthRequest } from "../auth-request";
import { addressLimit, tooMany } from "../login-throttle";
import type { RefusedSignIns } from "../refused-sign-ins";
import type { BegunSignIn } from "./begun-sign-ins";

/** Where the browser goes next. */
type Redirect = { location: string; cookies: string[] };
type SsoPage = (request: AuthRequest) => Promise<Redirect>;

/** A failure of a sign-in that a browser has begun. Its page is the one on which it began. */
export class BegunFailure extends Error {
  constructor(
    readonly begun: Pick<BegunSignIn, "returnTo" | "sessionId">,
    readonly problem: Problem,
    readonly cookies: string[],
  ) {
    super(problem.message, { cause: problem });
  }
}

type SsoPagesOptions = {
  routes: Record<string, SsoPage>;
  seal: (problem: Problem) => string;
  refusedSignIns: RefusedSignIns;
  log: Logger;
};

/** Answers the addresses that a browser opens, with redirects. A failure is shown on the page where the sign-in began. */
export function createSsoPages({ routes, seal, refusedSignIns, log }: SsoPagesOptions) {
  const windows = new Map(Object.keys(routes).map((path) => [path, createAddressWindow(addressLimit)]));

  return async function answer(request: IncomingMessage, response: ServerResponse, address: string) {
    const requestId = randomUUID();
    const [path = "", query = ""] = (request.url ?? "").split(/\?(.*)/s);
    const route = request.method === "GET" ? routes[path] : undefined;
    if (!route) return false;
    const { cookie, "user-agent": userAgent } = request.headers;
    const visit = { ...{ body: undefined, cookie, userAgent, address, requestId }, query: new URLSearchParams(query) };
    const { location, cookies } = await run(route, visit).catch((error: unknown) => failed(error, requestId));
    if (response.headersSent || response.destroyed) return true;
    if (cookies.length > 0) response.setHeader("set-cookie", cookies);
    response.writeHead(303, { ...plainHeaders(requestId), "referrer-policy": "no-referrer", location });
    response.end();
    return true;

    async function run(route: SsoPage, visit: AuthRequest) {
      const waitMs = windows.get(path)?.(address) ?? 0;
      if (waitMs === 0) return route(visit);
      refusedSignIns.count({ address, requestId });
      throw tooMany(waitMs);
    }
  };

  function failed(error: unknown, requestId: string): Redirect {
    const { begun, cookies } = error instanceof BegunFailure ? error : { begun: undefined, cookies: [] };
    const problem = error instanceof BegunFailure ? error.problem : asProblem(error);
    if (problem.status >= 500) log.error({ err: error, request_id: requestId }, "unexpected");
    const search = new URLSearchParams({ sso: seal(problem) });
    if (begun?.sessionId) return { location: `/settings?${search}`, cookies };
    if (begun?.returnTo) search.set("return", begun.returnTo);
    return { location: `/sign-in?${search}`, cookies };
  }
}

export const unknownReturn = (origin: string) =>
  refused("forbidden", `This sign-in has expired, or it began at another address. Start again at ${origin}.`);
