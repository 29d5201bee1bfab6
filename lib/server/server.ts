import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import next from "next";
import type { SampleRecord } from "@/lib/console/sample-records";
import { ssoStartPath } from "@/lib/contract/console/people/sso";
import { openDatabase } from "@/lib/db/database";
import { isOwnUrl } from "@/lib/db/own-url";
import { type Env, readEnv } from "@/lib/env";
import { conventionsFor, provideConventions } from "@/lib/format/conventions";
import { provideLocalZone } from "@/lib/format/local-zone";
import { zoneInCookies } from "@/lib/format/zone-cookie";
import { requestIdOf } from "@/lib/gateway/http-handler";
import { createMeasures } from "@/lib/gateway/measures";
import { largeAnswerBytes } from "@/lib/gateway/upstream";
import { limitConnections } from "@/lib/http/connections";
import { createGuardedServer } from "@/lib/http/guarded-server";
import { createPages } from "@/lib/http/pages";
import { createRateLimit } from "@/lib/http/rate-limit";
import { refuse } from "@/lib/http/refuse";
import { createStaticFiles } from "@/lib/http/static-files";
import { createDisk } from "@/lib/inbox/disk";
import { createReceiver } from "@/lib/inbox/receive";
import { followDatabaseClock } from "@/lib/jobs/database-clock";
import { createMailer } from "@/lib/mailer";
import { onStopRequest } from "@/lib/stop-request";
import { createEngines } from "./engine";
import { createLog, createOutput, logUnhandled } from "./log";
import { createRoutes } from "./routes";
import { provideServerContext, type ServerContext } from "./server-context";

const drainMs = 25_000;
/** Longer than two health checks of a proxy, so that it sends new requests elsewhere before the listener closes. */
const announceMs = 5_000;
const builtFiles = [join(".next", "static"), "/_next/static/"] as const;

/** The server process: database, gateway, console and Next behind one HTTP server. */
async function main() {
  let stop = (): void => process.exit(0);
  await onStopRequest(() => stop());
  const env = readServerEnv();
  const { databaseUrl, secret, origin } = env;
  const output = createOutput(env.logsAudit ? { minLength: 0 } : {});
  const log = createLog(env.logLevel, output);
  logUnhandled(log);
  const { hooks, ...databases } = openDatabases(databaseUrl);
  const mailer =
    env.smtpUrl && env.smtpFrom
      ? createMailer({ url: env.smtpUrl, from: env.smtpFrom, installation: env.installation?.name })
      : undefined;
  const measures = createMeasures();
  const clockTicker = await followDatabaseClock(databases.database.pool, log);
  const engines = await createEngines({ env, origin, ...databases, mailer, measures, output, log });
  const disk = createDisk({ directory: env.dataDir, holdsDatabase: isOwnUrl(databaseUrl) });
  const receiver = createReceiver({ db: hooks.db, secret, directory: join(env.dataDir, "events"), disk, log });
  const { app, pages } = createNextPages(env, engines, { sendsMail: mailer !== undefined });

  const server = createHttpServer(env, {
    isStranger: ({ headers }) => !engines.current().console.hasSession(headers.cookie),
    answer: (request, response) => {
      answer(request, response).catch((error: unknown) =>
        refuse(response, error, { requestId: requestIdOf(request), log }),
      );
    },
  });
  // Behind proxies all connections have the proxies' addresses, so only the total limit works.
  const connections = limitConnections(server, { perAddress: env.trustedHops > 0 ? 4000 : 500, total: 4000 });
  let isDraining = false;
  const answer = createRoutes({
    ...{ env, engines, receiver, pages, connections, measures, log },
    isDraining: () => isDraining,
  });

  async function drain() {
    isDraining = true;
    void engines.current().console.stopWork();
    await closeServer(server, env);
    await Promise.allSettled([app.close(), engines.close(), receiver.stop(), clockTicker.stop()]);
    await hooks.close();
    mailer?.close();
    await Promise.all(Object.values(databases).map(({ close }) => close()));
    process.exit(0);
  }

  await app.prepare();
  await listenOn(server, env);
  stop = () => void drain();
  process.on("message", (message: { samples?: SampleRecord[] }) => {
    if (message.samples) engines.storeSamples(message.samples);
  });
  process.send?.({ ready: { address: origin, setupUrl: await engines.current().console.setupLink() } });
}

type ServerEnv = Env & { databaseUrl: string; secret: string };

/** Database and secret come from the launcher. */
function readServerEnv(): ServerEnv {
  const env = readEnv();
  const { databaseUrl, secret } = env;
  if (!databaseUrl || !secret)
    throw new Error(
      "lib/server/server.ts is started by npm start or npm run dev, which give it its database and secret.",
    );
  return { ...env, databaseUrl, secret };
}

