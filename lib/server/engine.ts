import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import type { ServerResponse } from "node:http";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Logger } from "pino";
import { createLineWriter, type LineWriter, type Output } from "@/lib/audit/outside/line-writer";
import { accountOf } from "@/lib/collector/account";
import type { Collect } from "@/lib/collector/collect";
import { type ConnectionSetting, connectionChannel, createConnectionSetting } from "@/lib/console/connection-setting";
import { createConsole } from "@/lib/console/console";
import type { ConsoleOptions } from "@/lib/console/console-types";
import type { SampleRecord } from "@/lib/console/sample-records";
import { Problem } from "@/lib/contract/problem";
import type { OpenDatabase } from "@/lib/db/database";
import { listen } from "@/lib/db/listen";
import { consoleMigrations, migrate } from "@/lib/db/migrate";
import type { Env } from "@/lib/env";
import { createProbe, examineConnection } from "@/lib/gateway/diagnostics/doctor";
import { Gateway } from "@/lib/gateway/gateway";
import { createHttpHandler } from "@/lib/gateway/http-handler";
import type { Measures } from "@/lib/gateway/measures";
import type { ParsedAnswer } from "@/lib/gateway/parse-response";
import { createSharedReads } from "@/lib/gateway/shared-reads";
import { Upstream } from "@/lib/gateway/upstream";
import { tokenForKey } from "@/lib/hook-token";
import { isPublicAddress } from "@/lib/http/address-guard";
import { originsOf } from "@/lib/http/origins";
import { createRateLimit } from "@/lib/http/rate-limit";
import type { createMailer } from "@/lib/mailer";
import { keyFor, sealOf } from "@/lib/secret";

/** An address, its key and their source. `fault` is the reason why the key cannot be used. */
type PlatformConnection = { baseUrl: string; key: string; fault?: string } & Pick<
  ConsoleOptions["connection"],
  "source" | "setBy" | "setAt"
>;

export type EngineOptions = {
  env: Env & { secret: string };
  origin: string;
  database: OpenDatabase;
  reads: OpenDatabase;
  strangers: OpenDatabase;
  mailer?: ReturnType<typeof createMailer> | undefined;
  measures: Measures;
  /** For the audit log, if the environment asks for it. */
  output?: Output;
  log: Logger;
};

type EngineParts = { lines: LineWriter | undefined; switched: () => Promise<boolean> };

/** All objects that depend on one platform connection. Another connection needs another engine. */
async function createEngine(options: EngineOptions, connection: PlatformConnection, { lines, switched }: EngineParts) {
  const { env, origin, measures, log } = options;
  const { baseUrl, key, fault } = connection;
  const upstream = new Upstream({ baseUrl, key, timeoutMs: env.voiceApiTimeoutMs });
  if (fault) upstream.request = () => Promise.reject(new Problem("upstream-auth", fault));
  const sharedReads = createSharedReads<ParsedAnswer>();
  const limit = createRateLimit();
  const collect = await collectOf(options, connection, backgroundRead(upstream, sharedReads));
  const console = await createConsole({
    ...consoleOptionsOf(options, connection, upstream),
    ...{ collect, limit, onAudit: lines?.onAppend, switched },
  });
  const gateway = new Gateway({
    ...{ upstream, console, log, measures, sharedReads },
    listDirectory: resolve(env.dataDir, "lists"),
  });
  console.automate((op, input, as) => gateway.call(op, input, { ...as, address: null }));
  const httpHandler = createHttpHandler({ gateway, sessions: console, origins: originsOf(origin), log, limit });
  return {
    connection,
    console,
    gateway,
    httpHandler,
    state: {
      ...console.state,
      isPlatformResting: upstream.isResting,
      countWaitingAuditLines: lines?.countWaiting,
      dataDirectory: env.dataDir,
      log,
    },
    close: () => Promise.allSettled([upstream.close(), console.close()]),
  };
}

