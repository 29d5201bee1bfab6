import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import next from "next";
import { createConsole } from "@/lib/console/console";
import { createMailer } from "@/lib/console/mailer";
import { isSame, keyFor, sealOf } from "@/lib/console/secret";
import { Problem } from "@/lib/contract/problem";
import { serializeProblem, unseenProblem } from "@/lib/contract/problem-json";
import { openDatabase } from "@/lib/db/database";
import { readEnv } from "@/lib/env";
import { createProbe, examineConnection } from "@/lib/gateway/diagnostics/doctor";
import { createGateway, type Gateway } from "@/lib/gateway/gateway";
import { createHttpHandler, requestIdOf } from "@/lib/gateway/http-handler";
import { createMeasures } from "@/lib/gateway/measures";
import { createRateLimit } from "@/lib/gateway/rate-limit";
import { createUpstream, largeAnswerBytes } from "@/lib/gateway/upstream";
import { isPublicAddress } from "@/lib/http/address-guard";
import { cleanRequest, isLocal, isMalformed } from "@/lib/http/clean-request";
import { limitConnections } from "@/lib/http/connections";
import { originsOf } from "@/lib/http/origins";
import { createPages } from "@/lib/http/pages";
import { plainAnswer, refuse } from "@/lib/http/refuse";
import { createLog } from "./log";
import { provideServerContext, type ServerContext } from "./server-context";

const drainMs = 25_000;

