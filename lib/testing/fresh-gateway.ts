import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { pino } from "pino";
import type { ConsoleOptions } from "@/lib/console/console-types";
import { type Role, roles } from "@/lib/contract/operation";
import { Gateway } from "@/lib/gateway/gateway";
import { createHttpHandler } from "@/lib/gateway/http-handler";
import { createMeasures } from "@/lib/gateway/measures";
import { Upstream } from "@/lib/gateway/upstream";
import { createGuardedServer } from "@/lib/http/guarded-server";
import { onFileEnd } from "@/lib/testing/on-file-end";
import { freshConsole } from "./console";
import type { Reply } from "./fault-replies";
import { type FaultUpstream, startFaultUpstream } from "./fault-upstream";
import { readRequest } from "./read-request";
import { timeoutMs } from "./timeout-ms";

export const testKey = "vap_canary_4f9e2d71c0b8";

export const healthy: Reply = (_request, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.end('{"success":true,"message":"Campaign started","data":{"id":"x","status":"running"}}');
};

/** The limit of the platform's answers where tests wait for it to pass. */
export const shortAnswerMs = timeoutMs(900);

/**
 * A gateway with its own console and database, a platform that fails on demand, and one person of each role. `answerMs` is the
 * limit of the platform's answers. With `collect`, the console has received events.
 */
type FreshGateway = { answerMs?: number; collect?: ConsoleOptions["collect"] };

export async function freshGateway({ answerMs = timeoutMs(60_000), collect }: FreshGateway = {}) {
  const platform: FaultUpstream = await startFaultUpstream(healthy);
  const base = await freshConsole({ collect });
  const { console } = base;
  const limits = {
    connectMs: answerMs,
    headersMs: Math.ceil((answerMs * 2) / 3),
    wholeMs: answerMs,
    stalledMs: timeoutMs(1_500),
    paceMs: timeoutMs(1_000),
  };
  const upstream = new Upstream({ baseUrl: platform.baseUrl, key: testKey, limits });
  const logged: string[] = [];
  const log = pino({ level: "info" }, { write: (line) => void logged.push(line) });
  const gateway = new Gateway({ upstream, console, log, measures: createMeasures(), listDirectory: tmpdir() });
  const server = createGuardedServer({
    answer: (request, response) => void httpHandler(request, response, "203.0.113.9"),
    isStranger: ({ headers }) => headers.cookie === undefined,
    lingerMs: 2000,
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const httpHandler = createHttpHandler({
    gateway,
    sessions: console,
    origins: [origin],
    log,
    limit: () => undefined,
    exportPaceMs: timeoutMs(1_000),
  });
  const cookies: Record<string, string> = {};
  for (const role of roles)
    cookies[role] = (await base.join({ name: role, email: `${role}@fernhill.example`, role })).cookie;

  onFileEnd(async () => {
    server.closeAllConnections();
    server.close();
    await upstream.close();
    await platform.close();
  });

  /** Sends a request as our own pages do. `headers` overrides their headers. */
  async function ask(
    role: Role | undefined,
    method: string,
    path: string,
    overrides: { headers?: Partial<Record<string, string>>; body?: BodyInit } = {},
  ) {
    const response = await fetch(origin + path, {
      method,
      headers: {
        ...(role ? { cookie: cookies[role] } : {}),
        "sec-fetch-site": "same-origin",
        "x-switchboard": "1",
        ...overrides.headers,
      },
      ...(overrides.body === undefined ? {} : { body: overrides.body, duplex: "half" }),
    } as RequestInit);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  }

  /** Sends a read that is written as an address. */
  function read(role: Role | undefined, address: string, { headers = {} }: { headers?: Record<string, string> } = {}) {
    const { path, init } = readRequest(address);
    return ask(role, init.method, path, { ...init, headers: { ...headers, ...init.headers } });
  }

  return { ...base, read, logged, consoleOrigin: base.origin, platform, gateway, origin, ask, cookies };
}

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
