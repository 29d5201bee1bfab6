import { createHmac } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { lineOf, spellingsOf } from "@/lib/numbers/line";
import { keyFor } from "@/lib/secret";

/** Keyed hashes of numbers for each table, so that the rows of the two tables cannot be joined by their hashes alone. */
export type NumberHashes = { doNotCall: Buffer[]; sent: Buffer[] };

const hashBytes = 16;
const numbersAtOnce = 500;

/**
 * The two halves of HMAC-SHA-256 ([RFC 2104](https://www.rfc-editor.org/rfc/rfc2104), section 5) over the lines of numbers
 * in E.164 form, 16 bytes each. All spellings of a line have the same hashes.
 */
export const hashNumbers = (secret: string, numbers: readonly string[]): Promise<NumberHashes> =>
  hashTexts(secret, numbers, (number) => `+${lineOf(number.slice(1))}`);

/** A number's other spelling, whose hash an earlier version may have stored, with the hash of its line. */
type FormerHash = { former: Buffer; line: Buffer };

/** Hashes of sent numbers that versions before 1.1 stored for other spellings of these numbers. Most numbers have none. */
export async function formerSentHashes(secret: string, numbers: readonly string[]): Promise<FormerHash[]> {
  const pairs = numbers.flatMap((number) => {
    const [line = "", ...others] = spellingsOf(number.slice(1));
    return others.map((other) => ({ other: `+${other}`, line: `+${line}` }));
  });
  const hashOf = (texts: readonly string[]) => hashTexts(secret, texts, (text) => text);
  const [formers, lines] = [await hashOf(pairs.map(({ other }) => other)), await hashOf(pairs.map(({ line }) => line))];
  return formers.sent.flatMap((former, nth) => {
    const line = lines.sent[nth];
    return line ? [{ former, line }] : [];
  });
}

async function hashTexts(
  secret: string,
  numbers: readonly string[],
  textOf: (number: string) => string,
): Promise<NumberHashes> {
  const key = Buffer.from(keyFor("phone numbers", secret), "hex");
  // One buffer for all: one for each would stay in memory much longer than it is used.
  const digests = Buffer.alloc(numbers.length * 2 * hashBytes);
  await inSlices(numbers, (number, nth) => {
    createHmac("sha256", key)
      .update(textOf(number))
      .digest()
      .copy(digests, nth * 2 * hashBytes);
  });
  const halvesFrom = (first: number) =>
    numbers.map((_, nth) => {
      const start = first + nth * 2 * hashBytes;
      return digests.subarray(start, start + hashBytes);
    });
  return { doNotCall: halvesFrom(0), sent: halvesFrom(hashBytes) };
}

/** Lets other work of the thread run in between. */
export async function inSlices<Value>(numbers: readonly string[], compute: (number: string, nth: number) => Value) {
  const values: Value[] = [];
  for (const [nth, number] of numbers.entries()) {
    values.push(compute(number, nth));
    if (values.length % numbersAtOnce === 0) await setImmediate();
  }
  return values;
}

/** A parameter with many hashes, in PostgreSQL's text form of an array, which the driver would build more slowly. */
export const hashArray = (hashes: readonly Buffer[]): SQL =>
  sql`${`{${hashes.map((hash) => `"\\\\x${hash.toString("hex")}"`).join(",")}}`}::bytea[]`;

export const textArray = (values: readonly string[]): SQL => sql`${`{${values.join(",")}}`}::text[]`;

export const intArray = (values: readonly number[]): SQL => sql`${`{${values.join(",")}}`}::int[]`;
