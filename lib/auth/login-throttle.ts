import { randomUUID } from "node:crypto";
import { and, between, eq, inArray, lt, or, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { Problem, type ProblemCode } from "@/lib/contract/problem";
import { tryTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";
import { networkOf } from "@/lib/http/client-address";
import { createConcurrencyLimit } from "@/lib/http/concurrency-limit";
import { asProblem } from "@/lib/http/refuse";

const minuteMs = 60_000;

type Rule = { key: string; most: number; withinMs: number };

/** Ten attempts per minute and address, successful or not. */
export const addressLimit = { most: 10, withinMs: minuteMs };

export const addressRule = (address: string): Rule => ({ key: `address ${networkOf(address)}`, ...addressLimit });

/** Five failures in 15 minutes per account. */
export const accountRule = (account: string): Rule => ({ key: `account ${account}`, most: 5, withinMs: 15 * minuteMs });

/** Five wrong codes of the app in 15 minutes per person. Each known browser and each session has a count of its own. */
export const codeRule = (userId: string, browser?: string): Rule => ({
  ...accountRule(userId),
  key: browser === undefined ? `code ${userId}` : `code ${userId} ${browser}`,
});

/** Recovery codes cannot be guessed, so a limit per person would only keep the owner out. */
export const recoveryRule = (pendingId: string): Rule => ({ ...accountRule(pendingId), key: `recovery ${pendingId}` });

/** Three reset mails per hour and address, whether or not the address belongs to anybody. */
export const resetRequestRule = (email: string): Rule => ({
  key: `forgotten ${email}`,
  most: 3,
  withinMs: 60 * minuteMs,
});

/**
 * Counts attempts in the database, so that replicas share them. An attempt is stored before the password is checked, so that
 * concurrent attempts in one process cannot pass together. Each replica can exceed a limit by one attempt at most. Refused
 * attempts are not counted, so that nobody is locked out for ever.
 */
export function createLoginThrottle(db: Database) {
  const counting = createConcurrencyLimit({
    atOnce: 2,
    perKey: 1,
    waiting: 64,
    sentence: "Many people are signing in. Try again shortly.",
  });

  /** `isLast` is true for the last attempt that the last rule allows. */
  async function take(rules: readonly Rule[]) {
    const id = randomUUID();
    const isLast = await counting(() => count(db, { id, rules, now: clock.now() }), rules.at(-1)?.key);
    return { id, isLast };
  }

  /** Forgets the failures of an account after a success. */
  const reset = (rule: Rule) => db.delete(tryTable).where(eq(tryTable.key, rule.key));

  /** Also forgets the failures that each known browser counts for itself. */
  const resetAll = ({ key }: Rule) =>
    db.delete(tryTable).where(or(eq(tryTable.key, key), sql`starts_with(${tryTable.key}, ${`${key} `})`));

  /** Runs an attempt. A failure with this code stays counted, and a success clears the count of `rule`. */
  async function attempt<T>({ address, rule, failure, run, onFailure }: Attempt<T>) {
    const { id, isLast } = await take([addressRule(address), rule]);
    try {
      const done = await run();
      await reset(rule);
      return done;
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code === failure) await onFailure?.(problem, isLast);
      // Removes an attempt that ended without a decision.
      else await db.delete(tryTable).where(eq(tryTable.id, id));
      throw error;
    }
  }

  return {
    take,
    attempt,
    resetAll,
    sweep: () => db.delete(tryTable).where(lt(tryTable.at, new Date(clock.nowMs() - 24 * 60 * minuteMs))),
    lockedAmong: (accounts: readonly string[]) => lockedAmong(db, accounts),
  };
}

type NewTry = { id: string; rules: readonly Rule[]; now: Date };

/** Stores an attempt. Throws if a rule has no more. Returns if it is the last one that the last rule allows. */
async function count(db: Database, { id, rules, now }: NewTry) {
  const withinWindow = ({ key, withinMs }: Rule) => and(eq(tryTable.key, key), isWithin(withinMs, now));
  const counts = await db
    .select({ key: tryTable.key, count: sql<number>`count(*)::int`, first: sql<string>`min(${tryTable.at})` })
    .from(tryTable)
    .where(or(...rules.map(withinWindow)))
    .groupBy(tryTable.key);
  for (const rule of rules) {
    const ofRule = counts.find(({ key }) => key === rule.key);
    if (ofRule && ofRule.count >= rule.most)
      throw tooMany(new Date(ofRule.first).getTime() + rule.withinMs - now.getTime());
  }
  await db.insert(tryTable).values(rules.map(({ key }) => ({ id, key, at: now })));
  const last = rules.at(-1);
  return (counts.find(({ key }) => key === last?.key)?.count ?? 0) + 1 === last?.most;
}

/** Accounts that are refused now. */
async function lockedAmong(db: Database, accounts: readonly string[]) {
  if (accounts.length === 0) return new Set<string>();
  const { most, withinMs } = accountRule("");
  const keys = accounts.map((account) => accountRule(account).key);
  const rows = await db
    .select({ key: tryTable.key })
    .from(tryTable)
    .where(and(inArray(tryTable.key, keys), isWithin(withinMs, clock.now())))
    .groupBy(tryTable.key)
    .having(sql`count(*) >= ${most}`);
  return new Set(rows.map(({ key }) => key.slice("account ".length)));
}

type Attempt<T> = {
  address: string;
  rule: Rule;
  failure: ProblemCode;
  run: () => Promise<T>;
  /** `isLast` is true for the last attempt that the rule allows. */
  onFailure?: (problem: Problem, isLast: boolean) => Promise<unknown>;
};

/** Ignores attempts in the future, which were made before the clock was set back. */
const isWithin = (ms: number, now: Date) =>
  between(tryTable.at, new Date(now.getTime() - ms), new Date(now.getTime() + ms));

export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

export function tooMany(leftMs: number) {
  const seconds = Math.max(1, Math.ceil(leftMs / 1000));
  const minutes = Math.floor(seconds / 60);
  const wait = minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
  return new Problem("too_many_tries", `Too many attempts. Wait ${wait}.`, { retryAfterSeconds: seconds });
}
