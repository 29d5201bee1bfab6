import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startMark } from "./process-identity";
import { alreadyRuns, isHeldBySocket, lockWithSocket } from "./socket-lock";

const maxWaitMs = 45_000;

/**
 * Locks `directory` and returns the unlock function. Throws if a running Switchboard holds the lock. Waits for a holder
 * that is ending: its parent process is gone, it stops, or it only stops leftovers.
 */
export async function lockDirectory(
  directory: string,
  { startedBy = process.ppid, isEnding = isNever }: { startedBy?: number; isEnding?: () => boolean } = {},
): Promise<() => void> {
  const starterMark = startMark(startedBy);
  const isEndingNow = () => isEnding() || starterMark === undefined || startMark(startedBy) !== starterMark;
  const closeSocket = await lockWithSocket(directory, () =>
    isEndingNow() ? "ending" : `process ${startedBy} on ${hostname()}`,
  );
  try {
    const removeFile = await lockWithFile(directory, startedBy, (isEnding() ? undefined : starterMark) ?? "gone");
    return () => {
      removeFile();
      closeSocket?.();
    };
  } catch (error) {
    closeSocket?.();
    throw error;
  }
}

const isNever = () => false;

/** Keeps out other processes if the file system has no sockets, and a Switchboard of a version that has only this lock. */
async function lockWithFile(directory: string, startedBy: number, starterMark: string) {
  const lock = lockIn(directory);
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
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** Removes a lock whose holder is gone. False while the holder is ending. */
function removeIfStale(lock: string, directory: string) {
  const lockText = read(lock);
  if (lockText === undefined) return true;
  if (isHeld(lockText, directory)) return false;

  const aside = `${lock}.${process.pid}.stale`;
  // Another process has moved or removed it. The next attempt reads the lock that is there then.
  if (!moveIfThere(lock, aside)) return true;
  // If another process replaced the stale lock before it was moved, the new lock is put back.
  if (read(aside) !== lockText) tryLink(aside, lock);
  rmSync(aside, { force: true });
  return true;
}

/** Throws if a Switchboard runs on `directory`. One that is ending does not count. */
export async function refuseIfRunning(directory: string) {
  if (await isHeldBySocket(directory)) return;
  const lockText = read(lockIn(directory));
  if (lockText !== undefined) isHeld(lockText, directory);
}

function isHeld(lockText: string, directory: string) {
  const { pid, mark, startedBy, starterMark } = parseHolder(lockText);
  if (mark === undefined || startMark(pid) !== mark) return false;
  const isEnding = starterMark !== undefined && startMark(startedBy) !== starterMark;
  if (isEnding) return true;
  throw alreadyRuns(directory, `process ${startedBy}`);
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

function moveIfThere(from: string, to: string) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  }
}

const hasCode = (error: unknown, code: string) => error instanceof Error && "code" in error && error.code === code;