/** The process: one database, one gateway, one console, and Next behind one HTTP server. */
async function main() {
  const env = readEnv();
  const { databaseUrl, secret, voiceApiBaseUrl, voiceApiKey, isProduction } = env;
  if (!databaseUrl || !secret || !voiceApiBaseUrl || !voiceApiKey)
    throw new Error(
      "lib/server/server.ts is started by npm start or npm run dev, which give it its database, secret and line.",
    );
  const origin = env.origin ?? `http://${env.host}:${env.port}`;
  const log = createLog(env.logLevel);
  const database = openDatabase(databaseUrl);
  const strangers = openDatabase(databaseUrl, { connections: 3 });
  const upstream = createUpstream({ baseUrl: voiceApiBaseUrl, key: voiceApiKey, timeoutMs: env.voiceApiTimeoutMs });
  const mailer = env.smtpUrl && env.smtpFrom ? createMailer({ url: env.smtpUrl, from: env.smtpFrom }) : undefined;
  const console = await createConsole({
    database,
    strangers,
    secret,
    origin,
    ...(env.adminEmail && env.adminPassword ? { admin: { email: env.adminEmail, password: env.adminPassword } } : {}),
    connection: {
      host: upstream.host,
      source: env.platformPort ? "built-in" : "environment",
      keyLastFour: voiceApiKey.slice(-4),
    },
    probe: createProbe(upstream),
    examine: () => examineConnection({ baseUrl: voiceApiBaseUrl, key: voiceApiKey, timeoutMs: env.voiceApiTimeoutMs }),
    collect: {
      keyPrint: sealOf(keyFor("key print", secret), voiceApiKey),
      async read(op, input) {
        await upstream.quiet();
        const startedMs = performance.now();
        const { body, text, raw, drift } = await upstream.ask(op, input, { requestId: randomUUID(), isPatient: true });
        return { answer: body ?? Buffer.from(`{"raw":${text}}`), raw, drift, ms: performance.now() - startedMs };
      },
    },
    alerts: {
      mailer,
      mayConnect: env.allowsPrivateHosts ? () => true : isPublicAddress,
    },
    log,
  });
  const measures = createMeasures();
  const gateway = createGateway({ upstream, console, log, measures });
  console.automate((op, input, as) => gateway.call(op, input, { ...as, address: null }));
  const httpHandler = createHttpHandler({ gateway, console, origins: originsOf(origin), log });
  const app = next({ dev: !isProduction, dir: process.cwd(), hostname: env.host, port: env.port });
  const edgeOf = (request: IncomingMessage) => ({ requestId: requestIdOf(request), log });
  let isDraining = false;

  let isSetupOver = false;

  /** There is always an admin once there was one: from then on the database is asked no more. */
  async function isSetupOpen() {
    isSetupOver ||= !(await console.isSetupOpen());
    return !isSetupOver;
  }

  const pages = createPages({
    render: (request, response) => app.getRequestHandler()(request, response),
    personOf: console.readerOf,
    isSetupOpen,
    limit: createRateLimit(),
    isProduction,
  });

  provideServerContext({
    personOf: pages.personOf,
    read: readFor(gateway),
    tell: (op, input, person, requestId) => readFor(gateway)(op, input, person, requestId).catch(told),
    isSetupOpen,
    sendsMail: console.sendsMail,
  });

  async function ready(response: ServerResponse) {
    await console.ready().then(
      () => plainAnswer(response, isDraining ? { status: 503, text: "stopping" } : { status: 200, text: "ready" }),
      (error: unknown) => {
        log.error({ err: error }, "not ready");
        plainAnswer(response, { status: 503, text: isFull(error) ? error.message : "storage is not answering" });
      },
    );
  }

  async function metrics({ headers }: IncomingMessage, response: ServerResponse, isFromHere: boolean) {
    const isAllowed = env.metricsToken ? isSame(headers.authorization ?? "", `Bearer ${env.metricsToken}`) : isFromHere;
    if (isAllowed) {
      const type = { "content-type": measures.contentType };
      plainAnswer(response, { status: 200, text: await measures.text(), headers: type });
    } else {
      const how = { "www-authenticate": "Bearer" };
      plainAnswer(response, { status: 401, text: "The metrics are not open to everybody.", headers: how });
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const isFromHere = isLocal(request);
    const address = cleanRequest(request, env.trustedHops);
    if (!connections.isKnown(request.socket) && console.hasSession(request.headers.cookie))
      connections.markKnown(request.socket);
    if (origin.startsWith("https:")) response.setHeader("strict-transport-security", "max-age=31536000");
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    if (isDraining) response.setHeader("connection", "close");
    const isApi = path.startsWith("/api/") || path === "/api";
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (isMalformed(request)) plainAnswer(response, { status: 400, text: "This address cannot be read." });
    else if (!isApi && !isRead && isProduction)
      plainAnswer(response, { status: 405, text: "This is only read.", headers: { allow: "GET, HEAD" } });
    else if (path === "/healthz") plainAnswer(response, { status: 200, text: "ok" });
    else if (path === "/readyz") await ready(response);
    else if (path === "/metrics") await metrics(request, response, isFromHere);
    else if (path.startsWith("/api/auth/")) await console.auth(request, response, address);
    else if (path.startsWith("/api/v1/") || path.startsWith("/api/console/"))
      await httpHandler(request, response, address);
    else if (path === "/api/events") await console.events(request, response, requestIdOf(request));
    else if (isApi) refuse(response, new Problem("no_such_operation", "There is no such operation."), edgeOf(request));
    else await pages.answer(request, response, address);
  }

  const server: Server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => refuse(response, error, edgeOf(request)));
  });
  // An upload may take as long as it moves, and the gateway ends one that stands still; every other body that is read has
  // a limit of its own. What is left is let go when nothing has moved on it for longer than any answer takes.
  server.requestTimeout = 0;
  server.headersTimeout = 20_000;
  server.timeout = Math.max(120_000, 13 * env.voiceApiTimeoutMs);

  // Behind proxies every connection comes from them: only the sum is limited then.
  const connections = limitConnections(server, { perAddress: env.trustedHops > 0 ? 4000 : 500, total: 4000 });

  async function stop() {
    if (isDraining) return;
    isDraining = true;
    console.endStreams();
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), drainMs).unref();
    await closed;
    await Promise.allSettled([app.close(), upstream.close(), console.close()]);
    mailer?.close();
    await Promise.all([database.close(), strangers.close()]);
    process.exit(0);
  }

  await app.prepare();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(env.port, env.host, resolve);
  });
  for (const signal of ["SIGTERM", "SIGINT", "disconnect"] as const) process.on(signal, () => void stop());
  process.send?.({ ready: { address: origin, setupUrl: await console.setupLink() } });
}

const isFull = (error: unknown): error is Problem => error instanceof Problem && error.code === "disk_full";

/** A page's read, without the answer's text: what the browser is handed is the parsed answer alone. */
function readFor({ call }: Gateway): ServerContext["read"] {
  return async (op, input, person, requestId) => {
    const { text: _text, ...answer } = await call(op, input, {
      person,
      requestId,
      address: null,
      mostBytes: largeAnswerBytes,
    });
    return answer;
  };
}

function told(error: unknown) {
  if (error instanceof Problem && error.code === "upstream-too-large") return unseenProblem;
  return serializeProblem(error instanceof Problem ? error : new Problem("internal"));
}

main().catch((error: unknown) => {
  process.stderr.write(`Switchboard could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
