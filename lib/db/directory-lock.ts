import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startMark } from "./process-identity";

const maxWaitMs = 45_000;

/**
 * Locks `directory` and returns the unlock function. Throws if a running Switchboard holds the lock. Waits for a holder
 * that is ending, because its parent process is gone or it only stops leftovers.
 */
export async function lockDirectory(
  directory: string,
  { startedBy = process.ppid, isEnding = false } = {},
): Promise<() => void> {
  const lock = lockIn(directory);
  const starterMark = (isEnding ? undefined : startMark(startedBy)) ?? "gone";
  const ownLock = JSON.stringify({ pid: process.pid, mark: startMark(process.pid), startedBy, starterMark });
  const draft = `${lock}.${process.pid}`;
  writeFileSync(draft, ownLock, { mode: 0o600 });
  try {
    const startedMs = performance.now();
    for (let attempts = 0; !tryLink(draft, lock); attempts++) {
      if (attempts >= 20 && performance.now() - startedMs > maxWaitMs)
        throw new Error(`${lock} is in the way: delete it if no Switchboard runs on ${directory}.`);
      if (!removeIfStale(lock, directory)) await sleep(50);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (read(lock) === ownLock) rmSync(lock, { force: true });
  };
}

// Creating a hard link is atomic, so no process reads a partial lock file.
function tryLink(draft: string, lock: string) {
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Removes a lock whose holder is gone. False while the holder is ending. */
function removeIfStale(lock: string, directory: string) {
  const lockText = read(lock);
  if (lockText === undefined) return true;
  if (isHeld(lockText, directory)) return false;

  const aside = `${lock}.${process.pid}.stale`;
  renameIfThere(lock, aside);
  // If another process replaced the stale lock before it was moved, the new lock is put back.
  if (read(aside) !== lockText) tryLink(aside, lock);
  rmSync(aside, { force: true });
  return true;
}

/** Throws if a Switchboard runs on `directory`. One that is ending does not count. */
export function refuseIfRunning(directory: string) {
  const lockText = read(lockIn(directory));
  if (lockText !== undefined) isHeld(lockText, directory);
}

function isHeld(lockText: string, directory: string) {
  const { pid, mark, startedBy, starterMark } = parseHolder(lockText);
  if (mark === undefined || startMark(pid) !== mark) return false;
  const isEnding = starterMark !== undefined && startMark(startedBy) !== starterMark;
  if (isEnding) return true;
  throw new Error(
    `Switchboard already runs on ${directory} (process ${startedBy}). Stop that one first, choose another DATA_DIR, or give both the same DATABASE_URL.`,
  );
}

const lockIn = (directory: string) => join(directory, "switchboard.lock");

type LockHolder = { pid: number; mark?: string; startedBy: number; starterMark?: string };

function parseHolder(text: string): LockHolder {
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
    // Another process has moved it. The next attempt reads the new lock.
  }
}
