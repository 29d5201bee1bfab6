import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import type { Reply } from "../../lib/testing/fault-replies";
import { startFaultUpstream } from "../../lib/testing/fault-upstream";
import { healthyPlatform } from "../../lib/testing/healthy-platform";
import { timeoutMs } from "../../lib/testing/timeout-ms";
import type { Attack } from "../support/attack";
import { password, people } from "../support/people";
import { type Product, startProduct } from "../support/product";

const seconds = 20;

const wide = "wide";
const reads = [`/api/v1/assistants/${wide}`, `/api/v1/assistants/${wide}`, `/assistants/${wide}`];
const logs = ["/api/v1/webhooks/logs", "/api/v1/webhooks/logs", "/webhooks"];

type Situations = Record<string, Omit<Attack, "port" | "forMs" | "cookies">>;

const ofStrangers: Situations = {
  "sockets of wrong sign-ins": { signIns: 600 },
  "page loads of five visitors": { pages: 45 },
  "sockets of refused requests": { refusals: 600 },
  "pipelined requests": { pipelines: 8 },
  "bodies in tiny chunks": { chunks: 8 },
};

const ofColleagues: Situations = {
  "trickling uploads": { uploads: 100 },
  "a record of 100,000 unknown fields": { reads },
  "a log of 100,000 entries": { reads: logs },
};

const situations: Situations = {
  idle: {},
  ...ofStrangers,
  ...ofColleagues,
  "all of them at once": { signIns: 600, uploads: 100, pages: 100, reads: [...reads, ...logs] },
};

test("serves an admin under floods of visitors, uploads and large answers", async () => {
  test.setTimeout(timeoutMs(Object.keys(situations).length * (seconds + 60) * 1000));
  const platform = await startFaultUpstream(largePlatform);
  const product = await startProduct({
    VOICE_API_BASE_URL: platform.baseUrl,
    VOICE_API_KEY: "resilience_key_7781",
    SWITCHBOARD_ADMIN_EMAIL: people.admin.email,
    SWITCHBOARD_ADMIN_PASSWORD: password,
    LOG_LEVEL: "fatal",
  });
  try {
    const at = await signedIn(product);
    const measured = [];
    for (const [name, load] of Object.entries(situations)) {
      const attackers = Object.keys(load).length > 0 ? startAttack(at, load) : undefined;
      if (attackers) await sleep(500);
      await stops(product);
      measured.push({ name, ...(await timesOf(at)), stopMs: await stops(product) });
      attackers?.kill("SIGKILL");
      await sleep(1000);
    }
    console.log(tableOf(measured));
    for (const { name, statuses } of measured)
      expect(statuses, name).toEqual({ read: [200], pause: [200], healthz: [200], readyz: [200] });
    for (const { name, read, pause, readyz } of measured.filter(({ name }) => Object.hasOwn(ofStrangers, name)))
      for (const times of [read, pause, readyz]) expect(most(times), name).toBeLessThanOrEqual(timeoutMs(1_000));
    const { json } = await at.ask("GET", "/api/console/audit?action=sign-in.refused&limit=1");
    expect(json.total).toBeLessThanOrEqual(4);
    const refused = await at.ask("GET", "/api/console/audit?action=campaigns.upload_contacts&limit=1");
    expect(refused.json.total).toBeLessThanOrEqual(40);
  } finally {
    await product.stop();
    await platform.close();
  }
});

const fields = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`field_${n}`, `value ${n}`]));
const wideRecord = Buffer.from(JSON.stringify({ success: true, data: { id: wide, name: "Wide", ...fields } }));
const entry = (n: number) => ({
  id: `entry-${n}`,
  webhook_id: `w-${n % 40}`,
  event_type: "call.completed",
  status: n % 3 ? "success" : "failed",
  status_code: n % 3 ? 200 : 500,
  attempts: 1 + (n % 3),
  created_at: new Date(1_795_000_000_000 + n * 1000).toISOString(),
  error_message: n % 3 ? null : "The endpoint answered 500 and said nothing else of use.",
});
const longLog = Buffer.from(
  JSON.stringify({ success: true, data: Array.from({ length: 100_000 }, (_, n) => entry(n)) }),
);

