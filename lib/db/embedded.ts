import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { findBinaries } from "./binaries";
import { makeCluster } from "./cluster";
import { socketUrl, superuser } from "./own-url";
import { stopLeftovers, stopPostmaster } from "./postmaster";
import { endWithParent, findRunner, type Runner } from "./runner";
import { openSocketDirectory } from "./socket";

export type Embedded = { url: string; pid: number; ended: Promise<void>; stop: () => Promise<void> };

/** Starts the PostgreSQL that keeps its data in `dataDir`, and answers once it takes connections. */
export async function startEmbedded(dataDir: string, settings: Record<string, string> = {}): Promise<Embedded> {
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const home = realpathSync(dataDir);
  const cluster = join(home, "postgres");
  const binaries = await findBinaries();
  const runner = findRunner({ dataDir: home, program: binaries.postgres, cluster });

  await makeCluster(cluster, binaries, runner);
  const socket = openSocketDirectory(home, runner);
  const log = join(home, "postgres.log");
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 5_000_000) rmSync(log);
  const options = {
    port: "5432",
    listen_addresses: "",
    unix_socket_directories: `"${socket.path.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",
    max_connections: "100",
    log_timezone: "UTC",
    timezone: "UTC",
    ...settings,
  };
  const postmaster = await startWhenFree({ binaries, runner, cluster, socket: socket.path, log, options });
  await makeDatabase(socketUrl(socket.path, "postgres"));
  let isStopping = false;
  const ended = exit(postmaster).then(() => (isStopping ? socket.remove() : undefined));
  const stop = async () => {
    isStopping = true;
    if (isRunning(postmaster) && postmaster.pid) await stopPostmaster(postmaster.pid);
    await ended;
  };
  return { url: socketUrl(socket.path, superuser), pid: postmaster.pid ?? 0, ended, stop };
}

type Start = {
  binaries: { postgres: string };
  runner: Runner;
  cluster: string;
  socket: string;
  log: string;
  options: Record<string, string>;
};

/**
 * Whoever starts holds the lock of the directory, and what an earlier run left has ended: then PostgreSQL's own lock
 * files say nothing true. One may be cut off, or name a process that took the number or is a zombie, which PostgreSQL
 * believes in for ever.
 */
async function startWhenFree(given: Start) {
  const { cluster, socket, log } = given;
  for (let attempt = 1; ; attempt++) {
    await stopLeftovers(cluster);
    for (const lock of [join(cluster, "postmaster.pid"), join(socket, ".s.PGSQL.5432.lock")])
      rmSync(lock, { force: true });
    const saidBefore = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
    const postmaster = start(given);
    if (await answers(postmaster, socketUrl(socket, "postgres"))) return postmaster;
    const words = readFileSync(log).subarray(saidBefore).toString().trim();
    if (attempt === 20 || !/lock file|still in use|another post/i.test(words))
      throw new Error(`PostgreSQL did not start. Its last words, from ${log}:\n${words.slice(-1_000)}`);
    await sleep(250);
  }
}

function start({ binaries, runner, cluster, log, options }: Start) {
  const output = openSync(log, "a", 0o600);
  const flags = Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const [file, args] = runner.command(...endWithParent([binaries.postgres, ["-D", cluster, ...flags]]));
  const postmaster = spawn(file, args, {
    ...runner.options,
    stdio: ["ignore", output, output],
  });
  postmaster.on("error", () => {});
  closeSync(output);
  return postmaster;
}

// Recovery after a crash may take minutes, so this waits as long as PostgreSQL itself goes on trying.
async function answers(postmaster: ChildProcess, url: string) {
  while (isRunning(postmaster)) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on("error", () => {});
    const connected = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (connected) return isRunning(postmaster);
    await sleep(25);
  }
  return false;
}

async function makeDatabase(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query("select from pg_database where datname = $1", [superuser]);
  if (rowCount === 0) await client.query(`create database ${superuser}`);
  await client.end();
}

const isRunning = (child: ChildProcess) =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null;

const exit = (child: ChildProcess) =>
  new Promise<void>((resolve) => (isRunning(child) ? child.once("exit", () => resolve()) : resolve()));
