import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startMark } from "./process-identity";

const endsWithinMs = 45_000;

/**
 * Takes `directory` for this process, or throws a sentence when another one that still runs has it. One that is ending is
 * waited for: it lost the process which started it, or took the directory to end what was left there.
 */
export async function lockDirectory(
  directory: string,
  { startedBy = process.ppid, isEnding = false } = {},
): Promise<() => void> {
  const lock = lockIn(directory);
  const starterMark = (isEnding ? undefined : startMark(startedBy)) ?? "gone";
  const mine = JSON.stringify({ pid: process.pid, mark: startMark(process.pid), startedBy, starterMark });
  const draft = `${lock}.${process.pid}`;
  writeFileSync(draft, mine, { mode: 0o600 });
  try {
    const begunAt = performance.now();
    for (let attempts = 0; !claim(draft, lock); attempts++) {
      if (attempts >= 20 && performance.now() - begunAt > endsWithinMs)
        throw new Error(`${lock} is in the way: delete it if no Switchboard runs on ${directory}.`);
      if (!removeIfStale(lock, directory)) await sleep(50);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (read(lock) === mine) rmSync(lock, { force: true });
  };
}

// A hard link is made whole or not at all, so nobody ever reads half a lock.
function claim(draft: string, lock: string) {
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** False while the one that has the directory is ending. */
function removeIfStale(lock: string, directory: string) {
  const found = read(lock);
  if (found === undefined) return true;
  if (isHeld(found, directory)) return false;

  const aside = `${lock}.${process.pid}.stale`;
  renameIfThere(lock, aside);
  // Someone else may have replaced the stale lock between reading and moving it: then it goes back.
  if (read(aside) !== found) claim(aside, lock);
  rmSync(aside, { force: true });
  return true;
}

/** Throws a sentence when a Switchboard runs on `directory`; one that is ending does not count. */
export function refuseIfRunning(directory: string) {
  const found = read(lockIn(directory));
  if (found !== undefined) isHeld(found, directory);
}

function isHeld(found: string, directory: string) {
  const { pid, mark, startedBy, starterMark } = holder(found);
  if (mark === undefined || startMark(pid) !== mark) return false;
  const isEnding = starterMark !== undefined && startMark(startedBy) !== starterMark;
  if (isEnding) return true;
  throw new Error(
    `Switchboard already runs on ${directory} (process ${startedBy}). Stop that one first, choose another DATA_DIR, or give both the same DATABASE_URL.`,
  );
}

const lockIn = (directory: string) => join(directory, "switchboard.lock");

type Holder = { pid: number; mark?: string; startedBy: number; starterMark?: string };

function holder(text: string): Holder {
  try {
    return JSON.parse(text);
  } catch {
    return { pid: 0, startedBy: 0 };
  }
}

function read(path: string) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function renameIfThere(from: string, to: string) {
  try {
    renameSync(from, to);
  } catch {
    // Already moved by another starter: the next try sees who won.
  }
}
