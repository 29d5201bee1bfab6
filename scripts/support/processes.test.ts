import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, onTestFinished, test } from "vitest";

const launcher = fileURLToPath(new URL("../testing/stand-ins/launcher.mjs", import.meta.url));
const { npm_lifecycle_event, ...env } = process.env;

type WatchedRun = { child: ChildProcess; output: () => string; pid: (name: string) => number; pids: () => number[] };
const runs: WatchedRun[] = [];

afterEach(() => {
  for (const pid of runs.splice(0).flatMap((run) => run.pids())) if (isAlive(pid)) process.kill(pid, "SIGKILL");
});

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("ends all processes at %s, last started first", async (signal) => {
  const run = await launch("database", "platform", "app");
  run.child.kill(signal);
  await expect.poll(() => run.child.exitCode).toBe(0);
  expect(run.output().match(/\w+ stopped/g)).toEqual(["app stopped", "platform stopped", "database stopped"]);
  await expectNoProcess(run);
});

test("a second signal does not shorten the drain", async () => {
  const run = await launch("database", "app:500");
  run.child.kill("SIGTERM");
  run.child.kill("SIGTERM");
  await once(run.child, "exit");
  expect(run.output()).toContain("app stopped");
});

test("does not report errors that a stop causes", async () => {
  const run = await watch(spawn(process.execPath, [launcher, "database"], { env: { ...env, NEEDS_ALL: "1" } }));
  run.child.kill("SIGTERM");
  await expect.poll(() => run.child.exitCode).toBe(0);
  expect(run.output()).not.toContain("What is needed is gone.");
});

test("kills a process that does not end in time", async () => {
  const run = await launch("database", "app:60000");
  run.child.kill("SIGTERM");
  await expectNoProcess(run);
  expect(run.output()).not.toContain("app stopped");
});

test.each(["database", "platform", "app"])(
  "ends the others with a message and exit code 1 when %s is killed",
  async (name) => {
    const run = await launch("database", "platform", "app");
    process.kill(run.pid(name), "SIGKILL");
    await expect.poll(() => run.child.exitCode).toBe(1);
    expect(run.output()).toContain(`${name} ended (SIGKILL); everything else is being stopped.`);
    await expectNoProcess(run);
  },
);

test("leaves no process when the launcher is killed", async () => {
  const run = await launch("database", "platform", "app");
  process.kill(run.pid("launcher"), "SIGKILL");
  await expectNoProcess(run);
});

test.each(["SIGTERM", "SIGKILL"] as const)("leaves no process when npm gets %s", async (signal) => {
  const run = await launchThroughNpm();
  run.child.kill(signal);
  await expectNoProcess(run);
});

test("Ctrl-C at a terminal, which signals npm and the launcher, stops all in order", async () => {
  const run = await launchThroughNpm();
  process.kill(-(run.child.pid ?? 0), "SIGINT");
  await expectNoProcess(run);
  expect(run.output()).toContain("app stopped");
});

function launchThroughNpm() {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-npm-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const start = `node ${JSON.stringify(launcher)} database app`;
  writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: { start } }));
  return watch(spawn("npm", ["start"], { cwd: folder, env, detached: true }));
}

const launch = (...children: string[]) => watch(spawn(process.execPath, [launcher, ...children], { env }));

async function watch(child: ChildProcess) {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (text += chunk));
  const reported = () =>
    [...text.matchAll(/\{"name":"(\w+)[^"]*","pid":(\d+)\}/g)].map(([, name, pid]) => ({ name, pid: Number(pid) }));
  const run = {
    child,
    output: () => text,
    pid: (name: string) => reported().find((process) => process.name === name)?.pid ?? Number.NaN,
    pids: () => [child.pid ?? 0, ...reported().map(({ pid }) => pid)],
  };
  runs.push(run);
  await expect.poll(() => text).toContain("all ready");
  return run;
}

async function expectNoProcess(run: WatchedRun) {
  await expect.poll(() => run.pids().filter(isAlive)).toEqual([]);
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
