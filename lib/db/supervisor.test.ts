import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { isAlive, postgresProcesses } from "./process-identity";

let dataDir = "";

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "switchboard-supervisor-"));
  return () => rmSync(dataDir, { recursive: true, force: true });
});

test("the first start makes a directory only PostgreSQL's user can enter, and opens no TCP port", async () => {
  const { url, stop } = await keep();
  expect(statSync(join(dataDir, "postgres")).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, "socket")).mode & 0o777).toBe(0o700);
  expect(await ask(url, "show listen_addresses")).toEqual([{ listen_addresses: "" }]);
  expect(await ask(url, "show fsync")).toEqual([{ fsync: "on" }]);
  await ask(url, "create table kept (id int)");
  await stop();
  expect(running()).toEqual([]);
});

test("a second supervisor on the same directory refuses with a sentence that names DATABASE_URL", async () => {
  const { stop } = await keep();
  const second = forkSupervisor();
  let complaint = "";
  second.stderr?.on("data", (chunk) => (complaint += chunk));
  await once(second, "close");
  expect(complaint).toMatch(/^Switchboard already runs on .*DATABASE_URL\.\n$/);
  expect(second.exitCode).toBe(1);
  await stop();
});

test("a killed postmaster is started again with everything acknowledged", async () => {
  const { url, pid, stop } = await keep();
  await ask(url, "insert into kept values (1)");
  process.kill(pid, "SIGKILL");
  await expect.poll(() => ask(url, "select id from kept").catch(() => "down")).toEqual([{ id: 1 }]);
  await stop();
  expect(running()).toEqual([]);
});

test("after the supervisor is killed the next one opens the directory with everything acknowledged", async () => {
  const { url, child } = await keep();
  await ask(url, "insert into kept values (2)");
  child.kill("SIGKILL");
  const next = await keep();
  expect(await ask(next.url, "select id from kept order by id")).toEqual([{ id: 1 }, { id: 2 }]);
  await next.stop();
});

test("a PostgreSQL that nobody keeps any more is stopped first, so there is never a second one", async () => {
  const { url, pid, child } = await keep();
  process.kill(pid, "SIGSTOP");
  child.kill("SIGKILL");
  await once(child, "exit");
  setTimeout(() => process.kill(pid, "SIGCONT"), 500);
  const next = await keep();
  expect(isAlive(pid)).toBe(false);
  expect(next.pid).not.toBe(pid);
  expect(next.url).toBe(url);
  await next.stop();
});

// The second is dead only once its shell has become a program that takes no child away.
test.each([
  ["a process of the same user", "exec sleep 300"],
  ["a process that is dead and not yet taken away", "sleep 2 & echo $!; exec sleep 300"],
])("%s that took a dead PostgreSQL's number is not in the way, in no lock file", async (_who, script) => {
  const pid = await pidOf(script);
  writeLocks(`${pid}\n${join(dataDir, "postgres")}\n1\n5432\n`);
  const { url, stop } = await keep();
  expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(() => process.kill(pid, 0)).not.toThrow();
  await stop();
});

test.each(["", "12", "what is this"])(
  "lock files that were cut off while written (%j) are not in the way",
  async (text) => {
    writeLocks(text);
    const { url, stop } = await keep();
    expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
    await stop();
  },
);

test("a supervisor that is still ending after its launcher was killed is waited for", async () => {
  const starter = spawn("true");
  await once(starter, "exit");
  const { url, pid, child } = await keep(dataDir, starter.pid);
  await ask(url, "create table if not exists waited as select 1 as one");
  process.kill(pid, "SIGSTOP");
  child.disconnect();
  setTimeout(() => process.kill(pid, "SIGCONT"), 1_000);
  const next = await keep();
  expect(await ask(next.url, "select one from waited")).toEqual([{ one: 1 }]);
  await next.stop();
});

test("what stops a PostgreSQL whose supervisor crashed is waited for, whoever asked for it", async () => {
  const { pid, child } = await keep();
  process.kill(pid, "SIGSTOP");
  child.kill("SIGKILL");
  await once(child, "exit");
  const stopping = forkSupervisor(dataDir, "--stop");
  await expect.poll(() => existsSync(join(dataDir, "switchboard.lock")) && lockedBy()).toBe(stopping.pid);
  setTimeout(() => process.kill(pid, "SIGCONT"), 1_000);
  const next = await keep();
  expect(next.pid).not.toBe(pid);
  await next.stop();
});

