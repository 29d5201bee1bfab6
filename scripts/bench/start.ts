import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, startProduct } from "@/e2e/support/product";
import { familyOf, memoryMb } from "./memory";
import { median } from "./numbers";
import { alone, compared, type Row } from "./table";
import { afterwards, ownDirectory } from "./tidy";

const rounds = 3;
const idleMs = 4000;

/** An address that needs nothing of the product's own, so that Next alone can answer it too. */
const page = "/icon.svg";

/** `npm start` when nothing changed, beside Next alone on the same build; then what both take of the memory. */
export async function start() {
  const dataDir = ownDirectory();
  await (await startProduct({}, dataDir)).stop();
  const times = { next: [] as number[], ours: [] as number[] };
  const rows: Row[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const next = await startNext();
    times.next.push(next.ms);
    const nextMb = round === rounds ? await idleMb(next) : undefined;
    await next.stop();
    const ours = await startOurs(dataDir);
    times.ours.push(ours.ms);
    if (round === rounds) rows.push(...(await memoryRows(ours, nextMb)));
    await ours.stop();
  }
  const started = { yardstick: median(times.next), ours: median(times.ours), unit: "ms" };
  return [compared("to the first 200 (Next alone)", started, "≤ 3"), ...rows];
}

type Started = { ms: number; pid: number; stop: () => Promise<void> };

async function startOurs(dataDir: string): Promise<Started> {
  const startedMs = performance.now();
  const { origin, pid, stop } = await startProduct({}, dataDir);
  afterwards(stop);
  await untilAnswered(origin);
  return { ms: performance.now() - startedMs, pid, stop };
}

async function startNext(): Promise<Started> {
  const port = await freePort();
  const startedMs = performance.now();
  const child = spawn(process.execPath, ["node_modules/next/dist/bin/next", "start", "-p", String(port)], {
    stdio: "ignore",
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  afterwards(stop);
  const isOver = ended.then(() => Promise.reject(new Error("next start ended by itself.")));
  await Promise.race([untilAnswered(`http://127.0.0.1:${port}`), isOver]);
  isOver.catch(() => undefined);
  return { ms: performance.now() - startedMs, pid: child.pid ?? 0, stop };
}

async function untilAnswered(origin: string) {
  for (;;) {
    const status = await fetch(origin + page).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    if (status === 200) return;
    await sleep(20);
  }
}

async function idleMb({ pid }: Started) {
  await sleep(idleMs);
  return memoryMb(familyOf(pid));
}

const names = {
  "  app": "server.js",
  "  local platform": "platform.js",
  "  PostgreSQL with its supervisor": "supervisor.js",
};

/** What the whole product takes while nobody asks anything, and each of its processes with what it started. */
async function memoryRows(ours: Started, nextMb: number | undefined): Promise<Row[]> {
  const allMb = await idleMb(ours);
  if (allMb === undefined || nextMb === undefined) return [alone("idle in memory", "not told by this system", "")];
  const family = familyOf(ours.pid);
  const parts = Object.entries(names).flatMap(([name, file]) => {
    const own = family.find(({ command, parent }) => parent === ours.pid && command.includes(file));
    const mb = own && memoryMb(familyOf(own.pid));
    return mb === undefined ? [] : [alone(name, `${mb.toFixed(0)} MB`, "")];
  });
  return [
    compared("idle in memory, all (Next alone)", { yardstick: nextMb, ours: allMb, unit: "MB" }, "≤ 450 MB"),
    ...parts,
  ];
}
