import { eq, sql } from "drizzle-orm";
import { numberSeal } from "@/lib/db/console/blocked-numbers";
import { hashArray, type NumberHashes, textArray } from "@/lib/db/console/number-hashes";
import { hashSent } from "@/lib/db/console/number-lines";
import { doNotCallTable } from "@/lib/db/console/tables/numbers";
import { type Database, lockInTransaction, type Transaction } from "@/lib/db/database";

const linkedAtOnce = 5_000;

/**
 * Links entries of the do-not-call list with the lists that hold their number, in the transaction that adds the entries. A
 * list gets no number that is blocked, so no link appears later.
 */
export const linkBlocked = (tx: Transaction, { doNotCall, sent }: NumberHashes) =>
  tx.execute(sql`
    insert into console.blocked_contact (entry, number)
    select entry.id, added.sent
    from unnest(${hashArray(doNotCall)}, ${hashArray(sent)}) as added (number, sent)
    join console.do_not_call as entry on entry.number = added.number
    where exists (select from console.list_number as list where list.number = added.sent)
    on conflict do nothing`);

/**
 * Links the entries of earlier versions, whose numbers cannot be hashed again in SQL. Stops early when `isStopped`; the next
 * call goes on.
 */
export async function linkRemaining(db: Database, secret: string, isStopped = () => false): Promise<void> {
  const { open } = numberSeal(secret);
  while (!isStopped() && (await hasUnlinked(db)))
    await db.transaction(async (tx) => {
      await lockInTransaction(tx, "link the do-not-call list");
      const entries = await tx
        .select({ id: doNotCallTable.id, sealed: doNotCallTable.sealed })
        .from(doNotCallTable)
        .where(eq(doNotCallTable.isLinked, false))
        .limit(linkedAtOnce);
      const numbers = entries.flatMap(({ sealed }) => open(sealed) ?? []);
      await linkBlocked(tx, await hashSent(tx, secret, numbers));
      const ids = textArray(entries.map(({ id }) => id));
      await tx.update(doNotCallTable).set({ isLinked: true }).where(sql`id = any(${ids})`);
    });
}

async function hasUnlinked(db: Database) {
  const { rows } = await db.execute(sql`select from console.do_not_call where not is_linked limit 1`);
  return rows.length > 0;
}