/** A pool for each kind of work, so that none waits for another's connections. */
const openDatabases = (url: string) => ({
  database: openDatabase(url),
  reads: openDatabase(url, { connections: 8 }),
  strangers: openDatabase(url, { connections: 3 }),
  hooks: openDatabase(url, { connections: 8 }),
});

type HttpServer = ReturnType<typeof createHttpServer>;

async function listenOn(server: HttpServer, { host, port }: Env) {
  await once(server.listen(port, host), "listening").catch((error: unknown) => {
    // Taken since the launcher looked, as by another Switchboard that starts too.
    if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    throw new Error(`PORT ${port} was taken by another program during the start. Stop that one, or set another PORT.`);
  });
}

/** Resolves when the last response has ended, or was cut off after `drainMs`. */
async function closeServer(server: HttpServer, { trustedHops }: Env) {
  setTimeout(() => server.closeAllConnections(), drainMs).unref();
  if (trustedHops > 0) await sleep(announceMs);
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await closed;
}

type Engines = Awaited<ReturnType<typeof createEngines>>;

/** Next, and all that its pages get from this process. */
function createNextPages(env: Env, engines: Engines, { sendsMail }: Pick<ServerContext, "sendsMail">) {
  const app = createApp(env);
  const isSetupOpen = createSetupCheck(engines);
  const pages = createPages({
    render: createRender(app),
    sendFile: createStaticFiles(...builtFiles),
    personOf: (cookie) => engines.current().console.personOf(cookie),
    isSetupOpen,
    limit: createRateLimit(),
    isProduction: env.isProduction,
  });
  provideServerContext({
    ...{ ...readsThrough(engines), personOf: pages.personOf, isSetupOpen, sendsMail },
    installation: env.installation,
    sso: env.sso && { name: env.sso.name, startUrl: env.origin + ssoStartPath },
    isSsoOnly: () => engines.current().console.isSsoOnly(),
    openSsoFault: (sealed) => engines.current().console.openSsoFault?.(sealed),
  });
  return { app, pages };
}

/**
 * Next handles upgrades on the server that it gets and bypasses our checks. It needs them only in development. In
 * production it gets a server that never listens, so upgrade requests are answered like any other.
 */
function createApp({ isProduction, host, port }: Env) {
  const upgradeServer = isProduction ? { httpServer: createServer() } : {};
  return next({ dev: !isProduction, dir: process.cwd(), hostname: host, port, ...upgradeServer });
}

/** Setup never opens again once an admin exists, so the database is no longer queried then. */
function createSetupCheck(engines: Engines) {
  let isOver = false;
  return async () => {
    isOver ||= !(await engines.current().console.isSetupOpen());
    return !isOver;
  };
}

function createRender(app: ReturnType<typeof createApp>) {
  const readers = new AsyncLocalStorage<{ conventions: string | undefined; zone: string | undefined }>();
  provideConventions(() => readers.getStore()?.conventions);
  provideLocalZone(() => readers.getStore()?.zone);
  const renderPage = app.getRequestHandler();
  return async (request: IncomingMessage, response: ServerResponse) => {
    const { "accept-language": language, cookie } = request.headers;
    const reader = { conventions: conventionsFor(language), zone: zoneInCookies(cookie) };
    await readers.run(reader, () => renderPage(request, response));
  };
}

function readsThrough(engines: Engines): Pick<ServerContext, "read" | "isDemo"> {
  /** Drops the answer's text, because a page hands only the parsed answer to the browser. */
  const read: ServerContext["read"] = async (op, input, person, requestId) => {
    const caller = { person, requestId, address: null, maxBytes: largeAnswerBytes };
    const { text: _text, ...answer } = await engines.current().gateway.call(op, input, caller);
    return answer;
  };
  return {
    read,
    isDemo: () => engines.current().connection.source === "demo",
  };
}

function createHttpServer({ voiceApiTimeoutMs }: Env, options: Parameters<typeof createGuardedServer>[0]) {
  const server = createGuardedServer(options);
  // No limit for whole requests: the gateway ends stalled uploads, and other bodies have their own limit.
  // `timeout` closes sockets that are idle for longer than any answer takes.
  server.requestTimeout = 0;
  server.headersTimeout = 20_000;
  // A proxy must close idle connections first. Otherwise it could send a request on a connection that we are closing.
  server.keepAliveTimeout = 75_000;
  server.timeout = Math.max(120_000, 13 * voiceApiTimeoutMs);
  return server;
}

main().catch((error: unknown) => {
  process.stderr.write(`Switchboard could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
