import { eq, sql } from "drizzle-orm";
import { retriesOf } from "@/lib/collector/polling/settings";
import { parseRetries } from "@/lib/contract/console/kept";
import type { Standing } from "@/lib/contract/console/webhook-log/filter";
import { deliveryKindTable, deliveryWaitTable } from "@/lib/db/console/tables/collector";
import type { Transaction } from "@/lib/db/database";
import { numberArray, textArray, timeArray } from "./log-sql";
import type { LogWords } from "./log-words";
import { type Limits, limitsOf, type Retries } from "./standing-limits";

/** A status is final after this many deliveries that gave up with it. */
const minGivenUp = 3;

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
    ${timeArray(moves.map(({ fromMs }) => fromMs))}, ${timeArray(moves.map(({ toMs }) => toMs))},
    ${textArray(moves.map(({ part = null }) => part))}) as move (kind, standing, from_at, to_at, part)`;
  const isMoved = sql`d.key_print = ${accountId} and d.kind = move.kind
    and (move.from_at is null or d.last_at > move.from_at) and (move.to_at is null or d.last_at <= move.to_at)
    and (move.part is null or (move.part = 'older') = (d.at is null))`;
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

type Move = {
  kind: number;
  standing: Standing;
  fromMs: number | null;
  toMs: number | null;
  /** Older ones may have been tried days ago, so they are never waited for an hour. */
  part?: "older" | "timed" | undefined;
};

/** Ranges of the last change in which entries of a kind have another standing. What has given up stays so until it changes. */
function movesOf(kind: { id: number; standing: Standing }, limits: Limits, nowMs: number) {
  const { pendingToMs, openToMs, open, givenUpFromMs } = limits;
  const before = (ms: number) => (Number.isFinite(ms) ? nowMs - ms : null);
  const ranges: Move[] = [];
  const range = (standing: Standing, fromMs: number | null, toMs: number | null, part?: Move["part"]) =>
    ranges.push({ kind: kind.id, standing, fromMs, toMs, part });
  if (kind.standing === "given_up") return ranges;
  if (pendingToMs > 0) range("retrying", before(pendingToMs), null);
  const isHour = open === "not_yet";
  const pendingFrom = pendingToMs > 0 ? before(pendingToMs) : null;
  if (openToMs > pendingToMs) range(open, before(openToMs), pendingFrom, isHour ? "timed" : undefined);
  if (Number.isFinite(givenUpFromMs)) range("given_up", null, before(givenUpFromMs));
  const isOpen = kind.standing === "retrying" || kind.standing === "not_yet";
  if (isOpen) range("unknown", before(givenUpFromMs), openToMs > 0 ? before(openToMs) : null);
  if (isOpen && isHour) range("unknown", before(openToMs), pendingFrom, "older");
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
