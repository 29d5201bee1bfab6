import { randomUUID } from "node:crypto";
import { mkdir, open, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import * as z from "zod/mini";
import { clock } from "@/lib/clock";
import { formerSentHashes, hashNumbers } from "@/lib/db/console/number-hashes";
import { erasureTable } from "@/lib/db/console/tables/erasures";
import type { Database } from "@/lib/db/database";
import { attempt } from "@/lib/format/attempt";
import { spellingsOf } from "@/lib/numbers/line";
import { keyFor, sealOf } from "@/lib/secret";
import { formsOf, type IsErased } from "./number-forms";

const record = z.object({
  id: z.string(),
  kind: z.enum(["number", "colleague"]),
  hashes: z.array(z.string()),
  /** Hashes of its rows in uploaded lists, separated by blanks. */
  sent: z.nullable(z.string()),
  personId: z.nullable(z.string()),
  pseudonym: z.nullable(z.string()),
  at: z.string(),
  reason: z.string(),
  by: z.string(),
});

/** An erasure, as a line of the file. */
export type ErasureRecord = z.output<typeof record>;
type Why = Pick<ErasureRecord, "reason" | "by">;

const base = () => ({ id: randomUUID(), at: clock.now().toISOString() });

export async function recordOfNumber(secret: string, number: string, why: Why): Promise<ErasureRecord> {
  const key = keyFor("erasures", secret);
  const numbers = spellingsOf(number.slice(1)).map((digits) => `+${digits}`);
  const hashes = [...new Set(numbers.flatMap(formsOf))].map((form) => sealOf(key, form));
  const former = (await formerSentHashes(secret, [number])).map((hash) => hash.former);
  const sent = [...(await hashNumbers(secret, [number])).sent, ...former].map((hash) => hash.toString("hex")).join(" ");
  return { ...base(), kind: "number", hashes, sent, personId: null, pseudonym: null, ...why };
}

export const recordOfColleague = (personId: string, pseudonym: string, why: Why): ErasureRecord => ({
  ...base(),
  ...{ kind: "colleague", hashes: [], sent: null, personId, pseudonym },
  ...why,
});

const remembered = 100_000;

/**
 * Compares digits with the hashes of erased numbers, in every spelling of their line, because versions before 1.1 stored hashes of
 * one. Remembers the digits it compared last, which polls repeat.
 */
export function isErasedIn(secret: string, records: readonly Pick<ErasureRecord, "hashes">[]): IsErased {
  const key = keyFor("erasures", secret);
  const hashes = new Set(records.flatMap((one) => one.hashes));
  const compared = new Map<string, boolean>();
  return (digits) => {
    const before = compared.get(digits);
    if (before !== undefined) return before;
    const isErased = [digits, ...spellingsOf(digits)].some((spelling) => hashes.has(sealOf(key, spelling)));
    if (compared.size >= remembered) compared.clear();
    compared.set(digits, isErased);
    return isErased;
  };
}

type Queryable = Pick<Database, "select" | "insert">;

export async function storedErasures(db: Queryable): Promise<ErasureRecord[]> {
  const rows = await db.select().from(erasureTable).orderBy(erasureTable.at, erasureTable.id);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** Adds records that are missing in the table. Resolves to those. */
export async function storeErasures(db: Queryable, records: readonly ErasureRecord[]): Promise<ErasureRecord[]> {
  const known = new Set((await storedErasures(db)).map(({ id }) => id));
  const missing = records.filter(({ id }) => !known.has(id));
  const rows = missing.map((row) => ({ ...row, at: new Date(row.at) }));
  if (rows.length > 0) await db.insert(erasureTable).values(rows).onConflictDoNothing();
  return missing;
}

/** The records of a file; none without the file. A line that a crash cut off is left out. */
export async function readErasureFile(path: string): Promise<ErasureRecord[]> {
  const text = await readFile(path, "utf8").catch((error) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return text.split("\n").flatMap((line) => record.safeParse(attempt(() => JSON.parse(line))).data ?? []);
}

/** Adds records that are missing in the file. Resolves once they are on the disk. */
export async function appendErasures(path: string, records: readonly ErasureRecord[]): Promise<void> {
  const known = new Set((await readErasureFile(path)).map(({ id }) => id));
  const missing = records.filter(({ id }) => !known.has(id));
  if (missing.length === 0) return;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, "a", 0o600);
  try {
    // The line before may be cut off.
    await file.write(`\n${missing.map((row) => JSON.stringify(row)).join("\n")}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  const folder = await open(dirname(path), "r");
  await folder.sync().finally(() => folder.close());
}
