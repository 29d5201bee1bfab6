import { eq, sql } from "drizzle-orm";
import { retriesOf } from "@/lib/collector/polling/settings";
import { parseRetries } from "@/lib/contract/console/kept";
import type { Standing } from "@/lib/contract/console/webhook-log/filter";
import { deliveryKindTable, deliveryWaitTable } from "@/lib/db/console/tables/collector";
import type { Transaction } from "@/lib/db/database";
import { numberArray, textArray, timeArray } from "./log-sql";
import type { LogWords } from "./log-words";

type Wait = Pick<typeof deliveryWaitTable.$inferSelect, "webhookId" | "status" | "attempts" | "longestMs">;
type Kind = Pick<typeof deliveryKindTable.$inferSelect, "webhookId" | "status" | "attempts">;

/** What an account's deliveries did after their attempts, and what an admin knows of its retries. */
export type Retries = {
  waits: readonly Wait[];
  /** When each attempt is due, in seconds after the first. Empty if unknown. */
  dueSeconds: readonly number[];
  /** Statuses of several deliveries that have given up, after which attempts never rose. */
  finalStatuses: ReadonlySet<string>;
  /** Statuses that the account or its users call in progress. */
  inProgress: ReadonlySet<string>;
};

/** Ages of a delivery's last change, in milliseconds. */
export type Limits = { retryingToMs: number; givenUpFromMs: number };

/** Waits are known to the interval of reads, and senders add jitter. */
const slackMs = 60_000;
const pendingMs = 60_000;
/** A status is final after this many deliveries that gave up with it. */
const minGivenUp = 3;

/**
 * Until when an undelivered entry is being retried, and from when it has given up. It is being retried while its webhook's usual
 * wait after this attempt, or that of any webhook, is not over. It has given up when it waits longer than any did, or if attempts
 * never rose after its status. Words alone decide neither: some platforms say "failed" from the first attempt on.
 */
export function limitsOf({ webhookId, status, attempts }: Kind, retries: Retries): Limits {
  const { waits, dueSeconds, finalStatuses, inProgress } = retries;
  const pendingToMs = inProgress.has(status) ? pendingMs : 0;
  const longest = (some: readonly Wait[]) =>
    some.length > 0 ? Math.max(...some.map((wait) => wait.longestMs)) : undefined;
  const afterAttempt = waits.filter((wait) => wait.attempts === attempts);
  const dueMs = dueIn(dueSeconds, attempts);
  const usualMs =
    longest(afterAttempt.filter((wait) => wait.webhookId === webhookId)) ?? longest(afterAttempt) ?? dueMs;
  if (finalStatuses.has(status)) return { retryingToMs: pendingToMs, givenUpFromMs: pendingToMs };
  const isLast = dueSeconds.length > 0 && attempts >= dueSeconds.length;
  const everMs = Math.max(longest(waits) ?? Number.NEGATIVE_INFINITY, dueMs ?? Number.NEGATIVE_INFINITY);
  const givenUpFromMs = isLast ? 0 : Number.isFinite(everMs) ? everMs + slackMs : Number.POSITIVE_INFINITY;
  const retryingToMs = isLast || usualMs === undefined ? 0 : Math.min(usualMs + slackMs, givenUpFromMs);
  return { retryingToMs: Math.max(retryingToMs, pendingToMs), givenUpFromMs: Math.max(givenUpFromMs, pendingToMs) };
}

/** Wait after an attempt by an admin's schedule, in milliseconds. */
function dueIn(dueSeconds: readonly number[], attempts: number) {
  const [last, next] = [dueSeconds[attempts - 1], dueSeconds[attempts]];
  return last === undefined || next === undefined ? undefined : (next - last) * 1000;
}

type StandingsInput = { accountId: string; words: LogWords; at: Date };