/** Reads of the collector. They wait while a person's requests are under way. */
function backgroundRead(upstream: Upstream, sharedReads: SharedReads): Collect["read"] {
  return async (op, input) => {
    await upstream.whenIdle();
    const startedMs = performance.now();
    const { body, text, raw, drift } = await sharedReads.keep(op, input, () =>
      upstream.request(op, input, { requestId: randomUUID(), isLowPriority: true }),
    );
    return { answer: body ?? Buffer.from(`{"raw":${text}}`), raw, drift, ms: performance.now() - startedMs };
  };
}

type SharedReads = ReturnType<typeof createSharedReads<ParsedAnswer>>;

/** The collector stores records under the account that the key belongs to. */
async function collectOf(
  { env, database }: EngineOptions,
  { baseUrl, key }: PlatformConnection,
  read: Collect["read"],
): Promise<ConsoleOptions["collect"]> {
  const keyFingerprintOf = (plainKey: string) => sealOf(keyFor("key print", env.secret), plainKey);
  return {
    accountId: await accountOf(database.db, { keyFingerprint: keyFingerprintOf(key), address: baseUrl, read }),
    demoKeyFingerprint: env.platformPort && env.voiceApiKey ? keyFingerprintOf(env.voiceApiKey) : undefined,
    read,
  };
}

/** Settings of the environment, and what the console may know of the connection. */
function consoleOptionsOf(
  { env, origin, database, reads, strangers, mailer, log }: EngineOptions,
  { baseUrl, key, fault, ...provenance }: PlatformConnection,
  upstream: Upstream,
): Omit<ConsoleOptions, "collect" | "limit" | "onAudit"> {
  const timeoutMs = env.voiceApiTimeoutMs;
  return {
    ...{ database, reads, strangers, origin, log },
    secret: env.secret,
    hooksOrigin: env.hooksOrigin ?? origin,
    backupDirectory: resolve(env.dataDir, "backups"),
    dataDirectory: resolve(env.dataDir),
    demoHookToken: provenance.source === "demo" ? tokenForKey(key) : undefined,
    ...(env.adminEmail && env.adminPassword ? { admin: { email: env.adminEmail, password: env.adminPassword } } : {}),
    sso: env.sso,
    connection: { ...provenance, host: upstream.host, keyLastFour: fault ? "" : key.slice(-4) },
    probe: createProbe(upstream),
    examine: () => examineConnection({ baseUrl, key, timeoutMs }),
    examineOther: (other) => examineConnection({ ...other, timeoutMs }),
    longestSendMs: upstream.longestSendMs,
    alerts: {
      mailer,
      installation: env.installation?.name,
      mayConnect: env.allowsPrivateHosts ? () => true : isPublicAddress,
    },
    ...(mailer ? { sendMail: mailer.send } : {}),
  };
}

type Engine = Awaited<ReturnType<typeof createEngine>>;

/** Order: the environment, then the setting made in the browser, then the demo platform. */
async function loadConnection(env: Env, setting: ConnectionSetting): Promise<PlatformConnection> {
  const { voiceApiBaseUrl: baseUrl, voiceApiKey: key, platformPort } = env;
  if (!baseUrl || !key) throw new Error("npm start and npm run dev give the server its platform.");
  if (!platformPort) return { baseUrl, key, source: "environment" };
  const row = await setting.stored();
  const by = row ? { setBy: row.setBy, setAt: row.setAt.toISOString() } : {};
  if (!row?.baseUrl) return { baseUrl, key, source: "demo", ...by };
  const provenance = { source: "set", ...by } as const;
  const unsealed = await setting.read().catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
  });
  if (unsealed) return { baseUrl: unsealed.baseUrl, key: unsealed.key, ...provenance };
  const fault = "The key was sealed with another SWITCHBOARD_SECRET. Set it again in Settings, Platform.";
  return { baseUrl: row.baseUrl, key: "sealed", fault, ...provenance };
}

function createLines({ env, database: { db }, output, log }: EngineOptions) {
  const replica = `${hostname()}:${env.port}`;
  return env.logsAudit && output ? createLineWriter({ db, output, replica, log }) : undefined;
}

