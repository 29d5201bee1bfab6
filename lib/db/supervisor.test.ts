import { type ChildProcess, fork, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Client } from "pg";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { createBundler } from "@/lib/testing/run-script";
import { socketUrl, superuser } from "./own-url";
import { isAlive, postgresProcesses } from "./process-identity";

const supervisor = await createBundler()("lib/db/supervisor.ts");
let dataDir = "";

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "switchboard-supervisor-"));
  return () => rmSync(dataDir, { recursive: true, force: true });
});

test("creates a private data directory and opens no TCP port", async () => {
  const { url, stop } = await startSupervisor();
  expect(statSync(join(dataDir, "postgres")).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, "socket")).mode & 0o777).toBe(0o700);
  expect(await ask(url, "show listen_addresses")).toEqual([{ listen_addresses: "" }]);
  expect(await ask(url, "show fsync")).toEqual([{ fsync: "on" }]);
  await ask(url, "create table kept (id int)");
  await stop();
  expect(running()).toEqual([]);
});

test("refuses a second supervisor on the same directory", async () => {
  const { stop } = await startSupervisor();
  const second = forkSupervisor();
  let errorText = "";
  second.stderr?.on("data", (chunk) => (errorText += chunk));
  await once(second, "close");
  expect(errorText).toMatch(/^Switchboard already runs on .*DATABASE_URL\.\n$/);
  expect(second.exitCode).toBe(1);
  await stop();
});

const namespaces = ["-pif", "--mount-proc"];
const hasNamespaces = spawnSync("unshare", [...namespaces, "true"]).status === 0;

