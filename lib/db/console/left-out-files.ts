import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { and, eq, gt } from "drizzle-orm";
import { refused } from "@/lib/contract/problem";
import type { Database } from "@/lib/db/database";
import { keyFor, openBytes, sealBytes } from "@/lib/secret";
import { leftOutTable } from "./tables/imports";

/** A small file can unpack to a very large one. */
const largestBytes = 512 * 1024 * 1024;

type Position = Pick<typeof leftOutTable.$inferSelect, "importId" | "part" | "parts">;

/** A part decrypts only at its own place in its own file. */
const contextOf = ({ importId, part, parts }: Position) => `left-out ${importId} ${part} of ${parts}`;

const keyOf = (secret: string) => keyFor("left-out rows", secret);

export const sealPart = (secret: string, bytes: Uint8Array, position: Position) =>
  sealBytes(keyOf(secret), bytes, contextOf(position));

/** The decrypted parts of a file, in their order. */
export async function* partsOf(db: Pick<Database, "select">, secret: string, importId: string) {
  for (let after = -1; ; after += 1) {
    const isNext = and(eq(leftOutTable.importId, importId), gt(leftOutTable.part, after));
    const [row] = await db.select().from(leftOutTable).where(isNext).orderBy(leftOutTable.part).limit(1);
    if (!row) return;
    const bytes = openBytes(keyOf(secret), row.sealed, contextOf(row));
    if (!bytes) throw refused("not_found", "These rows were encrypted with another secret and cannot be read.");
    yield bytes;
  }
}

/** Browsers without CompressionStream send the file as it is. */
const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Unpacks a file if it is compressed. */
export async function sendWhole(
  first: Buffer,
  others: AsyncIterable<Buffer>,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  async function* all() {
    yield first;
    yield* others;
  }
  async function send(source: AsyncIterable<Buffer>) {
    let sent = 0;
    for await (const bytes of source) {
      sent += bytes.length;
      if (sent > largestBytes) throw refused("too_large", "The file is too large.");
      await write(bytes);
    }
  }
  if (isGzip(first)) await pipeline(all, createGunzip(), send);
  else await send(all());
}
