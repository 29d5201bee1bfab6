import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Product = {
  origin: string;
  port: number;
  dataDir: string;
  setupUrl: string | undefined;
  platform: { address: string; key: string } | undefined;
  /** The launcher's process id: its children are the product. */
  pid: number;
  /** Everything it printed so far. */
  said(): string;
  stop(): Promise<void>;
  /** Fulfilled once the launcher has ended. */
  ended: Promise<unknown>;
  kill(signal: NodeJS.Signals): void;
};

const root = join(import.meta.dirname, "../..");

/** Starts the whole product as `npm start` does, on a free port, with data of its own that go away again. */
export async function startProduct(
  env: Record<string, string> = {},
  keptDataDir?: string,
  begun: (launcher: number) => void = () => {},
): Promise<Product> {
  const dataDir = keptDataDir ?? mkdtempSync(join(tmpdir(), "switchboard-e2e-"));
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: root,
    env: { ...cleanEnv(), NODE_ENV: "production", PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "warn", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  begun(child.pid ?? 0);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const output = listenTo(child);
  const said = await saidUntilReady(child, output);
  const platform = /-H "Authorization: Bearer (\S+)" (http:\/\/[^/\s]+)/.exec(said);

  return {
    origin: /ready at (\S+)/.exec(said)?.[1] ?? "",
    port,
    dataDir,
    setupUrl: /(http\S+\/setup\?token=\S+)/.exec(said)?.[1],
    platform: platform?.[1] && platform[2] ? { key: platform[1], address: platform[2] } : undefined,
    pid: child.pid ?? 0,
    said: output,
    kill: (signal) => child.kill(signal),
    ended,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGTERM");
        await ended;
      }
      if (keptDataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** What the tests' own surroundings say about a platform or a database is none of the product's business. */
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

/** The app's own process, below the launcher of a product. */
export function appProcess(launcher: number) {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  const line = lines.find((each) => each.trim().split(/\s+/)[1] === String(launcher) && each.includes("server.js"));
  return Number(line?.trim().split(/\s+/)[0]);
}

/**
 * A port that stays free until it is listened on, and while a product that was killed starts again: systems give ports from
 * 32768 (Linux) or 49152 to whoever connects, and a connection would hold it.
 */
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
