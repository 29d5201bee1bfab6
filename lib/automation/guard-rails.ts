import { randomUUID } from "node:crypto";
import { and, eq, isNotNull, lt } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { Collect } from "@/lib/collector/collect";
import { aheadMs } from "@/lib/collector/records/keep-versions";
import { pauseCampaign } from "@/lib/contract/api/campaigns";
import { isResting } from "@/lib/contract/console/campaign-stage";
import { guardRailPauseTable, guardRailTable } from "@/lib/db/console/tables/automation";
import { claimDue, isClaimedAs } from "@/lib/jobs/queue";
import { createWorker } from "@/lib/jobs/worker";
import { type Act, automaticRequestId, type SendEnd, type SenderOptions } from "./automatic-sends";
import { guardRailActor } from "./campaign-guard";
import {
  type CampaignState,
  campaignStates,
  createFindings,
  crossedBy,
  type Evaluation,
  type Finding,
  mayBeRunning,
  unread,
  usualLimit,
  wasRunning,
} from "./findings";

type Rail = typeof guardRailTable.$inferSelect;
type Pause = typeof guardRailPauseTable.$inferSelect;
type PauseCheck = { pause: Pause; campaign: CampaignState; evaluation: Evaluation; now: Date };

type GuardRailsOptions = SenderOptions & Pick<Collect, "read">;

const saveEveryMs = 30_000;
const retryAfterMs = 60_000;

/**
 * Pauses campaigns when an enabled guard rail trips. It pauses a campaign once and re-arms when its cause is gone. A person can
 * restart the campaign before that. Failure shares then count from the restart, and balance and hours do not pause it again. A
 * pause that was not sent or was rate limited is retried.
 */
export class GuardRails {
  private readonly evaluate: ReturnType<typeof createFindings>;
  private readonly worker: ReturnType<typeof createWorker<Pause>>;

  constructor(private readonly options: GuardRailsOptions) {
    const { db, accountId, sends, log } = options;
    this.evaluate = createFindings(options);
    this.worker = createWorker<Pause>({
      name: "guard rail pauses",
      concurrency: sends.concurrency,
      claim: (most) => claimDue(db, guardRailPauseTable, { most, leaseMs: sends.leaseMs, where: isPauseOf(accountId) }),
      run: (row) => this.sendPause(row),
      log,
    });
  }

  async check() {
    const { db, accountId, isLeading } = this.options;
    const now = clock.now();
    await this.removeUnclaimed(now);
    const isOn = and(eq(guardRailTable.accountId, accountId), eq(guardRailTable.isOn, true));
    const rails = await db.select().from(guardRailTable).where(isOn);
    for (const rail of rails) await this.checkRail(rail, now);
    await this.worker.startDue(isLeading);
  }

  stop() {
    return this.worker.stop();
  }

  /** The cause of an old pause can be gone, so the next check decides again. */
  private async removeUnclaimed(now: Date) {
    const isUnclaimed = and(
      isPauseOf(this.options.accountId),
      eq(guardRailPauseTable.attempts, 0),
      isNotNull(guardRailPauseTable.nextAttemptAt),
      lt(guardRailPauseTable.at, new Date(now.getTime() - retryAfterMs)),
    );
    await this.options.db.delete(guardRailPauseTable).where(isUnclaimed);
  }

  private async checkRail(rail: Rail, now: Date) {
    const { db, accountId } = this.options;
    const stored = await db.select().from(guardRailPauseTable).where(isPauseOf(accountId));
    const allPauses = stored.map((pause) => notAhead(pause, now));
    const campaigns = (await campaignStates(db, accountId))
      .filter(({ campaign_id }) => rail.campaigns?.includes(campaign_id) ?? true)
      .map((campaign) => unknownIfPaused(campaign, allPauses));
    const running = campaigns.filter((campaign) => mayBeRunning(campaign, now));
    const pauses = allPauses.filter(({ guardRail }) => guardRail === rail.guardRail);
    const evaluation = await this.evaluate(rail.guardRail, {
      limit: { ...usualLimit, ...rail.limit },
      running,
      isNeeded: running.length + pauses.length > 0,
      now,
    });
    for (const pause of pauses) {
      const campaign = campaigns.find(({ campaign_id }) => campaign_id === pause.campaignId);
      if (!campaign || (await evaluation.forCampaign(campaign)).state === "clear") await this.rearm(pause);
      else await this.checkRestart(rail, { pause, campaign, evaluation, now });
    }
    const paused = new Set(pauses.map(({ campaignId }) => campaignId));
    const unpaused = running.filter(({ campaign_id }) => !paused.has(campaign_id));
    const due = await duePauses(rail, unpaused, evaluation);
    const isUnread = evaluation.overall.state === "idle" && campaigns.some(wasRunning);
    await this.saveFinding(rail, isUnread ? unread : evaluation.overall, now);
    if (due.length > 0 && this.options.isLeading())
      await db.insert(guardRailPauseTable).values(due).onConflictDoNothing();
  }

  private async sendPause(row: Pause) {
    const { sends, changed, isLeading } = this.options;
    changed(["automation"]);
    if (row.attempts > 1) return this.settleLost(row);
    if (isLeading()) await this.settle(row, await sends.send(actOf(row)));
  }

  /** If it was not sent, the next check decides again. */
  private async settleLost(row: Pause) {
    const { db, sends } = this.options;
    const lost = await sends.outcomeOfLost(actOf(row));
    if (lost) await this.settle(row, lost);
    else await db.delete(guardRailPauseTable).where(isClaimedAs(guardRailPauseTable, row));
  }

