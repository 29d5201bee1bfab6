import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { onStopRequest } from "@/lib/stop-request";
import { lockDirectory } from "./directory-lock";
import { freeBytesOn, watchDisk } from "./disk-watch";
import { type Embedded, startEmbedded } from "./embedded";
import { stopLeftovers } from "./postmaster";

/** Keeps PostgreSQL running on one directory for as long as the process that started this one is there to use it. */
async function keep(dataDir: string, startedBy: number) {
  let postgres: Embedded | undefined;
  let wanted = true;
  const letGo = () => {
    wanted = false;
    postgres?.stop().catch(fail);
  };
  await onStopRequest(letGo);

  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const unlock = await lockDirectory(dataDir, { startedBy });
  process.on("exit", unlock);

  const starts: number[] = [];
  while (wanted) {
    starts.push(performance.now());
    postgres = await startEmbedded(dataDir);
    const disk = watchDisk({ url: postgres.url, freeBytes: () => freeBytesOn(dataDir), say });
    if (wanted) await disk.look();
    else await postgres.stop();
    if (starts.length === 1) process.send?.({ ready: { url: postgres.url, pid: postgres.pid } });
    await postgres.ended;
    await disk.stop();
    if (wanted) say("PostgreSQL stopped by itself and is being started again.");
    if (isHopeless(starts)) throw new Error("PostgreSQL stopped five times within a minute.");
  }
}

const isHopeless = (starts: number[]) => starts.length >= 5 && performance.now() - (starts.at(-5) ?? 0) < 60_000;

function fail(error: unknown) {
  say(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

function say(sentence: string) {
  process.stderr.write(`${sentence}\n`);
}

/** Ends a PostgreSQL whose supervisor was killed; does nothing where another supervisor is in charge. */
async function stopForGood(dataDir: string) {
  const unlock = await lockDirectory(dataDir, { isEnding: true });
  await stopLeftovers(join(realpathSync(dataDir), "postgres"));
  unlock();
}

const [, , dataDir, order] = process.argv;
if (!dataDir) fail(new Error("The supervisor needs the data directory as its argument."));
else if (order === "--stop") stopForGood(dataDir).catch(() => {});
else keep(dataDir, Number(order) || process.ppid).then(() => process.exit(0), fail);
