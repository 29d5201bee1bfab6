import { fork } from "node:child_process";
import { root } from "./root.mjs";
import { onStopRequest } from "./stop-signals.mjs";

/**
 * Runs the processes that `plan` starts until one of them ends or a stop is requested. Then ends the others, last started
 * first, and resolves to an exit code. Each process sends `{ ready }` when it is ready, and ends with its IPC channel.
 */
export function runTogether(plan, { graceMs = 27_000, log = console.error } = {}) {
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
      // During a stop no process is started, and the plan never continues.
      if (stopping) return new Promise(() => {});
      const child = startProcess(command);
      running.push(child);
      child.ended.then((result) => {
        if (!stopping) log(`${command.name} ended (${result}); everything else is being stopped.`);
        return stop(1);
      });
      return child.ready;
    };

    onStopRequest(() => stop(0));
    plan(start).catch((error) => {
      // During a stop, the error is only a consequence of ended processes.
      if (!stopping) log(error.message);
      return stop(1);
    });
  });
}

function startProcess({ file, args = [], env, execArgv = [], afterCrash, onMessage }) {
  const launch = (argv) =>
    // In its own session, so that Ctrl-C only reaches the launcher, which stops the processes in order.
    fork(file, argv, { cwd: root, env, execArgv, detached: true, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const child = launch(args);
  const exit = exited(child);
  const send = (message) => child.connected && child.send(message, () => {});
  const ready = new Promise((resolve) =>
    child.on("message", (message) => (message?.ready ? resolve({ ...message.ready, send }) : onMessage?.(message))),
  );
  const ended = exit.then(async ({ code, signal }) => {
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
  const killTimer = setTimeout(() => child.kill("SIGKILL"), graceMs);
  await ended;
  clearTimeout(killTimer);
}
