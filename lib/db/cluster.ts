import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import type { Binaries } from "./binaries";
import { superuser } from "./own-url";
import { stopLeftovers } from "./postmaster";
import { endWithParent, type Runner } from "./runner";

/** Creates PostgreSQL's data directory if it is missing. Removes incomplete ones of interrupted runs. */
export async function makeCluster(cluster: string, binaries: Binaries, runner: Runner) {
  if (existsSync(join(cluster, "PG_VERSION"))) return checkVersion(cluster);

  await removeDrafts(cluster);
  const draft = `${cluster}.new-${randomBytes(4).toString("hex")}`;
  makePrivate(draft, runner);
  const command = endWithParent([
    binaries.initdb,
    [
      `--pgdata=${draft}`,
      `--username=${superuser}`,
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--auth-local=trust",
      "--auth-host=reject",
      "--no-instructions",
    ],
  ]);
  const [file, args] = runner.command(...command);
  const initdb = spawn(file, args, { ...runner.options, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((resolve, reject) => initdb.on("close", resolve).on("error", reject));
  const [, errorText, code] = await Promise.all([text(initdb.stdout), text(initdb.stderr), ended]);
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    if (errorText.includes("No space left on device"))
      throw new Error(`The disk of ${dirname(cluster)} is full. Free some space there, or choose another DATA_DIR.`);
    throw new Error(`PostgreSQL's data directory ${cluster} could not be made: ${errorText.trim()}`);
  }
  renameSync(draft, cluster);
}

async function removeDrafts(cluster: string) {
  const names = readdirSync(dirname(cluster)).filter((name) => name.startsWith(`${basename(cluster)}.new-`));
  for (const draft of names.map((name) => join(dirname(cluster), name))) {
    await stopLeftovers(draft);
    rmSync(draft, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Creates a directory that only PostgreSQL's user can enter. */
export function makePrivate(directory: string, { owner }: Runner) {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (owner) chownSync(directory, owner.uid, owner.gid);
}

const supportedVersion = "18";

function checkVersion(cluster: string) {
  const clusterVersion = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();
  if (clusterVersion === supportedVersion) return;
  throw new Error(
    `${cluster} was written by PostgreSQL ${clusterVersion} and this Switchboard brings ${supportedVersion}: restore a backup.`,
  );
}
