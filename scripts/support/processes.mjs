import { fork } from "node:child_process";
import { root } from "./root.mjs";
import { onStopRequest } from "./stop-signals.mjs";

/**
 * Runs the processes that `plan` starts, until one of them ends or somebody asks to stop; then ends the others, last
 * started first, and answers an exit code. Each process sends `{ ready }` when it answers and ends with its IPC channel.
 */
export function runTogether(plan, { graceMs = 27_000, say = console.error } = {}) {
  const running = [];
  let stopping = false;

  return new Promise((resolve) => {
    const stop = async (code) => {
      if (stopping) return;
      stopping = true;
      for (const child of running.reverse()) await end(child, graceMs);
      resolve(code);
    };
    const start = (command) => {
      // Nothing more is started, and the plan never goes on, once everything is being ended.
      if (stopping) return new Promise(() => {});
      const child = begin(command);
      running.push(child);
      child.ended.then((how) => {
        if (!stopping) say(`${command.name} ended (${how}); everything else is being stopped.`);
        return stop(1);
      });
      return child.ready;
    };

    onStopRequest(() => stop(0));
    plan(start).catch((error) => {
      // What it needed may be gone because everything is being stopped.
      if (!stopping) say(error.message);
      return stop(1);
    });
  });
}

function begin({ file, args = [], env, execArgv = [], afterCrash }) {
  const launch = (argv) =>
    // A session of its own: a terminal's Ctrl-C reaches the launcher alone, which then stops them in order.
    fork(file, argv, { cwd: root, env, execArgv, detached: true, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const child = launch(args);
  const over = exited(child);
  const ready = new Promise((resolve) => child.on("message", (message) => message?.ready && resolve(message.ready)));
  const ended = over.then(async ({ code, signal }) => {
    if (afterCrash && code !== 0) await exited(launch(afterCrash));
    return signal ?? `exit code ${code}`;
  });
  return { child, ready, ended };
}

const exited = (child) =>
  new Promise((resolve) => {
    child.once("error", () => resolve({ code: 127, signal: null }));
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });

async function end({ child, ended }, graceMs) {
  child.kill("SIGTERM");
  const waitMs = setTimeout(() => child.kill("SIGKILL"), graceMs);
  await ended;
  clearTimeout(waitMs);
}
