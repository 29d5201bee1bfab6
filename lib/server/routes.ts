import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { Problem } from "@/lib/contract/problem";
import type { readEnv } from "@/lib/env";
import { repairedLink } from "@/lib/format/damaged-link";
import { requestIdOf } from "@/lib/gateway/http-handler";
import type { Measures } from "@/lib/gateway/measures";
import { cleanRequest, isLocal, isMalformed } from "@/lib/http/clean-request";
import type { limitConnections } from "@/lib/http/connections";
import type { GuardedResponse } from "@/lib/http/guarded-server";
import type { createPages } from "@/lib/http/pages";
import { createRefusalHold, isRefusal } from "@/lib/http/refusal-hold";
import { sendPlainAnswer } from "@/lib/http/refuse";
import type { Receiver } from "@/lib/inbox/receive";
import { isSame } from "@/lib/secret";
import type { createEngines } from "./engine";
import { createStateMeasures } from "./state-measures";

type RoutesOptions = {
  env: Pick<ReturnType<typeof readEnv>, "origin" | "trustedHops" | "metricsToken" | "isProduction">;
  engines: Awaited<ReturnType<typeof createEngines>>;
  receiver: Pick<Receiver, "answer">;
  pages: ReturnType<typeof createPages>;
  connections: ReturnType<typeof limitConnections>;
  measures: Measures;
  log: Logger;
  isDraining: () => boolean;
};

/** Cleans a request and routes it by its path. Throws a Problem. */
export function createRoutes(options: RoutesOptions) {
  const { env, engines, receiver, pages, connections, isDraining } = options;
  const answerMetrics = createMetrics(options);
  const holdRefusals = createHold(env.trustedHops > 0, connections);

  return async function answer(request: IncomingMessage, response: GuardedResponse) {
    const isLocalRequest = isLocal(request, env.origin);
    const address = cleanRequest(request, env.trustedHops);
    // Before all else: events come from senders without a session, and nobody sends them again.
    if (await receiver.answer(request, response)) return;
    const { console, httpHandler } = engines.forResponse(response);
    if (!response.isToStranger) connections.markSession(request.socket);
    holdRefusals(response, request, address);
    if (env.origin.startsWith("https:")) response.setHeader("strict-transport-security", "max-age=31536000");
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    if (isDraining()) response.setHeader("connection", "close");
    const repaired = repairedLink(request.url ?? "");
    const isApi = path.startsWith("/api/") || path === "/api";
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (isMalformed(request)) sendPlainAnswer(response, { status: 400, text: "This address cannot be read." });
    else if (!isApi && !isRead && env.isProduction)
      sendPlainAnswer(response, { status: 405, text: "This is only read.", headers: { allow: "GET, HEAD" } });
    else if (repaired) sendPlainAnswer(response, { status: 302, text: "", headers: { location: repaired } });
    else if (path === "/healthz") sendPlainAnswer(response, { status: 200, text: "ok" });
    else if (path === "/readyz") await answerReady(response, options);
    else if (path === "/metrics") await answerMetrics(request, response, isLocalRequest);
    else if (path.startsWith("/api/auth/")) await console.auth(request, response, address);
    else if (path.startsWith("/api/v1/") || path.startsWith("/api/console/"))
      await httpHandler(request, response, address);
    else if (path === "/api/events") await console.events(request, response, requestIdOf(request));
    else if (isApi) throw new Problem("no_such_operation", "There is no such operation.");
    else await pages.answer(request, response, address);
  };
}

async function answerReady(response: ServerResponse, { engines, log, isDraining }: RoutesOptions) {
  if (isDraining()) return sendPlainAnswer(response, { status: 503, text: "stopping" });
  await engines
    .current()
    .console.ready()
    .then(
      () => sendPlainAnswer(response, { status: 200, text: "ready" }),
      (error: unknown) => {
        log.error({ err: error }, "not ready");
        sendPlainAnswer(response, {
          status: 503,
          text: error instanceof Problem ? error.message : "storage is not answering",
        });
      },
    );
}

/** With a token, the metrics are open to those who send it. Without one, to requests from this machine. */
function createMetrics({ env: { metricsToken }, engines, measures: { registry } }: RoutesOptions) {
  const measureState = createStateMeasures(registry);
  return async ({ headers }: IncomingMessage, response: ServerResponse, isLocalRequest: boolean) => {
    const isAllowed = metricsToken ? isSame(headers.authorization ?? "", `Bearer ${metricsToken}`) : isLocalRequest;
    if (isAllowed) {
      await measureState(engines.current().state);
      const headers = { "content-type": registry.contentType };
      sendPlainAnswer(response, { status: 200, text: await registry.metrics(), headers });
    } else {
      const headers = { "www-authenticate": "Bearer" };
      sendPlainAnswer(response, { status: 401, text: "The metrics are not open to everybody.", headers });
    }
  };
}

/** Holds back refusals for requests without a valid session. A proxy's connection can be a session's and a stranger's. */
function createHold(isProxied: boolean, connections: RoutesOptions["connections"]) {
  const hold = createRefusalHold(isProxied ? { maxHeld: 1_000 } : {});
  return (response: GuardedResponse, { socket }: IncomingMessage, address: string) => {
    const isKnown = !response.isToStranger || (!isProxied && connections.hasSession(socket));
    response.pausesSocket = !isProxied;
    response.holdMs = (status) => (isRefusal(status) && (!isKnown || status === 401) ? hold(response, address) : 0);
  };
}
