import { randomUUID } from "node:crypto";
import { and, eq, isNotNull, isNull, lt, notInArray, or } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { Collect } from "@/lib/collector/collect";
import type { Person } from "@/lib/contract/actor";
import { plannable } from "@/lib/contract/console/automation/planned";
import { isAllowed } from "@/lib/contract/operation";
import { plannedActionTable } from "@/lib/db/console/tables/automation";
import { userTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";
import { claimDue, isClaimedAs } from "@/lib/jobs/queue";
import { createWorker } from "@/lib/jobs/worker";
import { type Act, automaticRequestId, delayedDetail, type SendEnd, type SenderOptions } from "./automatic-sends";
import { changedSincePlanned } from "./changed-since-planned";
import { checkHours, hoursDetail, hoursRetryAt, isHoursLate, isHoursRetry } from "./hours-sends";
import { planHours } from "./set-hours";

export type PlannedRow = typeof plannedActionTable.$inferSelect;

/** A later action is missed. */
const maxDelayMs = 5 * 60_000;
/** The cause of an older pause can be gone. */
const pauseValidMs = 60_000;
const storedForMs = 400 * 86_400_000;

type ScheduledOptions = SenderOptions & Pick<Collect, "read">;

const lateSince = () => new Date(clock.nowMs() - maxDelayMs);

/** Sends what is due, each at most once: actions of people, hours and rules. Marks overdue actions of other accounts as missed. */
export function createScheduledSender(options: ScheduledOptions) {
  const { db, accountId, isLeading, sends, changed, log } = options;
  const jumps = watchClockJumps(maxDelayMs);
  const { settle, settleOrRetry, end } = settlingIn(options);
  const worker = createWorker<PlannedRow>({
    name: "scheduled actions",
    concurrency: sends.concurrency,
    claim: (most) =>
      claimDue(db, plannedActionTable, {
        ...{ most, leaseMs: sends.leaseMs, set: { state: "sending" }, where: isSentFor(accountId) },
      }),
    run: send,
    log,
  });

  async function send(row: PlannedRow) {
    changed(["automation"]);
    const act = actOf(row);
    const lost = row.attempts > 1 ? await sends.outcomeOfLost(act) : undefined;
    if (lost) return settle(row, lost);
    if (row.cause !== null) return sendPause(row, act);
    if (row.isByHours ? await isHoursLate(db, row) : row.at < lateSince()) return miss(row);
    const check = await checkAction(options, row);
    if ("skipped" in check) return end(row, { state: "skipped", message: check.skipped });
    if ("automatic" in check)
      return isLeading() ? settleOrRetry(row, await sends.send({ ...act, ...check })) : undefined;
    const message = `Not sent: ${check.refused}.`;
    const refusal = await sends.record(act, { outcome: "refused", status: check.status, message });
    return check.isRetried ? settleOrRetry(row, refusal) : settle(row, refusal);
  }

  /** A pause with a cause. If it was not sent soon, the next check of its cause decides again. */
  async function sendPause(row: PlannedRow, act: Act) {
    const isOld = row.at.getTime() < clock.nowMs() - pauseValidMs;
    if (row.attempts > 1 || isOld) await db.delete(plannedActionTable).where(isClaimedAs(plannedActionTable, row));
    else if (isLeading()) await settle(row, await sends.send(act));
  }

  async function miss(row: PlannedRow) {
    const message = `Not sent: ${row.accountId === accountId ? jumps.lateReason(row.at) : "Switchboard was not connected to this platform at that time"}.`;
    await sends.record(actOf(row), { outcome: "refused", status: null, message });
    await end(row, { state: "missed", message });
  }

  return {
    sendDue: async () => {
      jumps.look();
      await planHours({ db, accountId });
      return worker.startDue(isLeading);
    },
    stop: worker.stop,
    removeOld: () => removeEnded(db),
  };
}

/** All actions of the account, and those of others that are missed. A pause of another account is decided again when it is used. */
const isSentFor = (accountId: string) =>
  or(
    eq(plannedActionTable.accountId, accountId),
    and(
      lt(plannedActionTable.at, lateSince()),
      eq(plannedActionTable.isByHours, false),
      isNull(plannedActionTable.cause),
    ),
  );

type Refused = { refused: string | undefined; status: number | null; isRetried?: boolean };
type Checked = { skipped: string } | Refused | Authority;
type Authority = { automatic: Act["automatic"]; person: Person | undefined };

/** On whose authority an action is sent, or why it is not. */
async function checkAction({ db, accountId, read }: ScheduledOptions, row: PlannedRow): Promise<Checked> {
  const isPlanner = eq(userTable.id, row.personId ?? "");
  const [user] = await db.select().from(userTable).where(isPlanner);
  const blocker = blockerOf(row, user);
  if (blocker !== undefined) return { refused: blocker, status: 403 };
  const check = row.isByHours ? await checkHours({ db, accountId, read }, row) : undefined;
  if (check && "skipped" in check) return check;
  if (check && "unread" in check) return { refused: check.unread, status: null, isRetried: true };
  if (check) return { ...check, status: null };
  const change = await changedSincePlanned({ db, accountId, read }, row);
  return change === undefined ? authorityOf(row, user) : { refused: change, status: null };
}

function settlingIn({ db, changed }: Pick<SenderOptions, "db" | "changed">) {
  const settle = (row: PlannedRow, { outcome, status, message, isUnconfirmed = false }: SendEnd) =>
    end(row, { state: outcome === "ok" ? "done" : outcome, status, message, isUnconfirmed });

  async function settleOrRetry(row: PlannedRow, sent: SendEnd) {
    if (!isHoursRetry(row, sent, lateSince())) return settle(row, sent);
    const { message } = sent;
    // The audit log accepts each request ID once.
    const again = { id: randomUUID(), state: "planned", nextAttemptAt: hoursRetryAt(), attempts: 0, message } as const;
    await db.update(plannedActionTable).set(again).where(isClaimedAs(plannedActionTable, row));
    changed(["automation"]);
  }

  async function end(row: PlannedRow, values: Partial<PlannedRow>) {
    await db
      .update(plannedActionTable)
      .set({ ...values, endedAt: clock.now(), nextAttemptAt: null })
      .where(isClaimedAs(plannedActionTable, row));
    changed(["automation", "campaigns"]);
  }

  return { settle, settleOrRetry, end };
}

async function removeEnded(db: Database) {
  const isEnded = notInArray(plannedActionTable.state, ["planned", "sending"]);
  const isOver = or(isNull(plannedActionTable.cause), isNotNull(plannedActionTable.clearedAt));
  const isOld = lt(plannedActionTable.at, new Date(clock.nowMs() - storedForMs));
  await db.delete(plannedActionTable).where(and(isEnded, isOld, isOver));
}

function detailOf({ isByHours, isDelayed, confirmedPeople, cause, because }: PlannedRow): Record<string, unknown> {
  if (cause !== null) return { automatic: "rule", cause, ...(because ? { because } : {}) };
  if (isByHours) return hoursDetail;
  return isDelayed ? { automatic: delayedDetail, confirmed_people: confirmedPeople } : { automatic: "planned" };
}

/** A delayed action is the person's own: its time to be undone is over. */
function actorName({ isByHours, isDelayed, cause }: PlannedRow, by: string) {
  return isDelayed || cause !== null ? by : `${isByHours ? "Hours set" : "Scheduled"} by ${by}`;
}

/**
 * Its planner, if they may still send it. A pause is sent without them too, on the authority of the admins and in Switchboard's
 * name: it calls nobody, and without it calls would go on into the night.
 */
function authorityOf(row: PlannedRow, user: typeof userTable.$inferSelect | undefined): Authority {
  const obstacle = obstacleOf(row, user);
  if (!user || obstacle !== undefined) {
    const { actor, detail } = actOf(row).automatic;
    const plan = actorName(row, row.by).replace(/^[SH](?=cheduled by |ours set by )/, (letter) => letter.toLowerCase());
    const name = `Switchboard (${plan}; ${obstacle})`;
    return { person: undefined, automatic: { actor: { ...actor, name }, detail } };
  }
  const { id, name, email, role } = user;
  const person: Person = { id, name, email, role, sessionId: "" };
  return { person, automatic: { actor: { id, name: actorName(row, name), email, role }, detail: detailOf(row) } };
}

export type Planner = Pick<typeof userTable.$inferSelect, "name" | "role" | "isDisabled">;

/** Reason why an action will not be sent, or undefined. A pause is always sent: see `authorityOf`. */
export const blockerOf = (row: PlannedRow, user: Planner | null | undefined): string | undefined =>
  row.action === "pause" ? undefined : obstacleOf(row, user);

/** Reason why its planner may no longer send an action, or undefined. A pause with a cause has no planner. */
function obstacleOf({ by, action, cause }: PlannedRow, user: Planner | null | undefined): string | undefined {
  if (cause !== null) return undefined;
  if (!user) return `${by} is no longer on the team`;
  if (user.isDisabled) return `${user.name} is disabled`;
  return isAllowed(plannable[action], user.role)
    ? undefined
    : `${user.name} is no longer allowed to ${action} a campaign`;
}

export const actOf = (row: PlannedRow): Act => ({
  op: plannable[row.action],
  campaign_id: row.campaignId,
  requestId: automaticRequestId(row.id),
  automatic: {
    actor: { ...(row.personId === null ? {} : { id: row.personId }), name: actorName(row, row.by), email: "" },
    detail: detailOf(row),
  },
});

/** Watches for jumps of the clock over a minimum: it followed the database's, or the machine slept. */
function watchClockJumps(minMs: number) {
  const startedMs = clock.nowMs();
  let skipped = { fromMs: startedMs, toMs: startedMs };
  let looked = { atMs: startedMs, monotonicMs: performance.now() };

  function look() {
    const now = { atMs: clock.nowMs(), monotonicMs: performance.now() };
    const jumpMs = now.atMs - looked.atMs - (now.monotonicMs - looked.monotonicMs);
    if (jumpMs > minMs) skipped = { fromMs: now.atMs - jumpMs, toMs: now.atMs };
    looked = now;
  }

  return {
    /** Call often: a jump is noted when it is looked for. */
    look,
    /** Why an action at this time is late, without a full stop. */
    lateReason(at: Date) {
      const atMs = at.getTime();
      if (atMs < startedMs - minMs) return "Switchboard was not running at that time";
      look();
      const isSkipped = atMs > skipped.fromMs && atMs <= skipped.toMs;
      return isSkipped
        ? "the clock was set forward past that time"
        : "the platform took too long to answer earlier actions";
    },
  };
}
