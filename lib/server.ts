import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import next from "next";
import { pino } from "pino";
import { tellProblem } from "./client/told-problem";
import { createConsole } from "./console/console";
import { originsOf } from "./console/origins";
import { refuse } from "./console/refuse";
import { Problem } from "./contract/problem";
import { openDatabase } from "./db/database";
import { readEnv } from "./env";
import { errorForLog } from "./error-for-log";
import { createProbe, examineLine } from "./gateway/doctor";
import { createDoor, requestIdOf } from "./gateway/door";
import { createGateway, type Gateway } from "./gateway/gateway";
import { createMeasures } from "./gateway/measures";
import { createUpstream } from "./gateway/upstream";
import { type Handle, provideHandle } from "./handle";
import { cleanRequest } from "./incoming";
import { contentSecurityPolicy, filePolicy, pageHeaders } from "./page-headers";

const drainMs = 25_000;

/** The process: one database, one gateway, one console, and Next behind one HTTP server. */
async function main() {
  const env = readEnv();
  const { databaseUrl, secret, voiceApiBaseUrl, voiceApiKey, isProduction } = env;
  if (!databaseUrl || !secret || !voiceApiBaseUrl || !voiceApiKey)
    throw new Error(
      "lib/server.ts is started by npm start or npm run dev, which give it its database, secret and line.",
    );
  const origin = env.origin ?? `http://${env.host}:${env.port}`;
  const log = pino({ level: env.logLevel, base: null, serializers: { err: errorForLog } });
  const database = await openDatabase(databaseUrl);
  const upstream = createUpstream({ baseUrl: voiceApiBaseUrl, key: voiceApiKey, timeoutMs: env.voiceApiTimeoutMs });
  const console = await createConsole({
    database,
    secret,
    origin,
    ...(env.adminEmail && env.adminPassword ? { admin: { email: env.adminEmail, password: env.adminPassword } } : {}),
    line: {
      host: upstream.host,
      kind: env.platformPort ? "built-in" : "environment",
      keyLastFour: voiceApiKey.slice(-4),
    },
    probe: createProbe(upstream),
    examine: () => examineLine({ baseUrl: voiceApiBaseUrl, key: voiceApiKey, timeoutMs: env.voiceApiTimeoutMs }),
    log,
  });
  const measures = createMeasures();
  const gateway = createGateway({ upstream, console, log, measures });
  const door = createDoor({ gateway, console, origins: originsOf(origin), log });
  const app = next({ dev: !isProduction, dir: process.cwd(), hostname: env.host, port: env.port });
  const edgeOf = (request: IncomingMessage) => ({ requestId: requestIdOf(request), log });
  let isDraining = false;

  provideHandle({
    personOf: console.personOf,
    read: readFor(gateway),
    tell: (op, input, person, requestId) => readFor(gateway)(op, input, person, requestId).catch(told),
    isSetupOpen: console.isSetupOpen,
  });

  async function ready(response: ServerResponse) {
    await console.ready().then(
      () => plain(response, isDraining ? 503 : 200, isDraining ? "stopping" : "ready"),
      (error: unknown) => {
        log.error({ err: error }, "not ready");
        plain(response, 503, "storage is not answering");
      },
    );
  }

  async function page(request: IncomingMessage, response: ServerResponse) {
    const nonce = randomBytes(16).toString("base64");
    const isFile = request.url?.startsWith("/_next/static/") ?? false;
    const policy = isFile && isProduction ? filePolicy : contentSecurityPolicy({ nonce, isProduction });
    request.headers["content-security-policy"] = policy;
    request.headers["x-nonce"] = nonce;
    request.headers["x-switchboard-path"] = request.url ?? "/";
    response.setHeader("content-security-policy", policy);
    for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
    await app.getRequestHandler()(request, response);
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const address = cleanRequest(request, env.trustedHops);
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    if (isDraining) response.setHeader("connection", "close");
    if (path === "/healthz") plain(response, 200, "ok");
    else if (path === "/readyz") await ready(response);
    else if (path === "/metrics") plain(response, 200, await measures.text(), measures.contentType);
    else if (path.startsWith("/api/auth/")) await console.auth(request, response, address);
    else if (path.startsWith("/api/v1/") || path.startsWith("/api/console/")) await door(request, response, address);
    else if (path.startsWith("/api/") || path === "/api")
      refuse(response, new Problem("no_such_operation", "There is no such operation."), edgeOf(request));
    else if (!isDecodable(path)) plain(response, 400, "This address cannot be read.");
    else await page(request, response);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => refuse(response, error, edgeOf(request)));
  });
  // An upload may take as long as it moves, and the gateway ends one that stands still; every other body that is read has
  // a limit of its own. What is left is let go when nothing has moved on it for longer than any answer takes.
  server.requestTimeout = 0;
  server.headersTimeout = 20_000;
  server.timeout = Math.max(120_000, 13 * env.voiceApiTimeoutMs);

  async function stop() {
    if (isDraining) return;
    isDraining = true;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), drainMs).unref();
    await closed;
    await Promise.allSettled([app.close(), upstream.close(), console.close()]);
    await database.close();
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

function isDecodable(path: string) {
  try {
    return decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}

/** A page's read, without the answer's text: what the browser is handed is the parsed answer alone. */
function readFor({ call }: Gateway): Handle["read"] {
  return async (op, input, person, requestId) => {
    const { raw, status, readAt } = await call(op, input, { person, requestId, address: null });
    return { raw, status, requestId, readAt };
  };
}

function told(error: unknown) {
  return tellProblem(error instanceof Problem ? error : new Problem("internal", "Something went wrong on our side."));
}

function plain(response: ServerResponse, status: number, text: string, contentType = "text/plain; charset=utf-8") {
  response.writeHead(status, { "content-type": contentType, "cache-control": "no-store" });
  response.end(text);
}

main().catch((error: unknown) => {
  process.stderr.write(`Switchboard could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
