import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startMark } from "./process-identity";

/** Takes `directory` for this process, or throws a sentence when another one that still runs has it. */
export function lockDirectory(directory: string): () => void {
  const lock = join(directory, "switchboard.lock");
  const mine = JSON.stringify({ pid: process.pid, startedBy: process.ppid, mark: startMark(process.pid) });
  const draft = `${lock}.${process.pid}`;
  writeFileSync(draft, mine, { mode: 0o600 });
  try {
    for (let tries = 0; !claim(draft, lock); tries++) {
      if (tries === 20) throw new Error(`${lock} is in the way: delete it if no Switchboard runs on ${directory}.`);
      removeIfStale(lock, directory);
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

function removeIfStale(lock: string, directory: string) {
  const found = read(lock);
  if (found === undefined) return;
  const { pid, startedBy, mark } = holder(found);
  if (mark !== undefined && startMark(pid) === mark)
    throw new Error(
      `Switchboard already runs on ${directory} (process ${startedBy}). Stop that one first, choose another DATA_DIR, or give both the same DATABASE_URL.`,
    );

  const aside = `${lock}.${process.pid}.stale`;
  renameIfThere(lock, aside);
  // Someone else may have replaced the stale lock between reading and moving it: then it goes back.
  if (read(aside) !== found) claim(aside, lock);
  rmSync(aside, { force: true });
}

function holder(text: string): { pid: number; startedBy: number; mark: string | undefined } {
  try {
    return JSON.parse(text);
  } catch {
    return { pid: 0, startedBy: 0, mark: undefined };
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
