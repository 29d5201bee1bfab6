import { eq, type SQL, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { retriesOf } from "@/lib/collector/polling/settings";
import { parseRetries } from "@/lib/contract/console/collecting";
import { isOpenOutcome, type Outcome } from "@/lib/contract/console/webhook-log/filter";
import { collectorSettingTable, deliveryWaitTable } from "@/lib/db/console/tables/collector";
import type { Transaction } from "@/lib/db/database";
import { numberArray, textArray, timeArray } from "./log-sql";
import type { LogWords } from "./log-words";

/** A status is final after this many deliveries that gave up with it. */
const minGivenUp = 3;

type OutcomesInput = { accountId: string; words: LogWords; at: Date };

/** Decides again which deliveries are being retried and which have given up. To be called after each read of the log. */
export async function idOutcomes(tx: Transaction, { accountId, words, at }: OutcomesInput) {
  await applyChangedWords(tx, accountId, words);
  const groups = await missedGroups(tx, accountId);
  if (groups.length === 0) return;
  const retries = await retriesKnown(tx, accountId, words, groups);
  const moves = groups.flatMap((group) => movesOf(group, limitsOf(group, retries), at.getTime()));
  if (moves.length === 0) return;
  const move = sql`unnest(${textArray(moves.map(({ group }) => group.webhookId))}, ${textArray(moves.map(({ group }) => group.status))},
    ${numberArray(moves.map(({ group }) => group.attempts))}, ${textArray(moves.map(({ group }) => group.outcome))},
    ${textArray(moves.map(({ outcome }) => outcome))}, ${timeArray(moves.map(({ fromMs }) => fromMs))},
    ${timeArray(moves.map(({ toMs }) => toMs))}, ${textArray(moves.map(({ part = null }) => part))})
    as move (webhook_id, status, attempts, was, outcome, from_at, to_at, part)`;
  await tx.execute(sql`
    update console.delivery as d set outcome = move.outcome, outcome_at = ${at.toISOString()} from ${move}
    where d.key_print = ${accountId} and d.outcome <> 'arrived'
      and (d.webhook_id, d.status, d.attempts, d.outcome) = (move.webhook_id, move.status, move.attempts, move.was)
      and (move.from_at is null or d.last_at > move.from_at) and (move.to_at is null or d.last_at <= move.to_at)
      and (move.part is null or (move.part = 'older') = (d.at is null))`);
}

/** Deliveries that have not arrived, by what decides their outcome. */
type Group = Attempt & { outcome: Missed; count: number };
type Missed = Exclude<Outcome, "arrived">;

async function missedGroups(tx: Transaction, accountId: string): Promise<Group[]> {
  const { rows } = await tx.execute<Group>(sql`
    select webhook_id as "webhookId", status, attempts, outcome, count(*)::int as count from console.delivery
    where key_print = ${accountId} and outcome <> 'arrived' group by 1, 2, 3, 4`);
  return rows;
}

/** The words that say "delivered" and were applied to all stored deliveries of an account. */
const appliedWords = (accountId: string) => `delivered words ${accountId}`;

/** An admin's meaning or a new version can change which words say "delivered". */
async function applyChangedWords(tx: Transaction, accountId: string, words: LogWords) {
  const name = appliedWords(accountId);
  const value = words.delivered.toSorted();
  const [known] = await tx.select().from(collectorSettingTable).where(eq(collectorSettingTable.name, name));
  if (known && JSON.stringify(known.value) === JSON.stringify(value)) return;
  await applyWords(tx, words, sql`key_print = ${accountId}`);
  const set = { value, setBy: "Switchboard", setAt: clock.now() };
  await tx
    .insert(collectorSettingTable)
    .values({ name, ...set })
    .onConflictDoUpdate({ target: collectorSettingTable.name, set });
}

/** Makes the outcome of stored deliveries follow the words that say "delivered". Their attempts have not changed by it. */
export async function applyWords(tx: Transaction, { delivered }: LogWords, isChosen: SQL) {
  const isDelivered = sql`status = any(${textArray(delivered)})`;
  await tx.execute(sql`
    update console.delivery set outcome = 'arrived' where ${isChosen} and outcome <> 'arrived' and ${isDelivered}`);
  await tx.execute(sql`
    update console.delivery set outcome = 'unknown' where ${isChosen} and outcome = 'arrived' and not ${isDelivered}`);
}

type Move = {
  group: Group;
  outcome: Missed;
  fromMs: number | null;
  toMs: number | null;
  /** Older ones may have been tried days ago, so they are never waited for an hour. */
  part?: "older" | "timed" | undefined;
};

/** Ranges of the last change in which entries of a group have another outcome. What has given up stays so until it changes. */
function movesOf(group: Group, limits: Limits, nowMs: number) {
  const { pendingToMs, openToMs, open, givenUpFromMs } = limits;
  const before = (ms: number) => (Number.isFinite(ms) ? nowMs - ms : null);
  const ranges: Move[] = [];
  const range = (outcome: Missed, fromMs: number | null, toMs: number | null, part?: Move["part"]) =>
    ranges.push({ group, outcome, fromMs, toMs, part });
  if (group.outcome === "given_up") return ranges;
  if (pendingToMs > 0) range("retrying", before(pendingToMs), null);
  const isHour = open === "not_yet";
  const pendingFrom = pendingToMs > 0 ? before(pendingToMs) : null;
  if (openToMs > pendingToMs) range(open, before(openToMs), pendingFrom, isHour ? "timed" : undefined);
  if (Number.isFinite(givenUpFromMs)) range("given_up", null, before(givenUpFromMs));
  if (isOpenOutcome(group.outcome)) {
    range("unknown", before(givenUpFromMs), openToMs > 0 ? before(openToMs) : null);
    if (isHour) range("unknown", before(openToMs), pendingFrom, "older");
  }
  return ranges.filter(({ outcome }) => outcome !== group.outcome);
}

async function retriesKnown(
  tx: Transaction,
  accountId: string,
  words: LogWords,
  groups: readonly Group[],
): Promise<Retries> {
  const waits = await tx.select().from(deliveryWaitTable).where(eq(deliveryWaitTable.accountId, accountId));
  const { schedule } = await retriesOf(tx, accountId);
  const rose = new Set(waits.map(({ status }) => status));
  const givenUp = new Map<string, number>();
  for (const { status, outcome, count } of groups)
    if (outcome === "given_up" && !rose.has(status)) givenUp.set(status, (givenUp.get(status) ?? 0) + count);
  const final = [...givenUp].filter(([, count]) => count >= minGivenUp).map(([status]) => status);
  return {
    waits,
    dueSeconds: parseRetries(schedule) ?? [],
    finalStatuses: new Set(waits.length > 0 ? final : []),
    inProgress: new Set(words.inProgress),
  };
}

type Wait = Pick<typeof deliveryWaitTable.$inferSelect, "webhookId" | "status" | "attempts" | "longestMs">;
type Attempt = Pick<Wait, "webhookId" | "status" | "attempts">;

/** Waits of an account's deliveries after their attempts, and the retries that an admin entered. */
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
type Limits = {
  /** Until then, the platform's word for it is believed: it is in progress. */
  pendingToMs: number;
  /** Until then, it has not arrived yet: its wait is not over (`retrying`), or nobody knows how long that is (`not_yet`). */
  openToMs: number;
  open: "retrying" | "not_yet";
  givenUpFromMs: number;
};

/** Waits are known to the interval of reads, and senders add jitter. */
const slackMs = 60_000;
const pendingMs = 60_000;
/** How long a delivery has not arrived yet, if the platform's wait after its attempt was never seen. */
const unknownWaitMs = 3_600_000;

/**
 * Until when an undelivered entry has not arrived yet, and from when it has given up. Its webhook's usual wait after this attempt
 * decides, or that of any webhook, or an hour if neither is known. It has given up when it waits longer than any did, or if
 * attempts never rose after its status. Words alone decide neither: some platforms say "failed" from the first attempt on.
 */
export function limitsOf(attempt: Attempt, { waits, dueSeconds, finalStatuses, inProgress }: Retries): Limits {
  const { webhookId, status, attempts } = attempt;
  const pendingToMs = inProgress.has(status) ? pendingMs : 0;
  const isLast = dueSeconds.length > 0 && attempts >= dueSeconds.length;
  if (finalStatuses.has(status) || isLast)
    return { pendingToMs, openToMs: pendingToMs, open: "not_yet", givenUpFromMs: pendingToMs };
  const afterAttempt = waits.filter((wait) => wait.attempts === attempts);
  const dueMs = dueIn(dueSeconds, attempts);
  const defaultMs =
    longest(afterAttempt.filter((wait) => wait.webhookId === webhookId)) ?? longest(afterAttempt) ?? dueMs;
  const everMs = Math.max(longest(waits) ?? Number.NEGATIVE_INFINITY, dueMs ?? Number.NEGATIVE_INFINITY);
  const longestMs = Number.isFinite(everMs) ? everMs + slackMs : Number.POSITIVE_INFINITY;
  const openToMs = Math.max(
    defaultMs === undefined ? unknownWaitMs : Math.min(defaultMs + slackMs, longestMs),
    pendingToMs,
  );
  const open = defaultMs === undefined ? "not_yet" : "retrying";
  return { pendingToMs, openToMs, open, givenUpFromMs: Math.max(longestMs, openToMs) };
}

const longest = (waits: readonly Wait[]) =>
  waits.length > 0 ? Math.max(...waits.map((wait) => wait.longestMs)) : undefined;

/** Wait after an attempt by an admin's schedule, in milliseconds. */
function dueIn(dueSeconds: readonly number[], attempts: number) {
  const [last, next] = [dueSeconds[attempts - 1], dueSeconds[attempts]];
  return last === undefined || next === undefined ? undefined : (next - last) * 1000;
}
