import { spawn } from "node:child_process";
import { root } from "./root.mjs";
import { onStopRequest } from "./stop-signals.mjs";

const running = new Set();
let isStopping = false;

/** Runs a command, shows its output and resolves to its exit code. */
export async function runStep(file, args, options = {}) {
  return (await run(file, args, { output: "inherit", ...options })).code;
}

/** Runs a command without showing its output. Resolves to `{ code, text }`. */
export function captureStep(file, args, options = {}) {
  return run(file, args, { output: "pipe", ...options });
}

/**
 * Runs a command with a line that says what it does and how long it takes. On a terminal the line counts the seconds. The
 * command's own output is shown only if it fails.
 */
export async function runTimed(title, file, args, options = {}) {
  const startedMs = performance.now();
  const line = () => `${title}… ${Math.round((performance.now() - startedMs) / 1000)} s`;
  const { isTTY } = process.stdout;
  const timer = isTTY && setInterval(() => process.stdout.write(`\r${line()}`), 1000);
  if (isTTY) process.stdout.write(line());
  const { code, text } = await captureStep(file, args, options);
  clearInterval(timer);
  console.log(`${isTTY ? "\r" : ""}${line()}`);
  if (code !== 0) console.error(text);
  return code;
}

function run(file, args, { env = {}, stdin = "ignore", output }) {
  onStopRequest(endAll);
  // In its own process group, so that its children end with it.
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
      // During a stop the promise stays pending, because this process is about to exit.
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
  const killTimer = setTimeout(() => signalGroup(child, "SIGKILL"), 10_000);
  await ended;
  clearTimeout(killTimer);
}

function signalGroup(child, signal) {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch {
    // The group is empty.
  }
}
