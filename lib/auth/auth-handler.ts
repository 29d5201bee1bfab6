import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { Problem } from "@/lib/contract/problem";
import { createAddressWindow } from "@/lib/http/client-address";
import { jsonBody } from "@/lib/http/json-body";
import { crossOrigin, refuseCrossOrigin } from "@/lib/http/origins";
import { plainHeaders, refuse } from "@/lib/http/refuse";
import type { AuthRoutes } from "./auth-request";
import { addressLimit, tooMany } from "./login-throttle";
import type { RefusedSignIns } from "./refused-sign-ins";

const largestBytes = 16 * 1024;

type AuthHandlerOptions = {
  /** Open to anybody. Sends are limited per address in memory, before any other work. */
  visitorRoutes: AuthRoutes;
  /** For signed-in people. */
  sessionRoutes: AuthRoutes;
  origins: readonly string[];
  refusedSignIns: RefusedSignIns;
  log: Logger;
};

/** Handles all requests under `/api/auth/`. */
export function createAuthHandler(options: AuthHandlerOptions) {
  const { visitorRoutes, sessionRoutes, origins, refusedSignIns, log } = options;
  const routes = new Map(Object.entries({ ...visitorRoutes, ...sessionRoutes }));
  const takeAddress = createAddressWindow(addressLimit);

  return async (request: IncomingMessage, response: ServerResponse, address: string) => {
    const requestId = randomUUID();
    const [path = "", query = ""] = (request.url ?? "").split("?", 2);
    const key = `${request.method} ${path}`;
    const isSend = request.method === "POST";
    const isLimited = isSend && Object.hasOwn(visitorRoutes, key);
    try {
      const route = routes.get(key);
      if (!route) throw new Problem("no_such_operation", "There is no such operation.");
      if (isSend) refuseForeign(request, origins);
      const waitMs = isLimited ? takeAddress(address) : 0;
      if (waitMs > 0) throw tooMany(waitMs);
      const body = isSend ? await jsonBody(request, { largestBytes }) : undefined;
      const { cookie, "user-agent": userAgent } = request.headers;
      const { value, cookies = [] } = await route({
        ...{ body, cookie, userAgent, address, requestId },
        query: new URLSearchParams(query),
      });
      if (cookies.length > 0) response.setHeader("set-cookie", cookies);
      if (path === "/api/auth/sign-out") response.setHeader("clear-site-data", '"cache", "storage"');
      answer(response, value, requestId);
    } catch (error) {
      const isTooMany = error instanceof Problem && error.code === "too_many_tries";
      if (isLimited && isTooMany) refusedSignIns.count({ address, requestId });
      refuse(response, error, { requestId, log });
    }
  };
}

/** Sends are accepted only from the configured origins, whatever other headers say, and only as JSON. */
function refuseForeign(request: IncomingMessage, origins: readonly string[]) {
  refuseCrossOrigin(request, origins);
  const { origin, "content-type": contentType = "application/json" } = request.headers;
  if (origin !== undefined && !origins.includes(origin)) throw crossOrigin();
  if (!/^application\/json\b/i.test(contentType)) throw new Problem("bad_input");
}

function answer(response: ServerResponse, value: unknown, requestId: string) {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(200, { ...plainHeaders(requestId), "content-type": "application/json" });
  response.end(JSON.stringify(value));
}