const largePlatform: Reply = (request, response) => {
  const path = (request.url ?? "").split("?", 1)[0] ?? "";
  const large = path.endsWith(`/${wide}`) ? wideRecord : path.endsWith("/webhooks/logs") ? longLog : undefined;
  if (!large) return healthyPlatform(request, response);
  response.writeHead(200, { "content-type": "application/json", "content-length": large.length });
  response.end(large);
};

type At = Awaited<ReturnType<typeof signedIn>>;

async function signedIn({ port }: Product) {
  const origin = `http://127.0.0.1:${port}`;
  const asPage = { origin, "sec-fetch-site": "same-origin", "x-switchboard": "1", "content-type": "application/json" };
  async function ask(method: string, path: string, { cookie = "", body }: { cookie?: string; body?: unknown } = {}) {
    const startedMs = performance.now();
    const response = await fetch(origin + path, {
      method,
      headers: method === "POST" ? { ...asPage, cookie } : { cookie },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs(60_000)),
    });
    const text = await response.text();
    const ms = performance.now() - startedMs;
    return { status: response.status, ms, text, jar: response.headers.getSetCookie() };
  }
  async function enter(path: string, body: Record<string, string>) {
    const { jar, text } = await ask("POST", `/api/auth/${path}`, { body });
    if (jar.length === 0) throw new Error(`Nobody could sign in by ${path}: ${text}`);
    return jar.map((line) => line.split(";")[0]).join("; ");
  }
  const admin = await enter("sign-in/email", { email: people.admin.email, password });
  const role = "campaign_manager";
  const added = await ask("POST", "/api/console/team", { cookie: admin, body: { ...people[role], role } });
  const token = new URL(JSON.parse(added.text).link as string).hash.slice(1);
  const uploads = await enter("link/password", { token, password });
  return {
    port,
    cookies: { uploads, reads: uploads },
    /** Sends a request as the admin. */
    async ask(method: string, path: string) {
      const answer = await ask(method, path, { cookie: admin });
      return { ...answer, json: answer.text.startsWith("{") ? JSON.parse(answer.text) : undefined };
    },
  };
}

const asked = {
  read: ["GET", "/api/v1/campaigns/c1"],
  pause: ["POST", "/api/v1/campaigns/c1/pause"],
  healthz: ["GET", "/healthz"],
  readyz: ["GET", "/readyz"],
} as const;

type Asked = keyof typeof asked;

/** Repeats the requests one after the other. Returns the admin's response times. */
async function timesOf({ ask }: At) {
  const times: Record<Asked, number[]> = { read: [], pause: [], healthz: [], readyz: [] };
  const statuses: Record<Asked, number[]> = { read: [], pause: [], healthz: [], readyz: [] };
  const endsAt = Date.now() + seconds * 1000;
  do {
    for (const [name, [method, path]] of Object.entries(asked) as [Asked, readonly [string, string]][]) {
      const { status, ms } = await ask(method, path).catch(() => ({ status: 0, ms: 60_000 }));
      times[name].push(ms);
      if (!statuses[name].includes(status)) statuses[name].push(status);
      await sleep(50);
    }
  } while (Date.now() < endsAt);
  return { ...times, statuses };
}

/** The longest delay of the product's event loop since the last call. */
async function stops({ port }: Product) {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]) * 1000;
}

function startAttack(at: At, load: Omit<Attack, "port" | "forMs" | "cookies">): ChildProcess {
  const child = fork(join(import.meta.dirname, "../support/attack.ts"), { execArgv: ["--import", "tsx"] });
  const attack: Attack = { port: at.port, forMs: (seconds + 60) * 1000, cookies: at.cookies, ...load };
  void once(child, "spawn").then(() => child.send(attack));
  return child;
}

/** The 95th percentile. */
const most = (times: number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

function tableOf(rows: ({ name: string; stopMs: number } & Record<Asked, number[]>)[]) {
  const figure = (ms: number) => ms.toFixed(0).padStart(6);
  const middle = (times: number[]) => [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;
  const cell = (times: number[]) => `${figure(middle(times))} ${figure(Math.max(...times))}`;
  const names = Object.keys(asked) as Asked[];
  const head = ["ms: median and longest".padEnd(36), ...names.map((name) => name.padStart(13)), "loop stopped"].join(
    "  ",
  );
  const lines = rows.map((row) =>
    [row.name.padEnd(36), ...names.map((name) => cell(row[name])), figure(row.stopMs).padStart(12)].join("  "),
  );
  return [head, ...lines].join("\n");
}