test("a directory whose making was cut off is made again", async () => {
  const half = mkdtempSync(join(tmpdir(), "switchboard-half-"));
  onTestFinished(() => rmSync(half, { recursive: true, force: true }));
  const first = forkSupervisor(half);
  await expect.poll(() => readdirSync(half).join()).toContain("postgres.new-");
  first.kill("SIGKILL");
  const { url, stop } = await keep(half);
  expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(readdirSync(half).join()).not.toContain("postgres.new-");
  await stop();
});

test("a data directory with a very long path gets its socket in a short private one, which goes away again", async () => {
  const long = mkdtempSync(join(tmpdir(), `switchboard-${"long".repeat(25)}-`));
  onTestFinished(() => rmSync(long, { recursive: true, force: true }));
  const { url, pid, stop } = await keep(long);
  const directory = new URL(url).searchParams.get("host") ?? "";
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  process.kill(pid, "SIGKILL");
  await expect.poll(() => ask(url, "select 1 as one").catch(() => "down")).toEqual([{ one: 1 }]);
  await stop();
  expect(statSync(directory, { throwIfNoEntry: false })).toBeUndefined();
});

test("when the process that started it is gone the supervisor stops PostgreSQL and ends", async () => {
  const { child } = await keep();
  child.disconnect();
  await once(child, "exit");
  expect(child.exitCode).toBe(0);
  expect(running()).toEqual([]);
});

test("a supervisor whose starter goes before it has begun ends without starting PostgreSQL", async () => {
  const child = forkSupervisor();
  child.disconnect();
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(running()).toEqual([]);
});

async function keep(directory = dataDir, startedBy = process.pid) {
  const child = forkSupervisor(directory, startedBy);
  let complaint = "";
  child.stderr?.on("data", (chunk) => (complaint += chunk));
  const { url, pid } = await new Promise<{ url: string; pid: number }>((resolve, reject) => {
    child.once("message", (message: { ready: { url: string; pid: number } }) => resolve(message.ready));
    child.once("exit", () => reject(new Error(complaint)));
  });
  const stop = async () => {
    child.kill("SIGTERM");
    if (isRunning(child)) await once(child, "exit");
  };
  return { url, pid, child, stop };
}

const lockedBy = () => JSON.parse(readFileSync(join(dataDir, "switchboard.lock"), "utf8")).pid;

function forkSupervisor(directory = dataDir, startedBy: number | "--stop" = process.pid) {
  const child = fork(join(import.meta.dirname, "supervisor.ts"), [directory, String(startedBy)], {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  onTestFinished(async () => {
    if (!isRunning(child)) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  });
  return child;
}

/** Puts `text` into every file by which PostgreSQL tells whether another one has its directory or its socket. */
function writeLocks(text: string) {
  const places = [join(dataDir, "postgres", "postmaster.pid"), join(dataDir, "socket", ".s.PGSQL.5432.lock")];
  for (const place of places) writeFileSync(place, text, { mode: 0o666 });
}

/** The number of a process that PostgreSQL's own user runs here: what the script prints, or the shell itself. */
async function pidOf(script: string) {
  const { uid, gid } = statSync(join(dataDir, "postgres"));
  const shell = spawn("sh", ["-c", `echo $$; ${script}`], { uid, gid, stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void shell.kill("SIGKILL"));
  let said = "";
  shell.stdout.on("data", (chunk) => (said += chunk));
  const printed = script.includes("echo") ? 2 : 1;
  await expect.poll(() => said.trim().split("\n").length).toBe(printed);
  const pid = Number(said.trim().split("\n").at(-1));
  if (printed === 2) await expect.poll(() => isAlive(pid)).toBe(false);
  return pid;
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

async function ask(connectionString: string, statement: string) {
  const client = new Client({ connectionString });
  client.on("error", () => {});
  await client.connect();
  return (await client.query(statement).finally(() => client.end())).rows;
}

const running = () => postgresProcesses(join(dataDir, "postgres"));
