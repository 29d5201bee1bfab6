import { readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive, worksIn } from "./process-identity";

/** Stops a PostgreSQL that an earlier run left behind on `cluster`; there is never a second one on the directory. */
export async function stopStalePostmaster(cluster: string) {
  const file = join(cluster, "postmaster.pid");
  const pid = pidIn(file);
  if (pid === undefined || !isAlive(pid)) return;

  if (worksIn(pid, realpathSync(cluster))) await stopPostmaster(pid);
  else if (!anyoneWorksIn(realpathSync(cluster))) rmSync(file, { force: true });
}

/** Ends PostgreSQL the fast way (open transactions are undone, everything acknowledged is kept), harder if it does not obey. */
export async function stopPostmaster(pid: number) {
  for (const [signal, seconds] of [
    ["SIGINT", 15],
    ["SIGQUIT", 5],
    ["SIGKILL", 5],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    for (let waited = 0; waited < seconds * 1000; waited += 25) {
      if (!isAlive(pid)) return;
      await sleep(25);
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) does not stop: end it by hand and start again.`);
}

function pidIn(file: string) {
  try {
    const pid = Number.parseInt(readFileSync(file, "utf8"), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function anyoneWorksIn(directory: string) {
  if (process.platform !== "linux") return false;
  return readdirSync("/proc").some((name) => /^\d+$/.test(name) && worksIn(Number(name), directory));
}