/** Moves undelivered entries to the kind with their standing at this time. To be called after each read of the log. */
export async function keepStandings(tx: Transaction, { accountId, words, at }: StandingsInput) {
  const all = await tx.select().from(deliveryKindTable).where(eq(deliveryKindTable.accountId, accountId));
  const isArrived = new Set(words.delivered);
  const kinds = all.filter(({ status }) => !isArrived.has(status));
  if (kinds.length === 0) return;
  const retries = await retriesKnown(tx, accountId, words, kinds);
  const moves = kinds.flatMap((kind) => movesOf(kind, limitsOf(kind, retries), at.getTime()));
  if (moves.length === 0) return;
  const move = sql`unnest(${numberArray(moves.map(({ kind }) => kind))}, ${textArray(moves.map(({ standing }) => standing))},
    ${timeArray(moves.map(({ fromMs }) => fromMs))}, ${timeArray(moves.map(({ toMs }) => toMs))})
    as move (kind, standing, from_at, to_at)`;
  const isMoved = sql`d.key_print = ${accountId} and d.kind = move.kind
    and (move.from_at is null or d.last_at > move.from_at) and (move.to_at is null or d.last_at <= move.to_at)`;
  await tx.execute(sql`
    insert into console.delivery_kind (key_print, webhook_id, event, status, attempts, standing, late)
    select kind.key_print, webhook_id, event, status, attempts, move.standing, late
    from ${move} join console.delivery_kind as kind on kind.id = move.kind
    where exists (select from console.delivery as d where ${isMoved}) on conflict do nothing`);
  await tx.execute(sql`
    update console.delivery as d set kind = target.id, standing_at = ${at.toISOString()}
    from ${move} join console.delivery_kind as kind on kind.id = move.kind
    join console.delivery_kind as target
      on (target.key_print, target.webhook_id, target.event, target.status, target.attempts, target.standing, target.late)
        = (kind.key_print, kind.webhook_id, kind.event, kind.status, kind.attempts, move.standing, kind.late)
    where ${isMoved}`);
}

type Move = { kind: number; standing: Standing; fromMs: number | null; toMs: number | null };

/** Ranges of the last change in which entries of a kind have another standing. What has given up stays so until it changes. */
function movesOf(kind: { id: number; standing: Standing }, { retryingToMs, givenUpFromMs }: Limits, nowMs: number) {
  const before = (ms: number) => (Number.isFinite(ms) ? nowMs - ms : null);
  const ranges: Move[] = [];
  const range = (standing: Standing, fromMs: number | null, toMs: number | null) =>
    ranges.push({ kind: kind.id, standing, fromMs, toMs });
  if (kind.standing === "given_up") return ranges;
  if (retryingToMs > 0) range("retrying", before(retryingToMs), null);
  if (Number.isFinite(givenUpFromMs)) range("given_up", null, before(givenUpFromMs));
  if (kind.standing === "retrying")
    range("unknown", before(givenUpFromMs), retryingToMs > 0 ? before(retryingToMs) : null);
  return ranges.filter(({ standing }) => standing !== kind.standing);
}

async function retriesKnown(
  tx: Transaction,
  accountId: string,
  words: LogWords,
  kinds: readonly (typeof deliveryKindTable.$inferSelect)[],
): Promise<Retries> {
  const waits = await tx.select().from(deliveryWaitTable).where(eq(deliveryWaitTable.accountId, accountId));
  const { schedule } = await retriesOf(tx, accountId);
  const rose = new Set(waits.map(({ status }) => status));
  const ended = kinds.filter(({ standing, status }) => standing === "given_up" && !rose.has(status));
  const { rows } = await tx.execute<{ status: string }>(sql`
    select status from unnest(${textArray([...new Set(ended.map(({ status }) => status))])}) as known (status)
    where (select count(*) from (
      select from console.delivery as d join console.delivery_kind as kind on kind.id = d.kind
      where d.key_print = ${accountId} and d.kind = any(${numberArray(ended.map(({ id }) => id))})
        and kind.status = known.status limit ${minGivenUp}) as ended) >= ${minGivenUp}`);
  return {
    waits,
    dueSeconds: parseRetries(schedule) ?? [],
    finalStatuses: new Set(waits.length > 0 ? rows.map(({ status }) => status) : []),
    inProgress: new Set(words.inProgress),
  };
}
