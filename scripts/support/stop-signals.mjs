import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";

let stop;
let asked = false;

/** Has `handler`, in place of the one before it, called once: when this process is asked to end or the npm above it is gone. */
export function onStopRequest(handler) {
  if (stop === undefined) listen();
  stop = handler;
}

function listen() {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, ask);

  // npm forwards no signals. A shell may leave what it started running on purpose; npm never does.
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const npm = aboveShell(parent);
  setInterval(() => (process.ppid !== parent || !isAlive(npm)) && ask(), 500).unref();
}

function ask() {
  if (asked) return;
  asked = true;
  stop();
}

// npm runs scripts through a shell, which on some systems stays in between and outlives npm.
function aboveShell(pid) {
  try {
    const { name, above } = process.platform === "linux" ? fromProc(pid) : fromPs(pid);
    return /^-?(ba|da|a|z|k)?sh$/.test(basename(name)) ? above : pid;
  } catch {
    return pid;
  }
}

function fromProc(pid) {
  const [, name, above] = readFileSync(`/proc/${pid}/stat`, "utf8").match(/\((.*)\) . (\d+)/s);
  return { name, above: Number(above) };
}

function fromPs(pid) {
  const line = execFileSync("ps", ["-o", "ppid=,comm=", "-p", String(pid)], { encoding: "utf8" });
  const [above, name] = line.trim().split(/\s+/);
  return { name, above: Number(above) };
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
