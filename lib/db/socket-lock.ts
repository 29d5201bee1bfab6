import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

const prefix = "switchboard.socket.";
const answerMs = 3_000;
const maxWaitMs = 45_000;

/**
 * Locks `directory` with a listening socket, which other containers see too. The system closes it when its process ends.
 * `stateOf` answers "ending", or names this process. Returns the unlock function, or undefined if the file system has no
 * sockets. Throws if a running Switchboard holds the lock.
 */
export async function lockWithSocket(directory: string, stateOf: () => string) {
  // Random, so that one of several that start together is alone in the end.
  for (const startedMs = performance.now(); ; await sleep(50 + 200 * Math.random())) {
    let isStarting = true;
    // It listens before it looks for others: of two that start together, at least one sees the other.
    const socket = await listenIn(directory, () => (isStarting ? "starting" : stateOf()));
    if (!socket) return undefined;
    try {
      const others = await statesIn(directory, socket.name);
      isStarting = others.length > 0;
      if (!isStarting) return socket.close;
      refuseRunning(directory, others);
      if (performance.now() - startedMs > maxWaitMs) throw alreadyRuns(directory, "it does not end");
    } finally {
      if (isStarting) socket.close();
    }
  }
}

/** True if a Switchboard that starts or ends holds the socket of `directory`. Throws if one runs. */
export async function isHeldBySocket(directory: string) {
  const states = await statesIn(directory);
  refuseRunning(directory, states);
  return states.length > 0;
}

function refuseRunning(directory: string, states: string[]) {
  const running = states.find((state) => state !== "starting" && state !== "ending");
  if (running) throw alreadyRuns(directory, running);
}

export const alreadyRuns = (directory: string, detail: string) =>
  new Error(
    `Switchboard already runs on ${directory} (${detail}). Stop that one first, choose another DATA_DIR, or give both the same DATABASE_URL.`,
  );

/** States of other processes. Deletes the sockets of ended ones, whose names are never used again. */
async function statesIn(directory: string, ownName?: string) {
  const names = readdirSync(directory).filter((name) => name.startsWith(prefix) && name !== ownName);
  const states = await onShortPath(directory, (short) => Promise.all(names.map((name) => stateAt(join(short, name)))));
  for (const [index, name] of names.entries())
    if (states[index] === "ended") rmSync(join(directory, name), { force: true });
  return states.filter((state) => state !== "ended");
}

/** "ended" if no process listens. A process that is stopped or that this user may not reach does not answer. */
export async function stateAt(path: string) {
  const socket = connect(path);
  const timer = setTimeout(() => socket.destroy(), answerMs);
  try {
    return (await text(socket)) || "ending";
  } catch (error) {
    const code = codeOf(error);
    if (code === "ECONNRESET") return "ending";
    return code === "ECONNREFUSED" || code === "ENOENT" ? "ended" : "it does not answer";
  } finally {
    clearTimeout(timer);
  }
}

async function listenIn(directory: string, answer: () => string) {
  const id = randomBytes(8).toString("hex");
  const [name, draft] = [`${prefix}${id}`, `switchboard.new-socket.${id}`];
  const server = createServer((socket) => socket.on("error", ignoreGone).end(answer())).unref();
  try {
    await onShortPath(directory, (short) => once(server.listen(join(short, draft)), "listening"));
  } catch (error) {
    if (withoutSockets.has(codeOf(error))) return undefined;
    throw error;
  }
  // Renamed when it listens, because a socket that does not listen yet looks like that of an ended process.
  renameSync(join(directory, draft), join(directory, name));
  const close = () => {
    rmSync(join(directory, name), { force: true });
    server.close();
  };
  return { name, close };
}

const withoutSockets = new Set(["EPERM", "EACCES", "EINVAL", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"]);

/** The other process has left and needs no answer. */
function ignoreGone() {}

const maxPathBytes = 103;
const longestName = "switchboard.new-socket.0123456789abcdef";

/** Calls `use` with a path to `directory` that is short enough for sockets in it. */
async function onShortPath<T>(directory: string, use: (short: string) => Promise<T>) {
  if (Buffer.byteLength(join(directory, longestName)) <= maxPathBytes) return use(directory);
  const folder = mkdtempSync(join(tmpdir(), "switchboard-lock-"));
  try {
    symlinkSync(resolve(directory), join(folder, "d"));
    return await use(join(folder, "d"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");
