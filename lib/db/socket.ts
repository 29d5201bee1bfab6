import { chownSync, lstatSync, mkdtempSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makePrivate } from "./cluster";
import type { Runner } from "./runner";

const longestPath = 107;

/** The private directory PostgreSQL listens in: `socket` in the data directory, or a short one that `socket` points to. */
export function openSocketDirectory(home: string, runner: Runner) {
  const usual = join(home, "socket");
  if (Buffer.byteLength(join(usual, ".s.PGSQL.5432")) <= longestPath) {
    if (kind(usual)?.isSymbolicLink()) rmSync(usual);
    makePrivate(usual, runner);
    return { path: usual, remove: () => {} };
  }
  const path = reusable(usual, runner) ?? makeShort(usual, runner);
  return { path, remove: () => removeShort(usual) };
}

const prefix = "switchboard-socket-";

// A restart after a crash has to listen where everyone already connects to.
function reusable(link: string, { owner }: Runner) {
  if (!kind(link)?.isSymbolicLink()) return undefined;
  const path = readlinkSync(link);
  const found = kind(path);
  const isPrivate =
    found?.isDirectory() && (found.mode & 0o777) === 0o700 && found.uid === (owner?.uid ?? process.getuid?.());
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
  if (!kind(link)?.isSymbolicLink()) return;
  const path = readlinkSync(link);
  if (path.includes(`/${prefix}`)) rmSync(path, { recursive: true, force: true });
  rmSync(link);
}

const kind = (path: string) => lstatSync(path, { throwIfNoEntry: false });
