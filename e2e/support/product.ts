import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";

export type Product = {
  origin: string;
  port: number;
  dataDir: string;
  /** The product's database on the run's PostgreSQL. Undefined if it runs its own. */
  databaseUrl: string | undefined;
  setupUrl: string | undefined;
  platform: { address: string; key: string } | undefined;
  /** Process ID of the launcher. Its children are the product. */
  pid: number;
  /** The output so far. */
  said(): string;
  stop(): Promise<void>;
  /** Resolves when the launcher has ended. */
  ended: Promise<unknown>;
  kill(signal: NodeJS.Signals): void;
};

const root = join(import.meta.dirname, "../..");

/**
 * Starts the product as `npm start` does, on a free port. With `keptDataDir` it runs its own PostgreSQL there, and the
 * directory stays. Otherwise it gets a temporary directory and, in a run of tests, a database on the run's PostgreSQL.
 */
export async function startProduct(
  env: Record<string, string> = {},
  keptDataDir?: string,
  begun: (launcher: number) => void = () => {},
): Promise<Product> {
  const dataDir = keptDataDir ?? mkdtempSync(join(tmpdir(), "switchboard-e2e-"));
  const server = process.env.E2E_POSTGRES;
  const database = keptDataDir === undefined && server ? await createDatabase(server) : undefined;
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: root,
    env: {
      ...cleanEnv(),
      NODE_ENV: "production",
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      ...(database ? { DATABASE_URL: database.url, SWITCHBOARD_SECRET: randomBytes(32).toString("base64url") } : {}),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  begun(child.pid ?? 0);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const output = listenTo(child);
  // Beside what it prints, the launcher tells whoever started it the local platform's address and key.
  const message = once(child, "message");
  const said = await saidUntilReady(child, output);
  const [{ ready }] = (await message) as [{ ready: Pick<Product, "platform"> }];
  child.disconnect();

  return {
    origin: /ready at (\S+)/.exec(said)?.[1] ?? "",
    port,
    dataDir,
    databaseUrl: database?.url,
    setupUrl: /(http\S+\/setup\?token=\S+)/.exec(said)?.[1],
    platform: ready.platform,
    pid: child.pid ?? 0,
    said: output,
    kill: (signal) => child.kill(signal),
    ended,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGTERM");
        await ended;
      }
      await database?.drop();
      if (keptDataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function createDatabase(server: string) {
  const name = `e2e_${randomBytes(6).toString("hex")}`;
  const run = async (statement: string) => {
    const client = new Client({ connectionString: server });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`create database ${name} template template0`);
  return {
    url: server.replace(/^([a-z]+:\/\/[^/]*)\/[^?]*/, `$1/${name}`),
    drop: () => run(`drop database if exists ${name} with (force)`),
  };
}

/** The environment without settings of a platform, a database or mail that would reach the product. */
export function cleanEnv() {
  const ours = /^(VOICE_API_|SMTP_|DATABASE_URL|SWITCHBOARD_|PORT|HOST|DATA_DIR|NODE_ENV|NODE_OPTIONS)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}

function listenTo(child: ChildProcess) {
  let said = "";
  const hear = (chunk: Buffer) => {
    said += chunk;
  };
  child.stdout?.on("data", hear);
  child.stderr?.on("data", hear);
  return () => said;
}

function saidUntilReady(child: ChildProcess, said: () => string) {
  return new Promise<string>((resolve, reject) => {
    const look = () => {
      if (said().includes("Ctrl-C stops everything")) resolve(said());
    };
    child.stdout?.on("data", look);
    child.stderr?.on("data", look);
    child.once("exit", (code) => reject(new Error(`The product ended with ${code}:\n${said()}`)));
  });
}

/** Process ID of the app, a child of the product's launcher. */
export function appProcess(launcher: number) {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  const line = lines.find((each) => each.trim().split(/\s+/)[1] === String(launcher) && each.includes("server.js"));
  return Number(line?.trim().split(/\s+/)[0]);
}

/** A port below the range that systems give to outgoing connections (from 32768), so that none takes it before a restart. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number) {
  return new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
