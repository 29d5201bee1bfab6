import { spawn } from "node:child_process";
import { root } from "./root.mjs";
import { onStopRequest } from "./stop-signals.mjs";

const running = new Set();
let isStopping = false;

/** Runs one command to its end, showing what it says; answers its exit code. */
export async function runStep(file, args, options = {}) {
  return (await run(file, args, { output: "inherit", ...options })).code;
}

/** The same without showing it; answers `{ code, text }`. */
export function captureStep(file, args, options = {}) {
  return run(file, args, { output: "pipe", ...options });
}

function run(file, args, { env = {}, stdin = "ignore", output }) {
  onStopRequest(endAll);
  // A group of its own, so that its helpers end with it.
  const child = spawn(file, args, {
    cwd: root,
    detached: true,
    stdio: [stdin, output, output],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env },
  });
  running.add(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (part) => (text += part));
  return new Promise((resolve) => {
    const done = (code) => {
      running.delete(child);
      signalGroup(child, "SIGKILL");
      // Nothing goes on after what was stopped: this process is on its way out.
      if (!isStopping) resolve({ code: code ?? 1, text });
    };
    child.on("error", () => done(127));
    child.on("exit", () => signalGroup(child, "SIGKILL"));
    child.on("close", done);
  });
}

async function endAll() {
  isStopping = true;
  await Promise.all([...running].map(endGroup));
  process.exit(1);
}

async function endGroup(child) {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  signalGroup(child, "SIGTERM");
  const waitMs = setTimeout(() => signalGroup(child, "SIGKILL"), 10_000);
  await ended;
  clearTimeout(waitMs);
}

function signalGroup(child, signal) {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch {
    // Nobody is left in it.
  }
}
