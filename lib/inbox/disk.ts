import { statfsSync } from "node:fs";
import { lowBytes } from "@/lib/db/disk-watch";

const mebibyte = 1024 * 1024;
/** A file system that is asked more often than this delays each event. */
const askedEveryMs = 250;

export type Disk = ReturnType<typeof createDisk>;

type DiskOptions = {
  directory: string;
  /** False if the database is on another server, whose disk cannot be measured. */
  holdsDatabase: boolean;
  /** Free bytes and size. */
  measure?: () => { free: number; size: number };
};

/** The disk of DATA_DIR, and what may still be written to it. */
export function createDisk({ directory, holdsDatabase, measure = measuring(directory) }: DiskOptions) {
  return {
    holdsDatabase,
    free: () => measure().free,
    /** Below this, no more bodies are kept, long before the database becomes read-only. */
    isShort: () => measure().free < Math.max(3 * lowBytes, Math.min(10 * lowBytes, measure().size / 10)),
    /** Below this, the database is read-only, and days of bodies make room. */
    isLow: () => measure().free < lowBytes,
    /** Below this, nothing is written to the disk. */
    isFull: () => measure().free < lowestBytes,
  };
}

/** PostgreSQL needs it to stop and to start again. */
const lowestBytes = 48 * mebibyte;

function measuring(directory: string) {
  let known = { free: 0, size: 0 };
  let askedMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - askedMs < askedEveryMs) return known;
    askedMs = performance.now();
    const { bavail, blocks, bsize } = statfsSync(directory);
    known = { free: bavail * bsize, size: blocks * bsize };
    return known;
  };
}
