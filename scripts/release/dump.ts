import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { writeBackup } from "@/lib/backup/write-backup";
import { productVersion } from "@/lib/db/migrate";
import { reachEmbedded } from "@/lib/db/reach-embedded";
import { countOf, formatBytes } from "@/lib/format/format-count";
import { dumpAdmin, dumpPathOf, dumpSecret } from "@/lib/testing/database/release-dumps";
import { runCommand } from "../support/run-command";

const usage = `npm run release:dump [-- FILE]
  Starts the demo in a temporary folder, waits until each read of the platform was stored, and writes a backup of it for the
  tests of later versions. Default: ${dumpPathOf(productVersion())}
  The exit code is 0 if the file was written, 2 if not.`;

const read = (_: unknown, [file]: readonly string[]) =>
  file ? resolve(process.env.INIT_CWD ?? ".", file) : dumpPathOf(productVersion());

async function run(path: string) {
  const directory = mkdtempSync(join(tmpdir(), "switchboard-dump-"));
  const { VOICE_API_BASE_URL: _url, VOICE_API_KEY: _key, DATABASE_URL: _database, ...rest } = process.env;
  const port = String(await freePort());
  const own = {
    ...{ DATA_DIR: directory, PORT: port, LOG_LEVEL: "error", SWITCHBOARD_SECRET: dumpSecret },
    ...{ SWITCHBOARD_ADMIN_EMAIL: dumpAdmin.email, SWITCHBOARD_ADMIN_PASSWORD: dumpAdmin.password },
  };
  const product = fork("scripts/start.mjs", { env: { ...rest, ...own }, execArgv: [] });
  const ended = once(product, "exit");
  try {
    await Promise.race([
      once(product, "message"),
      ended.then(() => Promise.reject(new Error("The demo did not start."))),
    ]);
    await untilPolled(port);
    mkdirSync(dirname(path), { recursive: true });
    const { url, leave } = await reachEmbedded(directory, { creates: false });
    const { rows, bytes } = await writeBackup({ url, secret: dumpSecret, path }).finally(leave);
    console.log(`${path}: ${countOf(rows, "row")}, ${formatBytes(bytes)}.`);
  } finally {
    product.kill("SIGTERM");
    await ended;
    rmSync(directory, { recursive: true, force: true });
  }
  return 0;
}

/** Waits until the metrics name polls, and each has happened. */
async function untilPolled(port: string) {
  for (;;) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const polls = [...text.matchAll(/^switchboard_last_poll_timestamp_seconds\{.*\} (\S+)$/gm)];
    if (polls.length > 0 && polls.every(([, seconds]) => Number(seconds) > 0)) return;
    await sleep(500);
  }
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === "object" && address ? address.port : 0;
}

runCommand({ usage, options: {}, takesWords: true, read, run, failed: 2 });
