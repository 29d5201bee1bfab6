import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";

let stop;
let isStopping = false;

/** Calls `handler` once, at a stop signal or when the parent npm is gone. Replaces an earlier handler. */
export function onStopRequest(handler) {
  if (stop === undefined) listen();
  stop = handler;
}

function listen() {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, stopOnce);

  // npm forwards no signals, and never leaves its scripts running on purpose, as a shell can.
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const npm = findNpm(parent);
  setInterval(() => (process.ppid !== parent || !isAlive(npm)) && stopOnce(), 500).unref();
}

function stopOnce() {
  if (isStopping) return;
  isStopping = true;
  stop();
}

// npm runs scripts through a shell, which on some systems stays as the parent and outlives npm.
function findNpm(pid) {
  try {
    const { name, parent } = process.platform === "linux" ? fromProc(pid) : fromPs(pid);
    return /^-?(ba|da|a|z|k)?sh$/.test(basename(name)) ? parent : pid;
  } catch {
    return pid;
  }
}

function fromProc(pid) {
  const [, name, parent] = readFileSync(`/proc/${pid}/stat`, "utf8").match(/\((.*)\) . (\d+)/s);
  return { name, parent: Number(parent) };
}

function fromPs(pid) {
  const line = execFileSync("ps", ["-o", "ppid=,comm=", "-p", String(pid)], { encoding: "utf8" });
  const [parent, name] = line.trim().split(/\s+/);
  return { name, parent: Number(parent) };
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
