import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { canConnect } from "./client";
import { lockDirectory } from "./directory-lock";
import { startEmbedded } from "./embedded";
import { socketUrl, superuser } from "./own-url";

/** Connects to the running database in `dataDir`, or starts it until `leave`. Throws if there is none, unless `creates` it. */
export async function reachEmbedded(
  dataDir: string,
  { creates = false } = {},
): Promise<{ url: string; leave: () => Promise<void> }> {
  if (!creates && !existsSync(join(dataDir, "postgres", "PG_VERSION")))
    throw new Error(`There is no database in ${dataDir}. npm start makes it there, unless DATABASE_URL names another.`);
  const running = await runningOn(dataDir);
  if (running) return { url: running, leave: async () => {} };

  const unlock = await lockDirectory(dataDir);
  try {
    const { url, stop } = await startEmbedded(dataDir);
    return { url, leave: () => stop().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function runningOn(dataDir: string) {
  const socket = join(dataDir, "socket");
  if (!existsSync(socket)) return undefined;
  const url = socketUrl(realpathSync(socket), superuser);
  return (await canConnect(url)) ? url : undefined;
}
