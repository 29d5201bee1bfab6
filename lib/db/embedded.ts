import { type ChildProcess, spawn } from "node:child_process";
import {
  chownSync,
  closeSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { findBinaries } from "./binaries";
import { canConnect } from "./client";
import { makeCluster, makePrivate } from "./cluster";
import { socketUrl, superuser } from "./own-url";
import { stopLeftovers, stopPostmaster } from "./postmaster";
import { endWithParent, findRunner, type Runner } from "./runner";
import { stateAt } from "./socket-lock";

const maxShutdownMs = 45_000;

export type Embedded = { url: string; pid: number; ended: Promise<void>; stop: () => Promise<void> };

/** Starts PostgreSQL on `dataDir`. Resolves when it accepts connections. */
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
  const ended = exited(postmaster).then(() => (isStopping ? socket.remove() : undefined));
  const stop = async () => {
    isStopping = true;
    if (isRunning(postmaster) && postmaster.pid) await stopPostmaster(postmaster.pid);
    await ended;
  };
  return { url: socketUrl(socket.path, superuser), pid: postmaster.pid ?? 0, ended, stop };
}

type StartOptions = {
  binaries: { postgres: string };
  runner: Runner;
  cluster: string;
  socket: string;
  log: string;
  options: Record<string, string>;
};

/**
 * Deletes PostgreSQL's own lock files first. They are stale, because the caller holds our lock and leftovers have ended.
 * A truncated one, or one that names a reused process ID or a zombie, would prevent the start forever.
 */
async function startWhenFree(startOptions: StartOptions) {
  const { cluster, socket, log } = startOptions;
  for (let attempt = 1; ; attempt++) {
    await stopLeftovers(cluster);
    await waitUntilSilent(join(socket, ".s.PGSQL.5432"), cluster);
    for (const lock of [join(cluster, "postmaster.pid"), join(socket, ".s.PGSQL.5432.lock")])
      rmSync(lock, { force: true });
    const previousLogBytes = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
    const postmaster = start(startOptions);
    if (await waitUntilReady(postmaster, socketUrl(socket, "postgres"))) return postmaster;
    const output = readFileSync(log).subarray(previousLogBytes).toString().trim();
    if (attempt === 20 || !/lock file|still in use|another post/i.test(output))
      throw new Error(`PostgreSQL did not start. Its last words, from ${log}:\n${output.slice(-1_000)}`);
    await sleep(250);
  }
}

/** A PostgreSQL of another container is no visible leftover. It ends by itself if only its supervisor was killed. */
async function waitUntilSilent(socket: string, cluster: string) {
  for (const startedMs = performance.now(); (await stateAt(socket)) !== "ended"; await sleep(250))
    if (performance.now() - startedMs > maxShutdownMs)
      throw new Error(`PostgreSQL runs on ${cluster} in another container. Stop that container first.`);
}

function start({ binaries, runner, cluster, log, options }: StartOptions) {
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

// No time limit while the process runs, because recovery after a crash can take minutes.
async function waitUntilReady(postmaster: ChildProcess, url: string) {
  while (isRunning(postmaster)) {
    if (await canConnect(url)) return isRunning(postmaster);
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

const exited = (child: ChildProcess) =>
  new Promise<void>((resolve) => (isRunning(child) ? child.once("exit", () => resolve()) : resolve()));

const maxPathBytes = 107;

/** PostgreSQL's private socket directory: `socket` in the data directory, or a short path to which `socket` links. */
function openSocketDirectory(home: string, runner: Runner) {
  const standardPath = join(home, "socket");
  if (Buffer.byteLength(join(standardPath, ".s.PGSQL.5432")) <= maxPathBytes) {
    if (statsOf(standardPath)?.isSymbolicLink()) rmSync(standardPath);
    makePrivate(standardPath, runner);
    return { path: standardPath, remove: () => {} };
  }
  const path = existingShort(standardPath, runner) ?? makeShort(standardPath, runner);
  return { path, remove: () => removeShort(standardPath) };
}

const prefix = "switchboard-socket-";

// After a crash, clients still connect to the existing path.
function existingShort(link: string, { owner }: Runner) {
  if (!statsOf(link)?.isSymbolicLink()) return undefined;
  const path = readlinkSync(link);
  const stats = statsOf(path);
  const isPrivate =
    stats?.isDirectory() && (stats.mode & 0o777) === 0o700 && stats.uid === (owner?.uid ?? process.getuid?.());
  return isPrivate ? path : undefined;
}

function makeShort(link: string, { owner }: Runner) {
  rmSync(link, { recursive: true, force: true });
  const path = mkdtempSync(join(tmpdir(), prefix));
  if (owner) chownSync(path, owner.uid, owner.gid);
  symlinkSync(path, link);
  return path;
}

function removeShort(link: string) {
  if (!statsOf(link)?.isSymbolicLink()) return;
  const path = readlinkSync(link);
  if (path.includes(`/${prefix}`)) rmSync(path, { recursive: true, force: true });
  rmSync(link);
}

const statsOf = (path: string) => lstatSync(path, { throwIfNoEntry: false });
