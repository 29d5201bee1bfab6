import { setTimeout as sleep } from "node:timers/promises";
import { and, count, desc, eq, inArray } from "drizzle-orm";
import { listCredentials } from "@/lib/contract/api/credentials";
import { listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { rowsIn } from "@/lib/contract/fields";
import { resourceOf } from "@/lib/contract/operation";
import { recordVersionTable } from "@/lib/db/console/tables/collector";
import { accountKeyTable } from "@/lib/db/console/tables/connection";
import type { Database } from "@/lib/db/database";
import { isPlainObject } from "@/lib/format/json";
import type { Collect } from "./collect";

type NewKey = {
  keyFingerprint: string;
  address: string;
  read: Collect["read"];
  /** Maximum time for the platform to list its records. */
  waitMs?: number;
};

const lists = [listPhoneNumbers, listWebhooks, listCredentials];

/**
 * ID of the platform account that a key belongs to, which is the fingerprint of the account's first key. A new key belongs to an
 * account of its address if it lists records that were stored for that account. Stored data so outlives a change of keys. If the
 * platform does not answer, the key gets its own account until the next start.
 */
export async function accountOf(
  db: Database,
  { keyFingerprint, address, read, waitMs = 5_000 }: NewKey,
): Promise<string> {
  const [row] = await db.select().from(accountKeyTable).where(eq(accountKeyTable.keyFingerprint, keyFingerprint));
  if (row) return row.account;
  const accountsOfAddress = db
    .select({ account: accountKeyTable.account })
    .from(accountKeyTable)
    .where(eq(accountKeyTable.address, address));
  let account = keyFingerprint;
  if ((await accountsOfAddress).length > 0) {
    const ids = await Promise.race([listIds(read).catch(noIds), sleep(waitMs, undefined, { ref: false })]);
    if (ids === undefined) return keyFingerprint;
    const { accountId, resource, ref } = recordVersionTable;
    const [match] = await db
      .select({ account: accountId })
      .from(recordVersionTable)
      .where(and(inArray(accountId, accountsOfAddress), inArray(resource, lists.map(resourceOf)), inArray(ref, ids)))
      .groupBy(accountId)
      .orderBy(desc(count()), accountId)
      .limit(1);
    account = match?.account ?? keyFingerprint;
  }
  await db.insert(accountKeyTable).values({ keyFingerprint, account, address }).onConflictDoNothing();
  return account;
}

export async function platformNames(db: Database, demoKeyFingerprint: string | undefined) {
  const keys = await db.select().from(accountKeyTable);
  return (account: string): string => {
    const own = keys.filter((key) => key.account === account);
    if (own.some(({ keyFingerprint }) => keyFingerprint === demoKeyFingerprint)) return "the demo platform";
    return own[0] ? new URL(own[0].address).host : "another platform";
  };
}

/** A platform that fails is asked again at the next start. */
const noIds = () => undefined;

async function listIds(read: Collect["read"]): Promise<string[]> {
  const answers = await Promise.all(lists.map((op) => read(op, {})));
  const rows = answers.flatMap(({ raw }) => rowsIn(raw));
  return rows.flatMap((row) => (isPlainObject(row) && typeof row.id === "string" && row.id !== "" ? [row.id] : []));
}