// Needs Linux and the right to make namespaces, as root has.
test.skipIf(!hasNamespaces)("refuses a second supervisor in another container and leaves the first alone", async () => {
  const { url, stop } = await startSupervisor();
  const lockFile = readFileSync(join(dataDir, "switchboard.lock"), "utf8");
  const postmasterFile = readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8");
  const second = inContainer();
  expect(await text(second.stderr)).toMatch(/^Switchboard already runs on .*DATABASE_URL\.\n$/);
  expect(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8")).toBe(postmasterFile);
  expect(readFileSync(join(dataDir, "switchboard.lock"), "utf8")).toBe(lockFile);
  expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
  await stop();
});

test.skipIf(!hasNamespaces)("starts without help after another container was lost", async () => {
  const first = inContainer();
  const url = socketUrl(join(dataDir, "socket"), superuser);
  await expect.poll(() => ask(url, "select 1 as one").catch(() => "down")).toEqual([{ one: 1 }]);
  first.kill("SIGKILL");
  const next = await startSupervisor();
  expect(await ask(next.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await next.stop();
});

test("refuses a second supervisor while the first is stopped", async () => {
  const { child, stop } = await startSupervisor();
  child.kill("SIGSTOP");
  await expect(startSupervisor()).rejects.toThrow(/^Switchboard already runs on .* \(it does not answer\)/);
  child.kill("SIGCONT");
  await stop();
});

test("starts one of several that start together over the lock of a killed one", async () => {
  const { child } = await startSupervisor();
  child.kill("SIGKILL");
  await once(child, "exit");
  const starts = await Promise.allSettled([1, 2, 3, 4].map(() => startSupervisor()));
  const started = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
  expect(started).toHaveLength(1);
  for (const start of starts)
    if (start.status === "rejected") expect(start.reason.message).toMatch(/^Switchboard already runs on/);
  await started[0]?.stop();
  expect(readdirSync(dataDir).filter((name) => name.startsWith("switchboard."))).toEqual([]);
});

test("waits for a PostgreSQL of another container whose supervisor was killed", async () => {
  const postgres = createServer();
  await once(postgres.listen(join(dataDir, "socket", ".s.PGSQL.5432")), "listening");
  setTimeout(() => postgres.close(), 2_000);
  const { url, stop } = await startSupervisor();
  expect(postgres.listening).toBe(false);
  expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
  await stop();
});

test("restarts a killed postmaster with all committed data", async () => {
  const { url, pid, stop } = await startSupervisor();
  await ask(url, "insert into kept values (1)");
  process.kill(pid, "SIGKILL");
  await expect.poll(() => ask(url, "select id from kept").catch(() => "down")).toEqual([{ id: 1 }]);
  await stop();
  expect(running()).toEqual([]);
});

test("opens the directory with all committed data after the supervisor was killed", async () => {
  const { url, child } = await startSupervisor();
  await ask(url, "insert into kept values (2)");
  child.kill("SIGKILL");
  const next = await startSupervisor();
  expect(await ask(next.url, "select id from kept order by id")).toEqual([{ id: 1 }, { id: 2 }]);
  await next.stop();
});

test("stops an orphaned PostgreSQL before it starts its own", async () => {
  const { url, pid, child } = await startSupervisor();
  process.kill(pid, "SIGSTOP");
  child.kill("SIGKILL");
  await once(child, "exit");
  setTimeout(() => process.kill(pid, "SIGCONT"), 500);
  const next = await startSupervisor();
  expect(isAlive(pid)).toBe(false);
  expect(next.pid).not.toBe(pid);
  expect(next.url).toBe(url);
  await next.stop();
});

// The second is a zombie once its shell has become a program that reaps no children.
test.each([
  ["a process of the same user", "exec sleep 300"],
  ["a zombie", "sleep 2 & echo $!; exec sleep 300"],
])("starts when lock files name %s", async (_who, script) => {
  const pid = await pidOf(script);
  writeLocks(`${pid}\n${join(dataDir, "postgres")}\n1\n5432\n`);
  const { url, stop } = await startSupervisor();
  expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(() => process.kill(pid, 0)).not.toThrow();
  await stop();
});

test.each(["", "12", "what is this"])("starts when lock files are truncated (%j)", async (text) => {
  writeLocks(text);
  const { url, stop } = await startSupervisor();
  expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
  await stop();
});

test("waits for a supervisor that is ending after its launcher was killed", async () => {
  const starter = spawn("true");
  await once(starter, "exit");
  const { url, pid, child } = await startSupervisor(dataDir, starter.pid);
  await ask(url, "create table if not exists waited as select 1 as one");
  process.kill(pid, "SIGSTOP");
  child.disconnect();
  setTimeout(() => process.kill(pid, "SIGCONT"), 1_000);
  const next = await startSupervisor();
  expect(await ask(next.url, "select one from waited")).toEqual([{ one: 1 }]);
  await next.stop();
});

test("waits for a process that stops an orphaned PostgreSQL", async () => {
  const { pid, child } = await startSupervisor();
  process.kill(pid, "SIGSTOP");
  child.kill("SIGKILL");
  await once(child, "exit");
  const stopping = forkSupervisor(dataDir, "--stop");
  await expect.poll(() => existsSync(join(dataDir, "switchboard.lock")) && lockedBy()).toBe(stopping.pid);
  setTimeout(() => process.kill(pid, "SIGCONT"), 1_000);
  const next = await startSupervisor();
  expect(next.pid).not.toBe(pid);
  await next.stop();
});

test("creates a directory again whose creation was interrupted", async () => {
  const half = mkdtempSync(join(tmpdir(), "switchboard-half-"));
  onTestFinished(() => rmSync(half, { recursive: true, force: true }));
  const first = forkSupervisor(half);
  await expect.poll(() => readdirSync(half).join()).toContain("postgres.new-");
  first.kill("SIGKILL");
  const { url, stop } = await startSupervisor(half);
  expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(readdirSync(half).join()).not.toContain("postgres.new-");
  await stop();
});

test("uses a short private socket directory when the data directory's path is long", async () => {
  const long = mkdtempSync(join(tmpdir(), `switchboard-${"long".repeat(25)}-`));
  onTestFinished(() => rmSync(long, { recursive: true, force: true }));
  const { url, pid, stop } = await startSupervisor(long);
  const directory = new URL(url).searchParams.get("host") ?? "";
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  process.kill(pid, "SIGKILL");
  await expect.poll(() => ask(url, "select 1 as one").catch(() => "down")).toEqual([{ one: 1 }]);
  await stop();
  expect(statSync(directory, { throwIfNoEntry: false })).toBeUndefined();
});

test("stops PostgreSQL and exits when its parent process is gone", async () => {
  const { child } = await startSupervisor();
  child.disconnect();
  await once(child, "exit");
  expect(child.exitCode).toBe(0);
  expect(running()).toEqual([]);
});

test("exits without starting PostgreSQL when its parent process was gone before", async () => {
  const child = forkSupervisor();
  child.disconnect();
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(running()).toEqual([]);
});

async function startSupervisor(directory = dataDir, startedBy = process.pid) {
  const child = forkSupervisor(directory, startedBy);
  let errorText = "";
  child.stderr?.on("data", (chunk) => (errorText += chunk));
  const { url, pid } = await new Promise<{ url: string; pid: number }>((resolve, reject) => {
    child.once("message", (message: { ready: { url: string; pid: number } }) => resolve(message.ready));
    child.once("exit", () => reject(new Error(errorText)));
  });
  const stop = async () => {
    child.kill("SIGTERM");
    if (isRunning(child)) await once(child, "exit");
  };
  return { url, pid, child, stop };
}

const lockedBy = () => JSON.parse(readFileSync(join(dataDir, "switchboard.lock"), "utf8")).pid;

function forkSupervisor(directory = dataDir, startedBy: number | "--stop" = process.pid) {
  const child = fork(supervisor, [directory, String(startedBy)], {
    execArgv: [],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  onTestFinished(async () => {
    if (!isRunning(child)) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  });
  return child;
}

/** Starts a supervisor that sees no process of this one, as in another container on the same volume. */
function inContainer(directory = dataDir) {
  const script = `"$@" $$; exit $?`;
  const command = ["sh", "-c", script, "sh", process.execPath, supervisor, directory];
  const child = spawn("unshare", [...namespaces, "--kill-child", ...command], { stdio: ["ignore", "ignore", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Writes `text` into PostgreSQL's lock files of the data directory and the socket. */
function writeLocks(text: string) {
  const lockFiles = [join(dataDir, "postgres", "postmaster.pid"), join(dataDir, "socket", ".s.PGSQL.5432.lock")];
  for (const lockFile of lockFiles) writeFileSync(lockFile, text, { mode: 0o666 });
}

/** The ID of a process of PostgreSQL's user: the one that the script prints, or its shell. */
async function pidOf(script: string) {
  const { uid, gid } = statSync(join(dataDir, "postgres"));
  const shell = spawn("sh", ["-c", `echo $$; ${script}`], { uid, gid, stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void shell.kill("SIGKILL"));
  let output = "";
  shell.stdout.on("data", (chunk) => (output += chunk));
  const printed = script.includes("echo") ? 2 : 1;
  await expect.poll(() => output.trim().split("\n").length).toBe(printed);
  const pid = Number(output.trim().split("\n").at(-1));
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
