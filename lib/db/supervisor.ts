import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { onStopRequest } from "@/lib/stop-request";
import { lockDirectory } from "./directory-lock";
import { freeBytesOn, lowBytes, watchDisk } from "./disk-watch";
import { type Embedded, startEmbedded } from "./embedded";
import { stopLeftovers } from "./postmaster";
import { createReserve } from "./reserve";

/** Runs and restarts PostgreSQL on one directory until a stop signal, or until the parent process is gone. */
async function supervise(dataDir: string, startedBy: number) {
  let postgres: Embedded | undefined;
  let shouldRun = true;
  const stop = () => {
    shouldRun = false;
    postgres?.stop().catch(fail);
  };
  await onStopRequest(stop);

  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const unlock = await lockDirectory(dataDir, { startedBy, isEnding: () => !shouldRun });
  process.on("exit", unlock);

  const reserve = createReserve(dataDir);
  const starts: number[] = [];
  while (shouldRun) {
    starts.push(performance.now());
    // On a full disk PostgreSQL could not start.
    if (freeBytesOn(dataDir) < lowBytes) await reserve.release();
    postgres = await startEmbedded(dataDir);
    const disk = watchDisk({ url: postgres.url, freeBytes: () => freeBytesOn(dataDir), log: writeError, reserve });
    if (shouldRun) await disk.check();
    else await postgres.stop();
    if (starts.length === 1) process.send?.({ ready: { url: postgres.url, pid: postgres.pid } });
    await postgres.ended;
    await disk.stop();
    if (shouldRun) writeError("PostgreSQL stopped by itself and is being started again.");
    if (isHopeless(starts)) throw new Error("PostgreSQL stopped five times within a minute.");
  }
}

const isHopeless = (starts: number[]) => starts.length >= 5 && performance.now() - (starts.at(-5) ?? 0) < 60_000;

function fail(error: unknown) {
  writeError(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

function writeError(sentence: string) {
  process.stderr.write(`${sentence}\n`);
}

/** Stops a PostgreSQL whose supervisor was killed. Rejects if another supervisor runs it. */
async function stopForGood(dataDir: string) {
  const unlock = await lockDirectory(dataDir, { isEnding: () => true });
  await stopLeftovers(join(realpathSync(dataDir), "postgres"));
  unlock();
}

/** Another supervisor runs it, or it does not stop: the next start reports that. */
function leaveRunning() {}

const [, , dataDir, parentOrMode] = process.argv;
if (!dataDir) fail(new Error("The supervisor needs the data directory as its argument."));
else if (parentOrMode === "--stop") stopForGood(dataDir).catch(leaveRunning);
else supervise(dataDir, Number(parentOrMode) || process.ppid).then(() => process.exit(0), fail);
