import { randomUUID } from "node:crypto";
import { and, eq, isNotNull, lt } from "drizzle-orm";
import type { Logger } from "pino";
import { clock } from "@/lib/clock";
import type { Collect } from "@/lib/collector/collect";
import { aheadMs } from "@/lib/collector/records/keep-versions";
import { pauseCampaign } from "@/lib/contract/api/campaigns";
import { isResting } from "@/lib/contract/console/campaign-stage";
import { guardRailPauseTable, guardRailTable } from "@/lib/db/console/tables/automation";
import type { Database } from "@/lib/db/database";
import { claimDue, isClaimedAs } from "@/lib/jobs/queue";
import { createWorker } from "@/lib/jobs/worker";
import type { Act, AutomaticSends, SendEnd } from "./automatic-sends";
import { guardRailActor } from "./campaign-guard";
import {
  type CampaignState,
  campaignStates,
  createFindings,
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

type GuardRailsOptions = {
  db: Database;
  accountId: string;
  read: Collect["read"];
  isLeading: () => boolean;
  sends: AutomaticSends;
  changed: (resources: readonly string[]) => void;
  log: Logger;
};

const saveEveryMs = 30_000;
const retryAfterMs = 60_000;

/**
 * Pauses campaigns when an enabled guard rail trips. It pauses a campaign once and re-arms when its cause is gone. A person can
 * restart the campaign before that. Failure shares then count from the restart, and balance and hours do not pause it again. A
 * pause that was not sent or was rate limited is retried.
 */
export function createGuardRails(options: GuardRailsOptions) {
  const { db, accountId, isLeading, sends, changed, log } = options;
  const evaluate = createFindings(options);

  const isOwn = eq(guardRailPauseTable.accountId, accountId);
  const worker = createWorker<Pause>({
    name: "guard rail pauses",
    concurrency: sends.concurrency,
    claim: (most) => claimDue(db, guardRailPauseTable, { most, leaseMs: sends.leaseMs, where: isOwn }),
    run: sendPause,
    log,
  });

  async function check() {
    const now = clock.now();
    await removeUnclaimed(now);
    const isOn = and(eq(guardRailTable.accountId, accountId), eq(guardRailTable.isOn, true));
    const rails = await db.select().from(guardRailTable).where(isOn);
    for (const rail of rails) await checkRail(rail, await currentCampaigns(now), now);
    await worker.startDue(isLeading);
  }

  /** The cause of an old pause can be gone, so the next check decides again. */
  const removeUnclaimed = (now: Date) =>
    db
      .delete(guardRailPauseTable)
      .where(
        and(
          isOwn,
          eq(guardRailPauseTable.attempts, 0),
          isNotNull(guardRailPauseTable.nextAttemptAt),
          lt(guardRailPauseTable.at, new Date(now.getTime() - retryAfterMs)),
        ),
      );

  /** Campaigns as last read. The status of a campaign that was paused after its last read is unknown. */
  async function currentCampaigns(now: Date): Promise<CampaignState[]> {
    const pauses = await db.select().from(guardRailPauseTable).where(eq(guardRailPauseTable.accountId, accountId));
    const pausedMs = (id: string) =>
      Math.max(0, ...pauses.filter(({ campaignId }) => campaignId === id).map(({ at }) => notAhead(at, now).getTime()));
    const campaigns = await campaignStates(db, accountId);
    return campaigns.map((campaign) =>
      campaign.seenMs > pausedMs(campaign.campaign_id) ? campaign : { ...campaign, status: null },
    );
  }

  async function checkRail(rail: Rail, all: readonly CampaignState[], now: Date) {
    const campaigns = all.filter(({ campaign_id }) => rail.campaigns?.includes(campaign_id) ?? true);
    const running = campaigns.filter((campaign) => mayBeRunning(campaign, now));
    const isRail = and(eq(guardRailPauseTable.accountId, accountId), eq(guardRailPauseTable.guardRail, rail.guardRail));
    const pauses = await db.select().from(guardRailPauseTable).where(isRail);
    const evaluation = await evaluate(rail.guardRail, {
      limit: { ...usualLimit, ...rail.limit },
      running,
      isNeeded: running.length + pauses.length > 0,
      now,
    });
    for (const pause of pauses) {
      const campaign = campaigns.find(({ campaign_id }) => campaign_id === pause.campaignId);
      if (!campaign || (await evaluation.forCampaign(campaign)).state === "clear") await rearm(pause);
      else await checkRestart(rail, { pause, campaign, evaluation, now });
    }
    const paused = new Set(pauses.map(({ campaignId }) => campaignId));
    const due: { campaign: CampaignState; because: string }[] = [];
    for (const campaign of running.filter(({ campaign_id }) => !paused.has(campaign_id))) {
      const { state, says } = await evaluation.forCampaign(campaign);
      if (state === "crossed") due.push({ campaign, because: says });
    }
    const isUnread = evaluation.overall.state === "idle" && campaigns.some(wasRunning);
    await saveFinding(rail, isUnread ? unread : evaluation.overall, now);
    if (due.length === 0 || !isLeading()) return;
    const rows = due.map(({ campaign, because }) => ({
      ...{ accountId, guardRail: rail.guardRail, campaignId: campaign.campaign_id },
      ...enqueued(because),
    }));
    await db.insert(guardRailPauseTable).values(rows).onConflictDoNothing();
  }

  async function sendPause(row: Pause) {
    changed(["automation"]);
    if (row.attempts > 1) return settleLost(row);
    if (isLeading()) await settle(row, await sends.send(actOf(row)));
  }

  /** If it was not sent, the next check decides again. */
  async function settleLost(row: Pause) {
    const lost = await sends.outcomeOfLost(row.id);
    if (lost) await settle(row, lost);
    else await db.delete(guardRailPauseTable).where(isClaimedAs(guardRailPauseTable, row));
  }

  async function settle(row: Pause, { outcome, status, message }: SendEnd) {
    await db
      .update(guardRailPauseTable)
      .set({ outcome, status, message, nextAttemptAt: null })
      .where(isClaimedAs(guardRailPauseTable, row));
    const isRail = and(eq(guardRailTable.accountId, accountId), eq(guardRailTable.guardRail, row.guardRail));
    await db.update(guardRailTable).set({ lastActedAt: row.at }).where(isRail);
    changed(["automation", "campaigns"]);
  }

  /** Records when a paused campaign was read as at rest, and when a person restarted it. */
  async function checkRestart(rail: Rail, check: PauseCheck) {
    const { pause: row, campaign, now } = check;
    const seenAt = new Date(campaign.seenMs);
    if (seenAt <= notAhead(row.at, now)) return;
    if (!row.restedAt) {
      if (isResting(campaign.status)) await set(row, { restedAt: seenAt });
      else if (isRetryDue(row, now)) await pauseAgain(check);
    } else if (!row.restartedAt) {
      if (mayBeRunning(campaign, now)) await set(row, { restartedAt: seenAt });
    } else if (rail.guardRail === "deliveries" || rail.guardRail === "failed_calls") await pauseAgain(check);
  }

  /** True for a pause that was not sent, was rate limited or failed on the platform. */
  const isRetryDue = ({ outcome, at, status }: Pause, now: Date) =>
    outcome === "refused" &&
    (status === null || status === 429 || status >= 500) &&
    now.getTime() - notAhead(at, now).getTime() >= retryAfterMs;

  async function pauseAgain({ pause: row, campaign, evaluation, now }: PauseCheck) {
    if (!mayBeRunning(campaign, now) || !isLeading()) return;
    const { state, says } = await evaluation.forCampaign(
      campaign,
      row.restartedAt ? notAhead(row.restartedAt, now) : undefined,
    );
    if (state !== "crossed") return;
    const unanswered = { outcome: null, status: null, message: null, restedAt: null, restartedAt: null };
    await set(row, { ...enqueued(says), ...unanswered });
  }

  const set = (row: Pause, values: Partial<Pause>) => db.update(guardRailPauseTable).set(values).where(isPause(row));

  async function rearm(row: Pause) {
    if (row.outcome === null) return;
    await db.delete(guardRailPauseTable).where(isPause(row));
    changed(["automation"]);
  }

  async function saveFinding({ guardRail, found: last }: Rail, finding: Finding, now: Date) {
    const isSame = last?.says === finding.says;
    if (isSame && Math.abs(now.getTime() - Date.parse(last.at)) < saveEveryMs) return;
    const isRail = and(eq(guardRailTable.accountId, accountId), eq(guardRailTable.guardRail, guardRail));
    await db
      .update(guardRailTable)
      .set({ found: { ...finding, at: now.toISOString() } })
      .where(and(isRail, eq(guardRailTable.isOn, true)));
    if (!isSame) changed(["automation"]);
  }

  return { check, stop: worker.stop };
}

/** A time in the future was stored before the clock was set back, and counts as long ago. */
const notAhead = (at: Date, now: Date) => (at.getTime() > now.getTime() + aheadMs ? new Date(0) : at);

/** Values of a pause that is due now. */
function enqueued(because: string) {
  const at = clock.now();
  return { id: randomUUID(), because, at, nextAttemptAt: at, attempts: 0 };
}

const actOf = ({ id, campaignId, guardRail, because }: Pause): Act => ({
  op: pauseCampaign,
  campaign_id: campaignId,
  requestId: id,
  automatic: {
    actor: { name: guardRailActor(guardRail), email: "" },
    detail: { automatic: "guard rail", ...(because ? { because } : {}) },
  },
});

/** This pause, unless the next leader has replaced it with a new ID. */
const isPause = ({ accountId, guardRail, campaignId, id }: Pause) =>
  and(
    eq(guardRailPauseTable.accountId, accountId),
    eq(guardRailPauseTable.guardRail, guardRail),
    eq(guardRailPauseTable.campaignId, campaignId),
    eq(guardRailPauseTable.id, id),
  );
