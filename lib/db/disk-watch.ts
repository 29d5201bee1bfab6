import { statfsSync } from "node:fs";
import { closeClient, createClient } from "./client";
import type { Reserve } from "./reserve";

/** Writes stop below `lowBytes` and resume at `enoughBytes` (hysteresis). */
export const lowBytes = 128 * 1024 * 1024;
export const enoughBytes = 192 * 1024 * 1024;

type DiskWatchOptions = {
  url: string;
  freeBytes: () => number;
  log: (sentence: string) => void;
  /** Given back while the disk is nearly full. */
  reserve?: Reserve;
  everyMs?: number;
};

/**
 * Makes PostgreSQL read-only for all processes while its disk is nearly full. On a full disk it would stop and could not
 * start again.
 */
export function watchDisk({ url, freeBytes, log, reserve, everyMs = 1_000 }: DiskWatchOptions) {
  let isReadOnly: boolean | undefined;
  let checking = Promise.resolve();

  async function check() {
    const free = freeBytes();
    const isLow = free < (isReadOnly ? enoughBytes : lowBytes);
    if (isLow && (await reserve?.release())) log("The reserve was given back to the disk, so that space can be freed.");
    else if (reserve && free >= reserve.bytes + 2 * enoughBytes) await reserve.make().catch(withoutReserve);
    if (isLow === isReadOnly) return;
    await setReadOnly(url, isLow);
    if (isLow)
      log(
        `The disk is nearly full (${mebibytes(free)} MiB are free): the database takes no changes until there is space.`,
      );
    else if (isReadOnly) log("There is space on the disk again: the database takes changes.");
    isReadOnly = isLow;
  }

  const queueCheck = () => {
    checking = checking.then(check).catch(retryLater);
    return checking;
  };
  const timer = setInterval(queueCheck, everyMs);
  return {
    check: queueCheck,
    stop: async () => {
      clearInterval(timer);
      await checking;
    },
  };
}

export function freeBytesOn(directory: string) {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

/** The next check tries again. */
const withoutReserve = () => {};

/** If PostgreSQL does not answer, the next check tries again. */
const retryLater = () => {};

const mebibytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);

async function setReadOnly(url: string, isReadOnly: boolean) {
  const client = createClient({ connectionString: url, query_timeout: 30_000 });
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('default_transaction_read_only') = 'on' as already");
    if (rows[0]?.already !== isReadOnly) {
      await client.query(
        `alter system ${isReadOnly ? "set default_transaction_read_only = on" : "reset default_transaction_read_only"}`,
      );
      await client.query("select pg_reload_conf()");
    }
    // A checkpoint frees write-ahead log that recovery no longer needs.
    if (isReadOnly) await client.query("checkpoint");
  } finally {
    await closeClient(client);
  }
}
