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
import { withDatabase } from "../support/database";
import { latenessOf, leaderOf, makeDue, metricsOf, schedulePauses } from "../support/flood-measures";
import { type FloodTarget, signInTo } from "../support/flood-target";
import { password, people } from "../support/people";
import { type Product, startProduct } from "../support/product";

const seconds = 20;

const wide = "wide";
const reads = [`/api/v1/assistants/${wide}`, `/api/v1/assistants/${wide}`, `/assistants/${wide}`];
const logs = ["/api/v1/webhooks/logs", "/api/v1/webhooks/logs", "/webhooks"];

type Situations = Record<string, Omit<Attack, "port" | "forMs" | "cookies">>;

const ofStrangers: Situations = {
  "sockets of wrong sign-ins": { signIns: 600 },
  "passwords from 250 addresses": { guesses: 250 },
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
  const pausedAt = new Map<string, number>();
  const platform = await startFaultUpstream(largePlatform(pausedAt));
  const product = await startProduct({
    VOICE_API_BASE_URL: platform.baseUrl,
    VOICE_API_KEY: "resilience_key_7781",
    SWITCHBOARD_ADMIN_EMAIL: people.admin.email,
    SWITCHBOARD_ADMIN_PASSWORD: password,
    LOG_LEVEL: "fatal",
  });
  try {
    const target = await signInTo(product);
    await expect.poll(() => leaderOf(product)).not.toBe("");
    const measured: Measured[] = [];
    for (const [name, load] of Object.entries(situations)) {
      const scheduled = await schedulePauses(target, `planned-${measured.length}`);
      const leader = await leaderOf(product);
      const attackers = Object.keys(load).length > 0 ? startAttack(target, load) : undefined;
      if (attackers) await sleep(500);
      const dueAt = await makeDue(product, scheduled);
      const figures = await measure(target);
      const lateMs = await latenessOf(dueAt, pausedAt);
      const isLeaseKept = leader !== "" && leader === (await leaderOf(product));
      measured.push({ name, ...figures, lateMs: Math.max(...lateMs), isLeaseKept });
      attackers?.kill("SIGKILL");
      // Connections of the attack can still wait to be accepted.
      await sleep(5_000);
    }
    console.log(tableOf(measured));
    expectService(measured);
    for (const { address, entries } of await refusedSignIns(product)) expect(entries, address).toBeLessThanOrEqual(4);
    const refused = await target.ask("POST", "/api/console/audit", { action: "campaigns.upload_contacts", limit: 1 });
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

/** A platform with a large record and a large log. Notes when each campaign was first paused. */
const largePlatform =
  (pausedAt: Map<string, number>): Reply =>
  (request, response) => {
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    const paused = /\/campaigns\/([^/]+)\/pause$/.exec(path)?.[1];
    if (paused !== undefined && !pausedAt.has(paused)) pausedAt.set(paused, Date.now());
    const large = path.endsWith(`/${wide}`) ? wideRecord : path.endsWith("/webhooks/logs") ? longLog : undefined;
    if (!large) return healthyPlatform(request, response);
    response.writeHead(200, { "content-type": "application/json", "content-length": large.length });
    response.end(large);
  };

const asked = {
  read: ["GET", "/api/v1/campaigns/c1"],
  pause: ["POST", "/api/v1/campaigns/c1/pause"],
  healthz: ["GET", "/healthz"],
  readyz: ["GET", "/readyz"],
} as const;

type Asked = keyof typeof asked | "signIn";

type Figures = Awaited<ReturnType<typeof measure>>;
type Measured = Figures & { name: string; lateMs: number; isLeaseKept: boolean };

/** Uses the product as an admin, a colleague and a monitoring service do. Returns the response times. */
async function measure(target: FloodTarget) {
  await metricsOf(target);
  const times: Record<Asked, number[]> = { read: [], pause: [], healthz: [], readyz: [], signIn: [] };
  const statuses: Record<Asked, number[]> = { read: [], pause: [], healthz: [], readyz: [], signIn: [] };
  const heapMb: number[] = [];
  const stopMs: number[] = [];
  const endsAt = Date.now() + seconds * 1000;
  const isOver = () => Date.now() > endsAt;

  async function time(name: Asked, request: () => Promise<{ status: number; ms: number }>) {
    const { status, ms } = await request().catch(() => ({ status: 0, ms: 60_000 }));
    times[name].push(ms);
    if (!statuses[name].includes(status)) statuses[name].push(status);
  }
  async function repeatRequests() {
    while (!isOver())
      for (const [name, [method, path]] of Object.entries(asked) as [keyof typeof asked, readonly [string, string]][]) {
        await time(name, () => target.ask(method, path));
        await sleep(50);
      }
  }
  async function repeatSignIn() {
    for (; !isOver(); await sleep(8_000)) await time("signIn", target.signIn);
  }
  async function sampleMetrics() {
    for (; !isOver(); await sleep(2_000)) {
      const sample = await metricsOf(target);
      heapMb.push(sample.heapMb);
      stopMs.push(sample.stopMs);
    }
  }
  await Promise.all([repeatRequests(), repeatSignIn(), sampleMetrics()]);
  return { times, statuses, heapMb, stopMs: Math.max(...stopMs, (await metricsOf(target)).stopMs) };
}

function expectService(measured: readonly Measured[]) {
  const [idle] = measured;
  for (const { name, statuses, isLeaseKept } of measured) {
    expect(statuses, name).toEqual({ read: [200], pause: [200], healthz: [200], readyz: [200], signIn: [200] });
    expect(isLeaseKept, `the lease during ${name}`).toBe(true);
  }
  for (const { name, times, lateMs, heapMb } of measured.filter(({ name }) => Object.hasOwn(ofStrangers, name))) {
    for (const kind of ["read", "pause", "readyz"] as const)
      expect(most(times[kind]), `${kind} during ${name}`).toBeLessThanOrEqual(timeoutMs(1_000));
    expect(Math.max(...times.signIn), `sign-in during ${name}`).toBeLessThanOrEqual(timeoutMs(2_000));
    expect(lateMs, `a scheduled pause during ${name}`).toBeLessThanOrEqual(timeoutMs(3_000));
    // The lowest sample is the nearest to what stays after a garbage collection.
    expect(Math.min(...heapMb), `heap during ${name}`).toBeLessThanOrEqual(Math.max(...(idle?.heapMb ?? [])) + 100);
  }
}

const refusedSignIns = (product: Product) =>
  withDatabase(product, async (client) => {
    const { rows } = await client.query(
      `select address, count(distinct entry)::int as entries
         from console.audit_event where action = 'sign-in.refused' group by address`,
    );
    return rows as { address: string; entries: number }[];
  });

function startAttack(target: FloodTarget, load: Omit<Attack, "port" | "forMs" | "cookies">): ChildProcess {
  const child = fork(join(import.meta.dirname, "../support/attack.ts"), { execArgv: ["--import", "tsx"] });
  const attack: Attack = { port: target.port, forMs: (seconds + 60) * 1000, cookies: target.cookies, ...load };
  void once(child, "spawn").then(() => child.send(attack));
  return child;
}

/** The 95th percentile. */
const most = (times: number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

function tableOf(rows: readonly Measured[]) {
  const figure = (ms: number) => ms.toFixed(0).padStart(6);
  const middle = (times: number[]) => [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;
  const cell = (times: number[]) => `${figure(middle(times))} ${figure(Math.max(...times))}`;
  const names = [...(Object.keys(asked) as (keyof typeof asked)[]), "signIn"] as const;
  const columns = [...names.map((name) => name.padStart(13)), "loop stopped", "pause late", "     heap MB", "lease"];
  const head = ["ms: median and longest".padEnd(36), ...columns].join("  ");
  const lines = rows.map(({ name, times, stopMs, lateMs, heapMb, isLeaseKept }) =>
    [
      name.padEnd(36),
      ...names.map((kind) => cell(times[kind])),
      figure(stopMs).padStart(12),
      figure(lateMs).padStart(10),
      `${figure(Math.min(...heapMb))}${figure(Math.max(...heapMb))}`,
      isLeaseKept ? " kept" : " lost",
    ].join("  "),
  );
  return [head, ...lines].join("\n");
}
