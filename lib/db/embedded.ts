import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { findBinaries } from "./binaries";
import { makeCluster, superuser } from "./cluster";
import { stopPostmaster, stopStalePostmaster } from "./postmaster";
import { endWithParent, findRunner, type Runner } from "./runner";
import { openSocketDirectory, socketUrl } from "./socket";

export type Embedded = { url: string; pid: number; ended: Promise<void>; stop: () => Promise<void> };

/** Starts the PostgreSQL that keeps its data in `dataDir`, and answers once it takes connections. */
export async function startEmbedded(dataDir: string, settings: Record<string, string> = {}): Promise<Embedded> {
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const home = realpathSync(dataDir);
  const cluster = join(home, "postgres");
  const binaries = await findBinaries();
  const runner = findRunner({ dataDir: home, program: binaries.postgres, cluster });

  await stopStalePostmaster(cluster);
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
  const launch = () => start({ binaries, runner, cluster, log, options });

  const postmaster = await launchWhenFree(launch, { url: socketUrl(socket.path, "postgres"), log });
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
  log: string;
  options: Record<string, string>;
};

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

// The last processes of a killed postmaster may need a moment to go; PostgreSQL refuses the directory until they have.
async function launchWhenFree(launch: () => ChildProcess, { url, log }: { url: string; log: string }) {
  for (let tries = 0; ; tries++) {
    const postmaster = launch();
    if (await answers(postmaster, url)) return postmaster;
    const words = readFileSync(log, "utf8").trim().split("\n").slice(-3).join("\n");
    if (tries === 40 || !/still in use|is another postmaster/.test(words))
      throw new Error(`PostgreSQL did not start. Its last words, from ${log}:\n${words}`);
    await sleep(250);
  }
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
    if (connected) return true;
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
