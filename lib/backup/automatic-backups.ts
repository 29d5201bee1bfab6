import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Logger } from "pino";
import { clock } from "@/lib/clock";
import { type Backups, getBackups, makeBackup, setBackups } from "@/lib/contract/console/backups";
import { implement } from "@/lib/contract/console/context";
import { endRestoredCopy } from "@/lib/contract/console/restored-copy";
import { refused } from "@/lib/contract/problem";
import { removeRestoredCopy } from "@/lib/db/console/restored-copy";
import type { OpenDatabase } from "@/lib/db/database";
import { isOwnUrl } from "@/lib/db/own-url";
import { startTicker } from "@/lib/jobs/ticker";
import { type BackupRun, isBackupRequested, readBackups, saveBackups } from "./backup-settings";
import { withFileFault } from "./file-fault";
import { partialSuffix, writeBackup } from "./write-backup";

type Options = {
  database: OpenDatabase;
  secret: string;
  /** Without it, no backups are made. */
  backupDirectory?: string | undefined;
  isLeading: () => boolean;
  changed: (resources: readonly string[]) => void;
  log: Logger;
  tickMs?: number;
};

const defaultTickMs = 2_000;
const retryMs = 3_600_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Backups of the leading process: at an hour of the day, and when an admin asks for one. */
export function createBackups({ database, secret, backupDirectory: directory, ...options }: Options) {
  const { isLeading, changed, log, tickMs = defaultTickMs } = options;
  const { db, url } = database;
  const stopping = new AbortController();

  async function runIfDue(folder: string) {
    if (!isLeading()) return;
    const state = await readBackups(db);
    const at = clock.now().toISOString();
    const run = state.run ?? { since: at, tried_at: null, is_running: false, problem: null, last: null };
    if (!state.run) await save(run);
    if (!isBackupRequested(state) && !isDue(state.hour, run)) return;
    // Stored first, so that a full disk or a crash does not repeat it at once.
    await save({ ...run, tried_at: at, is_running: true });
    await save({ ...run, tried_at: at, is_running: false, ...(await attempt(folder, at, state.keep)) });
  }

  async function attempt(folder: string, at: string, keep: number): Promise<Partial<BackupRun>> {
    const file = `${prefix}${at.replace(/[:.]/g, "-")}.zip`;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await removeLeftovers(folder, at);
      const { bytes } = await writeBackup({ url, secret, path: join(folder, file), signal: stopping.signal });
      await removeFiles(folder, (names) => names.toSorted().slice(0, -keep));
      return { problem: null, last: { at, file, bytes, folder } };
    } catch (err) {
      if (stopping.signal.aborted) return { problem: "Switchboard was stopped." };
      log.error({ err }, "the backup failed");
      const fault = withFileFault(err, join(folder, file), "The earlier backups are whole.");
      return { problem: fault instanceof Error ? fault.message : String(fault) };
    }
  }

  async function save(run: BackupRun) {
    await saveBackups(db, "run", run, "Switchboard");
    changed(["backups"]);
  }

  const ticker = directory
    ? startTicker({ name: "backups", everyMs: tickMs, run: () => runIfDue(directory), log })
    : undefined;

  return {
    operations: operations({
      changed,
      database,
      place: placeOf(directory, url),
      secretFile: secretFile(directory, secret),
    }),
    async stop() {
      stopping.abort();
      await ticker?.stop();
    },
  };
}

const prefix = "switchboard-";

/** Partial files of crashes. One that was written to within the hour can be another process's backup by hand. */
async function removeLeftovers(folder: string, at: string) {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix) || !name.endsWith(partialSuffix)) continue;
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (Date.parse(at) - mtimeMs > hourMs) await rm(path, { force: true });
  }
}

async function removeFiles(folder: string, choose: (names: string[]) => string[]) {
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix) && name.endsWith(".zip"));
  for (const name of choose(names)) await rm(join(folder, name), { force: true });
}

/** True if the hour has passed since the last attempt. A failed or interrupted one is due again an hour later. */
export function isDue(
  hour: number | null,
  { since, tried_at, problem, is_running }: Pick<BackupRun, "since" | "tried_at" | "problem" | "is_running">,
  nowMs = clock.nowMs(),
) {
  if (hour === null) return false;
  const lastMs = Date.parse(tried_at ?? since);
  if ((problem !== null || is_running) && nowMs - lastMs >= retryMs) return true;
  const passedMs = Math.floor((nowMs - hour * hourMs) / dayMs) * dayMs + hour * hourMs;
  return lastMs < passedMs;
}

const placeOf = (folder: string | undefined, url: string): Backups["place"] =>
  folder === undefined ? null : { folder, is_beside_data: isOwnUrl(url) };

/** `npm start` reads the secret from this file, or makes it, unless SWITCHBOARD_SECRET is set. */
async function secretFile(backupFolder: string | undefined, secret: string): Promise<string | null> {
  if (backupFolder === undefined) return null;
  const path = join(dirname(backupFolder), "secret");
  const stored = await readFile(path, "utf8").catch(() => undefined);
  return stored?.trim() === secret ? path : null;
}

type OperationsOptions = Pick<Options, "changed" | "database"> & {
  place: Backups["place"];
  secretFile: Promise<string | null>;
};

const operations = ({ changed, database: { db }, place, secretFile }: OperationsOptions) => [
  implement(getBackups, async () => {
    const state = await readBackups(db);
    const { hour, keep, setBy, run } = state;
    return {
      ...{ hour, keep, set_by: setBy, is_running: isBackupRequested(state) || run?.is_running === true },
      ...{ last: run?.last ?? null, problem: run?.problem ?? null, place, secret_file: await secretFile },
    };
  }),

  implement(setBackups, async ({ hour, keep }, { person }) => {
    await saveBackups(db, "settings", { hour, keep }, person.name);
    changed(["backups"]);
    return { message: hour === null ? "No more backups are made automatically." : "The daily backup was changed." };
  }),

  implement(makeBackup, async (_, { person }) => {
    await saveBackups(db, "asked", true, person.name);
    changed(["backups"]);
    return { message: "The backup begins in a moment." };
  }),

  implement(endRestoredCopy, async () => {
    if (!(await removeRestoredCopy(db)))
      throw refused("not_possible", "This is no restored copy, or it was put into use already.");
    changed(["me", "automation", "alerts"]);
    return { message: "This is the Switchboard in use now. It sends scheduled actions and alerts again." };
  }),
];
