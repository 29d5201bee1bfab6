import { randomUUID } from "node:crypto";
import { and, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { Problem } from "@/lib/contract/problem";
import type { Database } from "@/lib/db/database";
import { tryTable } from "./tables";

const minuteMs = 60_000;

type Rule = { key: string; most: number; withinMs: number };

/** Ten tries a minute from one address, whatever becomes of them. */
export const addressRule = (address: string): Rule => ({
  key: `address ${networkOf(address)}`,
  most: 10,
  withinMs: minuteMs,
});

/** Five failures in a quarter of an hour for one account. */
export const accountRule = (account: string): Rule => ({ key: `account ${account}`, most: 5, withinMs: 15 * minuteMs });

/**
 * Counts tries in the database, so that replicas share them. A try is written down before the password is looked at:
 * many at once cannot pass together. One that was refused is not counted, so nobody is kept out for ever.
 */
export function createTries(db: Database) {
  async function take(rules: readonly Rule[], now = new Date()) {
    const id = randomUUID();
    await db.transaction(async (tx) => {
      for (const { key } of [...rules].sort((one, other) => (one.key < other.key ? -1 : 1)))
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 7))`);
      for (const rule of rules) {
        const since = new Date(now.getTime() - rule.withinMs);
        const [seen] = await tx
          .select({ count: sql<number>`count(*)::int`, first: sql<string | null>`min(${tryTable.at})` })
          .from(tryTable)
          .where(and(eq(tryTable.key, rule.key), gt(tryTable.at, since)));
        if (seen?.first && seen.count >= rule.most) throw tooMany(new Date(seen.first), rule, now);
      }
      await tx.insert(tryTable).values(rules.map(({ key }) => ({ id, key, at: now })));
      await tx.delete(tryTable).where(lt(tryTable.at, new Date(now.getTime() - 24 * 60 * minuteMs)));
    });
    return id;
  }

  return {
    take,
    /** A success, or a try that was never decided, is no failure of the account. */
    forgive: (rule: Rule) => db.delete(tryTable).where(eq(tryTable.key, rule.key)),
    undo: (id: string) => db.delete(tryTable).where(eq(tryTable.id, id)),
    async lockedAmong(accounts: readonly string[], now = new Date()) {
      if (accounts.length === 0) return new Set<string>();
      const { most, withinMs } = accountRule("");
      const rows = await db
        .select({ key: tryTable.key })
        .from(tryTable)
        .where(
          and(
            inArray(
              tryTable.key,
              accounts.map((account) => accountRule(account).key),
            ),
            gt(tryTable.at, new Date(now.getTime() - withinMs)),
          ),
        )
        .groupBy(tryTable.key)
        .having(sql`count(*) >= ${most}`);
      return new Set(rows.map(({ key }) => key.slice("account ".length)));
    },
  };
}

export type Tries = ReturnType<typeof createTries>;

function tooMany(first: Date, rule: Rule, now: Date) {
  const seconds = Math.max(1, Math.ceil((first.getTime() + rule.withinMs - now.getTime()) / 1000));
  const minutes = Math.floor(seconds / 60);
  const wait = minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
  return new Problem("too_many_tries", `Too many tries. Wait ${wait}.`, { retryAfterSeconds: seconds });
}

/** One visitor may own 2^64 addresses of IPv6: the network is what counts. */
function networkOf(address: string) {
  if (!address.includes(":")) return address;
  if (/^::ffff:\d+\./i.test(address)) return address.slice("::ffff:".length);
  const [head = "", tail] = address.toLowerCase().split("::");
  const front = head ? head.split(":") : [];
  const back = tail ? tail.split(":") : [];
  const groups = [...front, ...Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => "0"), ...back];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
