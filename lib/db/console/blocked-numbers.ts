import { type SQL, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { type Database, lockInTransaction, type Transaction } from "@/lib/db/database";
import { keyFor, openText, sealText } from "@/lib/secret";
import { hashArray, type NumberHashes } from "./number-hashes";

const context = "do-not-call";

/** Encrypts the numbers of the do-not-call list. `open` is undefined for numbers sealed with another secret. */
export function numberSeal(secret: string) {
  const key = keyFor("do-not-call numbers", secret);
  return {
    seal: (number: string) => sealText(key, number, context),
    open: (sealed: string) => openText(key, sealed, context),
  };
}

const blockLock = "add to the do-not-call list";

/** To be taken before `added_at` is chosen. Held until the transaction ends. */
export const lockBlocks = (tx: Transaction) => lockInTransaction(tx, blockLock);

/** Waits for entries that are being added. Entries that a later read does not find have a later `added_at` than now. */
export const waitForBlocks = (db: Database) => db.transaction(lockBlocks);

/** Days are compared as text, which sorts like the days. A number is blocked on its last day too. */
export const hasBlockEnded = (until: SQL) => sql`coalesce(${until} < ${clock.now().toISOString().slice(0, 10)}, false)`;

/** Since when numbers are blocked, by their positions. Numbers that may be called are left out. */
export async function blockedSince(
  db: Pick<Database, "execute">,
  { doNotCall: hashes }: NumberHashes,
): Promise<ReadonlyMap<number, Date>> {
  const { rows } = await db.execute<{ position: number; added_at: string }>(sql`
    select compared.position::int - 1 as position, known.added_at
    from unnest(${hashArray(hashes)}) with ordinality as compared (number, position)
    cross join lateral (
      select added_at from console.do_not_call as known
      where known.number = compared.number and not ${hasBlockEnded(sql`known.until`)} limit 1) as known
    order by 1`);
  return new Map(rows.map(({ position, added_at }) => [position, new Date(added_at)]));
}