  private async settle(row: Pause, { outcome, status, message }: SendEnd) {
    const { db, changed } = this.options;
    await db
      .update(guardRailPauseTable)
      .set({ outcome, status, message, nextAttemptAt: null })
      .where(isClaimedAs(guardRailPauseTable, row));
    await db.update(guardRailTable).set({ lastActedAt: row.at }).where(isRail(row));
    changed(["automation", "campaigns"]);
  }

  /** Records when a paused campaign was read as at rest, and when a person restarted it. */
  private async checkRestart(rail: Rail, check: PauseCheck) {
    const { pause: row, campaign, now } = check;
    const seenAt = new Date(campaign.seenMs);
    if (seenAt <= row.at) return;
    if (!row.restedAt) {
      if (isResting(campaign.status)) await this.set(row, { restedAt: seenAt });
      else if (isRetryDue(row, now)) await this.pauseAgain(check);
    } else if (!row.restartedAt) {
      if (mayBeRunning(campaign, now)) await this.set(row, { restartedAt: seenAt });
    } else if (rail.guardRail === "deliveries" || rail.guardRail === "failed_calls") await this.pauseAgain(check);
  }

  private async pauseAgain({ pause: row, campaign, evaluation, now }: PauseCheck) {
    if (!mayBeRunning(campaign, now) || !this.options.isLeading()) return;
    const { state, says } = await evaluation.forCampaign(campaign, row.restartedAt ?? undefined);
    if (state !== "crossed") return;
    const unanswered = { outcome: null, status: null, message: null, restedAt: null, restartedAt: null };
    await this.set(row, { ...enqueued(says), ...unanswered });
  }

  private async set(row: Pause, values: Partial<Pause>) {
    await this.options.db.update(guardRailPauseTable).set(values).where(isPause(row));
  }

  private async rearm(row: Pause) {
    if (row.outcome === null) return;
    await this.options.db.delete(guardRailPauseTable).where(isPause(row));
    this.options.changed(["automation"]);
  }

  private async saveFinding(rail: Rail, finding: Finding, now: Date) {
    const { found: last } = rail;
    const isSame = last?.says === finding.says;
    if (isSame && Math.abs(now.getTime() - Date.parse(last.at)) < saveEveryMs) return;
    await this.options.db
      .update(guardRailTable)
      .set({ found: { ...finding, at: now.toISOString() } })
      .where(and(isRail(rail), eq(guardRailTable.isOn, true)));
    if (!isSame) this.options.changed(["automation"]);
  }
}

/** The status of a campaign that was paused after its last read is unknown. */
function unknownIfPaused(campaign: CampaignState, pauses: readonly Pause[]): CampaignState {
  const isPaused = ({ campaignId, at }: Pause) =>
    campaignId === campaign.campaign_id && at.getTime() >= campaign.seenMs;
  return pauses.some(isPaused) ? { ...campaign, status: null } : campaign;
}

/** Pauses of the running campaigns for which the guard rail has tripped. */
async function duePauses({ accountId, guardRail }: Rail, running: readonly CampaignState[], evaluation: Evaluation) {
  const crossed = await crossedBy(running, evaluation);
  return crossed.map(({ campaign: { campaign_id: campaignId }, says }) => ({
    ...{ accountId, guardRail, campaignId },
    ...enqueued(says),
  }));
}

/** Times in the future were stored before the clock was set back, and count as long ago. */
function notAhead(pause: Pause, now: Date): Pause {
  const isAhead = (at: Date | null) => at !== null && at.getTime() > now.getTime() + aheadMs;
  const longAgo = new Date(0);
  return {
    ...pause,
    at: isAhead(pause.at) ? longAgo : pause.at,
    restartedAt: isAhead(pause.restartedAt) ? longAgo : pause.restartedAt,
  };
}

/** True for a pause that was not sent, was rate limited or failed on the platform. */
const isRetryDue = ({ outcome, at, status }: Pause, now: Date) =>
  outcome === "refused" &&
  (status === null || status === 429 || status >= 500) &&
  now.getTime() - at.getTime() >= retryAfterMs;

function enqueued(because: string) {
  const at = clock.now();
  return { id: randomUUID(), because, at, nextAttemptAt: at, attempts: 0 };
}

const actOf = ({ id, campaignId, guardRail, because }: Pause): Act => ({
  op: pauseCampaign,
  campaign_id: campaignId,
  requestId: automaticRequestId(id),
  automatic: {
    actor: { name: guardRailActor(guardRail), email: "" },
    detail: { automatic: "guard rail", ...(because ? { because } : {}) },
  },
});

const isPauseOf = (accountId: string) => eq(guardRailPauseTable.accountId, accountId);

const isRail = ({ accountId, guardRail }: Pick<Rail, "accountId" | "guardRail">) =>
  and(eq(guardRailTable.accountId, accountId), eq(guardRailTable.guardRail, guardRail));

/** This pause, unless the next leader has replaced it with a new ID. */
const isPause = ({ accountId, guardRail, campaignId, id }: Pause) =>
  and(
    eq(guardRailPauseTable.accountId, accountId),
    eq(guardRailPauseTable.guardRail, guardRail),
    eq(guardRailPauseTable.campaignId, campaignId),
    eq(guardRailPauseTable.id, id),
  );
