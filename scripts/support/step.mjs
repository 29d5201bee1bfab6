import { spawn } from "node:child_process";
import { root } from "./root.mjs";
import { onStopRequest } from "./stop-signals.mjs";

const running = new Set();

/** Runs one command to its end, showing what it says; answers its exit code. */
export function runStep(file, args, { env = {}, stdin = "ignore", output = "inherit", limitMs } = {}) {
  onStopRequest(endAll);
  // A group of its own, so that its helpers end with it.
  const child = spawn(file, args, {
    cwd: root,
    detached: true,
    stdio: [stdin, output, output],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env },
  });
  running.add(child);
  const limit = limitMs && setTimeout(() => endGroup(child), limitMs);
  return new Promise((resolve) => {
    const done = (code) => {
      clearTimeout(limit);
      running.delete(child);
      signalGroup(child, "SIGKILL");
      resolve(code ?? 1);
    };
    child.on("error", () => done(127));
    child.on("exit", done);
  });
}

async function endAll() {
  await Promise.all([...running].map(endGroup));
  process.exit(1);
}

async function endGroup(child) {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  signalGroup(child, "SIGTERM");
  const patience = setTimeout(() => signalGroup(child, "SIGKILL"), 10_000);
  await ended;
  clearTimeout(patience);
}

function signalGroup(child, signal) {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch {
    // Nobody is left in it.
  }
}
