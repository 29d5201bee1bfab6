import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, startProduct } from "@/e2e/support/product";
import { familyOf, memoryMb } from "./memory";
import { median } from "./numbers";
import { comparison, type Row, single } from "./table";
import { onTidy, temporaryDirectory } from "./tidy";

const rounds = 3;
const idleMs = 4000;

/** An address that Next alone can answer, too. */
const page = "/icon.svg";

/** Compares start time and memory of an unchanged `npm start` with Next alone on the same build. */
export async function start() {
  const dataDir = temporaryDirectory();
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
  return [comparison("to the first 200 (Next alone)", started, "≤ 3"), ...rows];
}

type StartedServer = { ms: number; pid: number; stop: () => Promise<void> };

async function startOurs(dataDir: string): Promise<StartedServer> {
  const startedMs = performance.now();
  const { origin, pid, stop } = await startProduct({}, dataDir);
  onTidy(stop);
  await untilAnswered(origin);
  return { ms: performance.now() - startedMs, pid, stop };
}

async function startNext(): Promise<StartedServer> {
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
  onTidy(stop);
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

async function idleMb({ pid }: StartedServer) {
  await sleep(idleMs);
  return memoryMb(familyOf(pid));
}

const names = {
  "  app": "server.js",
  "  local platform": "platform.js",
  "  PostgreSQL with its supervisor": "supervisor.js",
};

/** Idle memory of the whole product, and of each of its processes with its children. */
async function memoryRows(ours: StartedServer, nextMb: number | undefined): Promise<Row[]> {
  const allMb = await idleMb(ours);
  if (allMb === undefined || nextMb === undefined) return [single("idle in memory", "not told by this system", "")];
  const family = familyOf(ours.pid);
  const parts = Object.entries(names).flatMap(([name, file]) => {
    const child = family.find(({ command, parent }) => parent === ours.pid && command.includes(file));
    const mb = child && memoryMb(familyOf(child.pid));
    return mb === undefined ? [] : [single(name, `${mb.toFixed(0)} MB`, "")];
  });
  return [
    comparison("idle in memory, all (Next alone)", { yardstick: nextMb, ours: allMb, unit: "MB" }, "≤ 450 MB"),
    ...parts,
  ];
}
