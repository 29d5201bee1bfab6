import { chownSync, lstatSync, mkdtempSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makePrivate } from "./cluster";
import type { Runner } from "./runner";

const maxPathBytes = 107;

/** PostgreSQL's private socket directory: `socket` in the data directory, or a short path to which `socket` links. */
export function openSocketDirectory(home: string, runner: Runner) {
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
