import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { loadEnvFile } from "./env-file.mjs";
import { readOrCreate } from "./kept.mjs";
import { runTogether } from "./processes.mjs";
import { inRoot, root } from "./root.mjs";

export function readEnvFile() {
  loadEnvFile(inRoot(".env"));
}

/** Runs Switchboard: PostgreSQL unless DATABASE_URL, the local platform unless VOICE_API_BASE_URL, then the app. */
export async function launch({ env, checks, mode, files, execArgv }) {
  const dataDir = resolve(root, env.dataDir);
  if (!env.databaseUrl) await checks.checkDirectory(dataDir);
  await checkPort(env.port, env.host);
  if (env.databaseUrl) await checks.checkDatabase(env.databaseUrl);
  const shared = { ...process.env, NODE_ENV: mode, DATA_DIR: dataDir, NEXT_TELEMETRY_DISABLED: "1" };
  // In a terminal, a line for each request would push the first-run link out of sight.
  if (!shared.LOG_LEVEL && process.stdout.isTTY) shared.LOG_LEVEL = "warn";
  const secret = env.secret ?? readOrCreate(dataDir, "secret", () => randomBytes(32).toString("base64url"));
  if (env.databaseUrl && !env.secret)
    console.log("Copies of Switchboard that share a DATABASE_URL need the same SWITCHBOARD_SECRET: set it for each.");

  return runTogether(async (start) => {
    let samples;
    let sendToApp = (message) => (samples = message);
    const database = env.databaseUrl ?? (await startSupervisor());
    if (!env.databaseUrl) await checks.checkDatabase(database, { isOwn: true });
    const platform = env.voiceApiBaseUrl ? undefined : await startPlatform(database);
    const app = await start({
      name: "Switchboard",
      file: files.server,
      execArgv,
      env: { ...shared, DATABASE_URL: database, SWITCHBOARD_SECRET: secret, ...platform?.forApp },
    });
    sendToApp = app.send;
    if (samples) app.send(samples);
    printAddresses(app);
    process.send?.({ ready: { platform } });

    async function startSupervisor() {
      const { PATH, HOME, TMPDIR } = process.env;
      const env = Object.fromEntries(Object.entries({ PATH, HOME, TMPDIR }).filter(([, value]) => value !== undefined));
      const { url } = await start({
        name: "PostgreSQL's supervisor",
        file: files.supervisor,
        // Passed as an argument, because the parent ID changes if this process is killed early.
        args: [dataDir, String(process.pid)],
        afterCrash: [dataDir, "--stop"],
        execArgv,
        env,
      });
      return url;
    }

    /** On a port that the system chooses: a fixed one could be that of another Switchboard. */
    async function startPlatform(database) {
      const key = readOrCreate(dataDir, "platform.key", () => `local_${randomBytes(24).toString("base64url")}`);
      const { SWITCHBOARD_SECRET, SWITCHBOARD_ADMIN_EMAIL, SWITCHBOARD_ADMIN_PASSWORD, ...open } = shared;
      const { address } = await start({
        name: "The local platform",
        file: files.platform,
        execArgv,
        env: { ...open, DATABASE_URL: database, SWITCHBOARD_PLATFORM_PORT: "0", SWITCHBOARD_PLATFORM_KEY: key },
        onMessage: (message) => sendToApp(message),
      });
      return {
        address,
        key,
        forApp: {
          VOICE_API_BASE_URL: address,
          VOICE_API_KEY: key,
          SWITCHBOARD_PLATFORM_PORT: new URL(address).port,
        },
      };
    }
  });
}

function printAddresses({ address, setupUrl }) {
  console.log(`\nSwitchboard is ready at ${address}`);
  if (setupUrl) console.log(`Create the first account with this link. It works once, within 15 minutes: ${setupUrl}`);
  console.log("Ctrl-C stops everything.");
}

/** Throws if the port cannot be used. Retries, because a process that was just killed can still hold it. */
export async function checkPort(port, host) {
  for (let attempts = 0; ; attempts++) {
    const code = await listenFault(port, host);
    if (code === undefined) return;
    if (code !== "EADDRINUSE")
      throw new Error(portFaults[code]?.(port, host) ?? `HOST ${host} and PORT ${port} cannot be used (${code}).`);
    if (attempts === 5) throw new Error(`PORT ${port} is taken by another program: stop that one or set another PORT.`);
    await sleep(200);
  }
}

const portFaults = {
  EACCES: (port) => `PORT ${port} may not be used by this user: set one above 1023.`,
  EADDRNOTAVAIL: (_port, host) => `HOST ${host} is no address of this computer.`,
  ENOTFOUND: (_port, host) => `HOST ${host} is no address of this computer.`,
};

function listenFault(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", ({ code }) => resolve(code));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

export function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
