import { setTimeout as sleep } from "node:timers/promises";
import { and, count, desc, eq, inArray } from "drizzle-orm";
import { listCredentials } from "@/lib/contract/api/credentials";
import { listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { rowsIn } from "@/lib/contract/fields";
import { resourceOf } from "@/lib/contract/operation";
import type { Database } from "@/lib/db/database";
import { isPlainObject } from "@/lib/format/json";
import { recordVersionTable } from "./collector/tables";
import type { Collect } from "./console-types";
import { accountKeyTable } from "./tables";

type NewKey = {
  /** Tells this key from another. */
  keyPrint: string;
  /** Where the platform is. */
  address: string;
  read: Collect["read"];
  /** How long a platform may take to show whose key this is. */
  waitMs?: number;
};

const lists = [listPhoneNumbers, listWebhooks, listCredentials];

/**
 * What tells the account that a key opens from others: the print of the first of its keys. A key not seen before belongs to an
 * account of the same address where the platform lists records by it that were listed by that account's, so that what is kept,
 * pinned and labelled outlives a change of keys. While the platform does not answer it is an account of its own, and looked at
 * again at the next start.
 */
export async function accountOf(db: Database, { keyPrint, address, read, waitMs = 5_000 }: NewKey): Promise<string> {
  const [known] = await db.select().from(accountKeyTable).where(eq(accountKeyTable.keyPrint, keyPrint));
  if (known) return known.account;
  const ofAddress = db
    .select({ account: accountKeyTable.account })
    .from(accountKeyTable)
    .where(eq(accountKeyTable.address, address));
  let account = keyPrint;
  if ((await ofAddress).length > 0) {
    const ids = await Promise.race([listedBy(read), sleep(waitMs, undefined, { ref: false })]).catch(() => undefined);
    if (ids === undefined) return keyPrint;
    const { keyPrint: of, resource, ref } = recordVersionTable;
    const [same] = await db
      .select({ account: of })
      .from(recordVersionTable)
      .where(and(inArray(of, ofAddress), inArray(resource, lists.map(resourceOf)), inArray(ref, ids)))
      .groupBy(of)
      .orderBy(desc(count()), of)
      .limit(1);
    account = same?.account ?? keyPrint;
  }
  await db.insert(accountKeyTable).values({ keyPrint, account, address }).onConflictDoNothing();
  return account;
}

/** What screens call the platform of an account. */
export async function platformNames(db: Database, demoKeyPrint: string | undefined) {
  const keys = await db.select().from(accountKeyTable);
  return (account: string): string => {
    const own = keys.filter((key) => key.account === account);
    if (own.some(({ keyPrint }) => keyPrint === demoKeyPrint)) return "the demo platform";
    return own[0] ? new URL(own[0].address).host : "another platform";
  };
}

/** The IDs of an account's numbers, webhooks and credentials: of each list those of its first page. */
async function listedBy(read: Collect["read"]): Promise<string[]> {
  const answers = await Promise.all(lists.map((op) => read(op, {})));
  const rows = answers.flatMap(({ raw }) => rowsIn(raw));
  return rows.flatMap((row) => (isPlainObject(row) && typeof row.id === "string" && row.id !== "" ? [row.id] : []));
}
