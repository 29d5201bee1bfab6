import type { Database } from "@/lib/db/database";
import { lockInTransaction } from "@/lib/db/database";
import { eraseNumbers, erasureOf, type Session, type StoredRows } from "./erase-numbers";
import { type ErasureRecord, isErasedIn, storedErasures, storeErasures } from "./erasure-records";
import { eraseColleague } from "./pseudonyms";

/** Erases again what the records name, such as after a restore of an older backup. */
export async function eraseAgain(
  session: Session,
  secret: string,
  records: readonly ErasureRecord[],
): Promise<StoredRows> {
  const numbers = records.filter(({ kind }) => kind === "number");
  for (const record of records) if (record.kind === "colleague") await eraseColleague(session.tx, secret, record);
  return numbers.length === 0 ? {} : eraseNumbers(session, erasureOf(secret, numbers, isErasedIn(secret, numbers)));
}

/** Stores records of a file that the database lacks, and erases again all that it then has. Resolves to their number. */
export async function uniteErasures(session: Session, secret: string, records: readonly ErasureRecord[]) {
  await storeErasures(session.tx, records);
  const all = await storedErasures(session.tx);
  if (all.length > 0) await eraseAgain(session, secret, all);
  return all.length;
}

/** Serializes erasures across all processes. */
export const takeErasureTurn = (tx: Pick<Database, "execute">) =>
  lockInTransaction(tx, "switchboard erasures", { waitMs: 600_000 });
