import { sql } from "drizzle-orm";
import type { Database, Transaction } from "@/lib/db/database";
import { numberSeal } from "./blocked-numbers";
import { formerSentHashes, hashArray, hashNumbers, type NumberHashes, textArray } from "./number-hashes";

type Executor = Pick<Database, "execute">;

/**
 * Hashes of numbers that are compared with sent ones. What earlier versions stored under another spelling gets the line's hash
 * first: a hash cannot be turned back, so this happens when a number is next met.
 */
export async function hashSent(db: Executor, secret: string, numbers: readonly string[]): Promise<NumberHashes> {
  await joinFormerSpellings(db, secret, numbers);
  return hashNumbers(secret, numbers);
}

async function joinFormerSpellings(db: Executor, secret: string, numbers: readonly string[]): Promise<void> {
  const pairs = await formerSentHashes(secret, numbers);
  if (pairs.length === 0) return;
  const [formers, lines] = [pairs.map(({ former }) => former), pairs.map(({ line }) => line)];
  // `offset 0` makes the planner look each hash up by its index, whatever the statistics say.
  const found = sql`
    select known.list, known."row", pair.line
    from unnest(${hashArray(formers)}, ${hashArray(lines)}) as pair (former, line)
    cross join lateral (select list, "row" from console.list_number where number = pair.former offset 0) as known`;
  // Only read if there is nothing to do, because a nearly full disk takes no changes.
  if ((await db.execute(sql`${found} limit 1`)).rows.length === 0) return;
  await db.execute(sql`
    update console.list_number as stored set number = found.line from (${found}) as found
    where stored.list = found.list and stored."row" = found."row"`);
}

const atOnce = 2_000;

/**
 * Hashes entries of the do-not-call list by their line, which earlier versions hashed by the number as it was written. Of
 * two entries of one line, the one that blocks longer stays. Safe to repeat, and on several replicas at once.
 */
export async function rehashDoNotCall(db: Database, secret: string): Promise<void> {
  // Only read if there is nothing to do, because a nearly full disk takes no changes.
  while (await hasOldHashes(db)) await db.transaction((tx) => rehashSome(tx, secret));
}

async function hasOldHashes(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`select from console.do_not_call where not is_line limit 1`);
  return rows.length > 0;
}

async function rehashSome(tx: Transaction, secret: string): Promise<void> {
  const { open } = numberSeal(secret);
  const { rows } = await tx.execute<{ id: string; sealed: string }>(sql`
    select id, sealed from console.do_not_call where not is_line limit ${atOnce} for update`);
  const numbers = rows.map(({ sealed }) => open(sealed));
  const { doNotCall: lines } = await hashNumbers(
    secret,
    numbers.map((number) => number ?? ""),
  );
  // An entry that another secret sealed keeps its hash.
  const isRead = (_: unknown, nth: number) => numbers[nth] !== undefined;
  const hashed = sql`unnest(${textArray(rows.filter(isRead).map(({ id }) => id))},
    ${hashArray(lines.filter(isRead))}) as hashed (id, line)`;
  await tx.execute(sql`
    delete from console.do_not_call where id in (
      select id from (
        select entry.id, row_number() over (
          partition by hashed.line order by entry.until desc nulls first, entry.added_at, entry.id) as rank
        from ${hashed} join console.do_not_call as entry on entry.id = hashed.id or entry.number = hashed.line
        group by hashed.line, entry.id
      ) as ranked where rank > 1)`);
  await tx.execute(sql`
    update console.do_not_call as entry set number = hashed.line from ${hashed} where entry.id = hashed.id`);
  await tx.execute(sql`
    update console.do_not_call set is_line = true where id = any(${textArray(rows.map(({ id }) => id))})`);
}
