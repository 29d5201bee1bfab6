import { statfsSync } from "node:fs";
import { Client } from "pg";

/** Below the first nothing is written any more; once there is the second, everything is again. */
const lowBytes = 128 * 1024 * 1024;
const enoughBytes = 192 * 1024 * 1024;

type Watched = {
  url: string;
  freeBytes: () => number;
  say: (sentence: string) => void;
  everyMs?: number;
};

/**
 * Sets PostgreSQL to read only while its disk is nearly full, for every process that uses it, and back when there is
 * space again: it must never meet a full disk, on which it stops and cannot start.
 */
export function watchDisk({ url, freeBytes, say, everyMs = 1_000 }: Watched) {
  let isReadOnly: boolean | undefined;
  let looking = Promise.resolve();

  async function look() {
    const free = freeBytes();
    const isLow = free < (isReadOnly ? enoughBytes : lowBytes);
    if (isLow === isReadOnly) return;
    await setReadOnly(url, isLow);
    if (isLow)
      say(
        `The disk is nearly full (${mebibytes(free)} MiB are free): the database takes no changes until there is space.`,
      );
    else if (isReadOnly) say("There is space on the disk again: the database takes changes.");
    isReadOnly = isLow;
  }

  // While PostgreSQL is away it is tried again: nothing is lost by waiting a second.
  const lookAgain = () => {
    looking = looking.then(look).catch(() => {});
    return looking;
  };
  const timer = setInterval(lookAgain, everyMs);
  return {
    look: lookAgain,
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}

export function freeBytesOn(directory: string) {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

const mebibytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);

async function setReadOnly(url: string, wanted: boolean) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 30_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('default_transaction_read_only') = 'on' as already");
    if (rows[0]?.already !== wanted) {
      await client.query(
        `alter system ${wanted ? "set default_transaction_read_only = on" : "reset default_transaction_read_only"}`,
      );
      await client.query("select pg_reload_conf()");
    }
    // What is written ahead is let go of where it is not needed for recovery.
    if (wanted) await client.query("checkpoint");
  } finally {
    await client.end().catch(() => {});
  }
}