const retryMs = 5_000;
const longestSwitchMs = 15_000;

/** Holds the current engine. Closes a replaced engine when its last response has ended. */
export async function createEngines(options: EngineOptions) {
  await migrate(options.database.pool, consoleMigrations);
  const setting = createConnectionSetting(options.database.db, options.env.secret);
  const load = () => loadConnection(options.env, setting);
  const lines = createLines(options);
  const moves = new EventEmitter();
  const parts: EngineParts = { lines, switched };
  let current = await createEngine(options, await load(), parts);
  const responses = createOpenResponses((engine) => engine === current);
  let samples: readonly SampleRecord[] | undefined;

  async function switchIfChanged() {
    const next = await load();
    if (isDeepStrictEqual(next, current.connection)) return;
    const previous = current;
    current = await createEngine(options, next, parts);
    moves.emit("switch");
    options.log.info({ host: new URL(next.baseUrl).host, source: next.source }, "another connection");
    // The next engine can neither poll nor act until this one stops.
    await previous.console.stopWork();
    await responses.closeIfDone(previous);
  }

  /** True as soon as this process uses the stored connection, false if that takes too long. */
  async function switched() {
    const given = new AbortController();
    const signal = AbortSignal.any([given.signal, AbortSignal.timeout(longestSwitchMs)]);
    const moved = once(moves, "switch", { signal }).catch(() => undefined);
    switches.queue();
    const isCurrent = async () => isDeepStrictEqual(await load(), current.connection);
    if (!(await isCurrent())) await moved;
    given.abort();
    return isCurrent();
  }

  async function applySamples() {
    if (samples && current.connection.source === "demo") await current.console.storeSamples(samples);
  }

  const switches = createSwitchQueue(async () => {
    await switchIfChanged();
    await applySamples();
  }, options.log);
  const listener = listen(options.database.url, {
    channel: connectionChannel,
    onUp: switches.queue,
    onMessage: switches.queue,
  });

  return {
    current: () => current,
    /** Records of the local platform. They are kept whenever the demo platform is in use. */
    storeSamples(list: readonly SampleRecord[]) {
      samples = list;
      switches.queue();
    },
    /** The current engine. It stays open until the response has ended. */
    forResponse: (response: ServerResponse) => responses.add(current, response),
    async close() {
      await listener.close();
      await switches.stop();
      await Promise.all([...new Set([current, ...responses.engines()])].map((engine) => engine.close()));
      await lines?.stop();
    },
  };
}

/** Runs one switch after the other. A failed one is tried again until `stop`. */
function createSwitchQueue(run: () => Promise<void>, log: Logger) {
  let switching: Promise<void> = Promise.resolve();
  let retryTimer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function queue() {
    clearTimeout(retryTimer);
    switching = switching.then(run).catch((err: unknown) => {
      log.error({ err }, "the connection stays as it was");
      if (!isStopped) retryTimer = setTimeout(queue, retryMs).unref();
    });
  }

  return {
    queue,
    /** Resolves when the current switch has ended. */
    async stop() {
      isStopped = true;
      clearTimeout(retryTimer);
      await switching;
    },
  };
}

/** Counts the open responses of each engine, and closes an engine that was replaced when its last one has ended. */
function createOpenResponses(isCurrent: (engine: Engine) => boolean) {
  const counts = new Map<Engine, number>();

  async function closeIfDone(engine: Engine) {
    if (counts.get(engine) || isCurrent(engine)) return;
    counts.delete(engine);
    await engine.close();
  }

  return {
    engines: () => counts.keys(),
    closeIfDone,
    add(engine: Engine, response: ServerResponse): Engine {
      counts.set(engine, (counts.get(engine) ?? 0) + 1);
      response.once("close", () => {
        counts.set(engine, (counts.get(engine) ?? 1) - 1);
        void closeIfDone(engine);
      });
      return engine;
    },
  };
}
