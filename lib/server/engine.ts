import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { isDeepStrictEqual } from "node:util";
import type { Logger } from "pino";
import { accountOf } from "@/lib/console/account";
import { type ConnectionSetting, connectionChannel, createConnectionSetting } from "@/lib/console/connection-setting";
import { createConsole } from "@/lib/console/console";
import type { Collect, ConsoleOptions } from "@/lib/console/console-types";
import type { createMailer } from "@/lib/console/mailer";
import { keyFor, sealOf } from "@/lib/console/secret";
import { Problem } from "@/lib/contract/problem";
import type { OpenDatabase } from "@/lib/db/database";
import { listen } from "@/lib/db/listen";
import { consoleMigrations, migrate } from "@/lib/db/migrate";
import type { Env } from "@/lib/env";
import { createProbe, examineConnection } from "@/lib/gateway/diagnostics/doctor";
import { createGateway } from "@/lib/gateway/gateway";
import { createHttpHandler } from "@/lib/gateway/http-handler";
import type { Measures } from "@/lib/gateway/measures";
import { createUpstream } from "@/lib/gateway/upstream";
import { isPublicAddress } from "@/lib/http/address-guard";
import { originsOf } from "@/lib/http/origins";
import { createRateLimit } from "@/lib/http/rate-limit";

/** An address, its key and where they come from. `fault` tells why the key cannot be used. */
type Wanted = { baseUrl: string; key: string; fault?: string } & Pick<
  ConsoleOptions["connection"],
  "source" | "setBy" | "setAt"
>;

export type EngineParts = {
  env: Env & { secret: string };
  origin: string;
  database: OpenDatabase;
  reads: OpenDatabase;
  strangers: OpenDatabase;
  mailer?: ReturnType<typeof createMailer> | undefined;
  measures: Measures;
  log: Logger;
};

/** Everything that hangs on one connection to the platform. For another connection another is made, and this one is closed. */
async function createEngine(parts: EngineParts, wanted: Wanted) {
  const { env, origin, database, reads, strangers, mailer, measures, log } = parts;
  const { baseUrl, key, fault, ...whose } = wanted;
  const timeoutMs = env.voiceApiTimeoutMs;
  const working = createUpstream({ baseUrl, key, timeoutMs });
  const upstream = fault ? { ...working, ask: () => Promise.reject(new Problem("upstream-auth", fault)) } : working;
  const read: Collect["read"] = async (op, input) => {
    await upstream.whenIdle();
    const startedMs = performance.now();
    const { body, text, raw, drift } = await upstream.request(op, input, {
      requestId: randomUUID(),
      isLowPriority: true,
    });
    return { answer: body ?? Buffer.from(`{"raw":${text}}`), raw, drift, ms: performance.now() - startedMs };
  };
  const limit = createRateLimit();
  const printOf = (given: string) => sealOf(keyFor("key print", env.secret), given);
  const console = await createConsole({
    database,
    reads,
    strangers,
    secret: env.secret,
    origin,
    ...(env.adminEmail && env.adminPassword ? { admin: { email: env.adminEmail, password: env.adminPassword } } : {}),
    samples: whose.source === "demo" ? env.samples : [],
    connection: { ...whose, host: upstream.host, keyLastFour: fault ? "" : key.slice(-4) },
    probe: createProbe(upstream),
    examine: () => examineConnection({ baseUrl, key, timeoutMs }),
    examineOther: (other) => examineConnection({ ...other, timeoutMs }),
    longestSendMs: upstream.longestSendMs,
    collect: {
      keyPrint: await accountOf(database.db, { keyPrint: printOf(key), address: baseUrl, read }),
      demoKeyPrint: env.platformPort && env.voiceApiKey ? printOf(env.voiceApiKey) : undefined,
      read,
    },
    alerts: { mailer, mayConnect: env.allowsPrivateHosts ? () => true : isPublicAddress },
    limit,
    ...(mailer ? { sendMail: mailer.send } : {}),
    log,
  });
  const gateway = createGateway({ upstream, console, log, measures });
  console.automate((op, input, as) => gateway.call(op, input, { ...as, address: null }));
  const httpHandler = createHttpHandler({ gateway, console, origins: originsOf(origin), log, limit });
  return {
    wanted,
    console,
    gateway,
    httpHandler,
    close: () => Promise.allSettled([upstream.close(), console.close()]),
  };
}

type Engine = Awaited<ReturnType<typeof createEngine>>;

/** The environment's connection, else the one set in the browser, else the demo platform's. */
async function wantedConnection(env: Env, setting: ConnectionSetting): Promise<Wanted> {
  const { voiceApiBaseUrl: baseUrl, voiceApiKey: key, platformPort } = env;
  if (!baseUrl || !key) throw new Error("npm start and npm run dev give the server its platform.");
  if (!platformPort) return { baseUrl, key, source: "environment" };
  const row = await setting.address();
  if (!row) return { baseUrl, key, source: "demo" };
  const whose = { source: "set", setBy: row.setBy, setAt: row.setAt.toISOString() } as const;
  const own = await setting.read().catch(() => undefined);
  if (own) return { baseUrl: own.baseUrl, key: own.key, ...whose };
  const fault = "The key was sealed with another SWITCHBOARD_SECRET. Set it again in Settings, Connection.";
  return { baseUrl: row.baseUrl, key: "sealed", fault, ...whose };
}

const retryMs = 5_000;

/** The engine in use. One that was replaced is closed when what it had begun to answer has ended. */
export async function createEngines(parts: EngineParts) {
  await migrate(parts.database.pool, consoleMigrations);
  const setting = createConnectionSetting(parts.database.db, parts.env.secret);
  const wanted = () => wantedConnection(parts.env, setting);
  let now = await createEngine(parts, await wanted());
  const begun = new Map<Engine, number>();
  let changing: Promise<unknown> = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function follow() {
    const next = await wanted();
    if (isDeepStrictEqual(next, now.wanted)) return;
    const before = now;
    now = await createEngine(parts, next);
    parts.log.info({ host: new URL(next.baseUrl).host, source: next.source }, "another connection");
    // The next can neither collect nor act while this one does.
    await before.console.stopWork();
    if (begun.get(before)) return;
    begun.delete(before);
    await before.close();
  }

  const again = () => {
    clearTimeout(retry);
    changing = changing.then(follow).catch((err: unknown) => {
      parts.log.error({ err }, "the connection stays as it was");
      if (!isClosed) retry = setTimeout(again, retryMs).unref();
    });
  };
  const heard = listen(parts.database, {
    channel: connectionChannel,
    onUp: again,
    onMessage: again,
    onDown: () => {},
  });

  return {
    now: () => now,
    /** The one in use, kept until the response has ended. */
    during(response: ServerResponse): Engine {
      const engine = now;
      begun.set(engine, (begun.get(engine) ?? 0) + 1);
      response.once("close", () => {
        const left = (begun.get(engine) ?? 1) - 1;
        begun.set(engine, left);
        if (left > 0 || engine === now) return;
        begun.delete(engine);
        void engine.close();
      });
      return engine;
    },
    async close() {
      isClosed = true;
      await heard.close();
      clearTimeout(retry);
      await changing;
      await Promise.all([...new Set([now, ...begun.keys()])].map((engine) => engine.close()));
    },
  };
}
