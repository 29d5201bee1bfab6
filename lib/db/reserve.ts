import { randomFillSync } from "node:crypto";
import { open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const mebibyte = 1024 * 1024;
const reserveBytes = 64 * mebibyte;

export type Reserve = ReturnType<typeof createReserve>;

/** A file that only takes space, so that some can be given back when the disk is full: to start, and to free more. */
export function createReserve(directory: string, bytes = reserveBytes) {
  const path = join(directory, "reserve");
  const draft = `${path}.new`;
  return {
    bytes,
    /** True if there was one. */
    async release(): Promise<boolean> {
      await rm(draft, { force: true });
      const isThere = await stat(path).then(
        () => true,
        () => false,
      );
      await rm(path, { force: true });
      return isThere;
    },
    async make(): Promise<void> {
      const size = await stat(path).then(
        (found) => found.size,
        () => 0,
      );
      if (size === bytes) return;
      const file = await open(draft, "w", 0o600);
      try {
        // A file system that packs files gives no space to zeros.
        for (let left = bytes; left > 0; left -= mebibyte)
          await file.write(randomFillSync(Buffer.allocUnsafe(Math.min(left, mebibyte))));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
    },
  };
}
