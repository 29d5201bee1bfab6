import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive, postgresProcesses } from "./process-identity";

const selfExitMs = 5_000;

/** Ends all processes of an earlier run on the directory, so that there is never a second PostgreSQL on it. */
export async function stopLeftovers(directory: string) {
  for (const startedAt = performance.now(); ; await sleep(25)) {
    const left = postgresProcesses(directory);
    if (left.length === 0) return;
    const postmaster = left.find((pid) => pid === pidIn(join(directory, "postmaster.pid")));
    if (postmaster !== undefined) await stopPostmaster(postmaster);
    // Without a postmaster the others end by themselves. Their unfinished work was never acknowledged.
    else if (performance.now() - startedAt > selfExitMs) for (const pid of left) signal(pid, "SIGKILL");
  }
}

/** Stops PostgreSQL in fast mode, which rolls back open transactions, and with stronger signals if it does not end. */
export async function stopPostmaster(pid: number) {
  for (const [name, seconds] of [
    ["SIGINT", 15],
    ["SIGQUIT", 5],
    ["SIGKILL", 5],
  ] as const) {
    signal(pid, name);
    for (let waited = 0; waited < seconds * 1000; waited += 25) {
      if (!isAlive(pid)) return;
      await sleep(25);
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) does not stop: end it by hand and start again.`);
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile, or `stopPostmaster` reports that it does not end.
  }
}

function pidIn(file: string) {
  try {
    return Number.parseInt(readFileSync(file, "utf8"), 10);
  } catch {
    return undefined;
  }
}
