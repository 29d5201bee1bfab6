import { randomUUID } from "node:crypto";
import { and, eq, isNotNull, lt } from "drizzle-orm";
import type { Logger } from "pino";
import { clock } from "@/lib/clock";
import { aheadMs } from "@/lib/console/collector/keep-versions";
import type { Collect } from "@/lib/console/console-types";
import { pauseCampaign } from "@/lib/contract/api/campaigns";
import { isResting } from "@/lib/contract/console/campaign-stage";
import type { Database } from "@/lib/db/database";
import { claimDue, isClaimedAs } from "@/lib/jobs/queue";
import { createWorker } from "@/lib/jobs/worker";
import type { Act, AutomaticSends, SendEnd } from "./automatic-sends";
import { guardRailActor } from "./campaign-guard";
import {
  createFindings,
  type Finding,
  type KnownCampaign,
  knownCampaigns,
  type Look,
  mayBeRunning,
  unread,
  usualLimit,
  wasRunning,
} from "./findings";
import { guardRailPauseTable, guardRailTable } from "./tables";

type Rail = typeof guardRailTable.$inferSelect;
type Pause = typeof guardRailPauseTable.$inferSelect;
type Followed = { pause: Pause; campaign: KnownCampaign; seen: Look; now: Date };

type GuardRailParts = {
  db: Database;
  keyPrint: string;
  read: Collect["read"];
  isLeading: () => boolean;
  sends: AutomaticSends;
  changed: (resources: readonly string[]) => void;
  log: Logger;
};

const noteEveryMs = 30_000;
const againAfterMs = 60_000;

/**
 * Pauses campaigns for the reasons that an admin turned on. Each campaign once for a crossing: what it was paused for must
 * clear and come back. Where it runs again before that, somebody wants it to: shares of failures then count anew, and the
 * balance and the hours let it be. A pause that was not sent, or that the platform had no time for, is tried again.
 */
export function createGuardRails(parts: GuardRailParts) {
  const { db, keyPrint, isLeading, sends, changed, log } = parts;
  const lookFor = createFindings(parts);

  const isOwn = eq(guardRailPauseTable.keyPrint, keyPrint);
  const worker = createWorker<Pause>({
    name: "guard rail pauses",
    concurrency: sends.concurrency,
    claim: (most) => claimDue(db, guardRailPauseTable, { most, leaseMs: sends.leaseMs, where: isOwn }),
    run: sendPause,
    log,
  });

  async function look() {
    const now = clock.now();
    await removeUnclaimed(now);
    const isOn = and(eq(guardRailTable.keyPrint, keyPrint), eq(guardRailTable.isOn, true));
    const rails = await db.select().from(guardRailTable).where(isOn);
    for (const rail of rails) await tend(rail, await campaignsNow(now), now);
    await worker.startDue();
  }

  /** Its cause may be gone by now: the next look decides anew. */
  const removeUnclaimed = (now: Date) =>
    db
      .delete(guardRailPauseTable)
      .where(
        and(
          isOwn,
          eq(guardRailPauseTable.attempts, 0),
          isNotNull(guardRailPauseTable.nextAttemptAt),
          lt(guardRailPauseTable.at, new Date(now.getTime() - againAfterMs)),
        ),
      );

  /** As they were last read; of one that was paused since then nobody knows yet what it does. */
  async function campaignsNow(now: Date): Promise<KnownCampaign[]> {
    const pauses = await db.select().from(guardRailPauseTable).where(eq(guardRailPauseTable.keyPrint, keyPrint));
    const pausedMs = (id: string) =>
      Math.max(0, ...pauses.filter(({ campaignId }) => campaignId === id).map(({ at }) => notAhead(at, now).getTime()));
    const known = await knownCampaigns(db, keyPrint);
    return known.map((each) => (each.seenMs > pausedMs(each.campaign_id) ? each : { ...each, status: null }));
  }

  async function tend(rail: Rail, all: readonly KnownCampaign[], now: Date) {
    const campaigns = all.filter(({ campaign_id }) => rail.campaigns?.includes(campaign_id) ?? true);
    const running = campaigns.filter((each) => mayBeRunning(each, now));
    const isRail = and(eq(guardRailPauseTable.keyPrint, keyPrint), eq(guardRailPauseTable.guardRail, rail.guardRail));
    const pauses = await db.select().from(guardRailPauseTable).where(isRail);
    const seen = await lookFor(rail.guardRail, {
      limit: { ...usualLimit, ...rail.limit },
      running,
      isNeeded: running.length + pauses.length > 0,
      now,
    });
    for (const pause of pauses) {
      const campaign = campaigns.find(({ campaign_id }) => campaign_id === pause.campaignId);
      if (!campaign || (await seen.of(campaign)).state === "clear") await forget(pause);
      else await follow(rail, { pause, campaign, seen, now });
    }
    const paused = new Set(pauses.map(({ campaignId }) => campaignId));
    const due: { campaign: KnownCampaign; because: string }[] = [];
    for (const campaign of running.filter(({ campaign_id }) => !paused.has(campaign_id))) {
      const { state, says } = await seen.of(campaign);
      if (state === "crossed") due.push({ campaign, because: says });
    }
    const isUnread = seen.found.state === "idle" && campaigns.some(wasRunning);
    await note(rail, isUnread ? unread : seen.found, now);
    if (due.length === 0 || !isLeading()) return;
    const rows = due.map(({ campaign, because }) => ({
      ...{ keyPrint, guardRail: rail.guardRail, campaignId: campaign.campaign_id },
      ...enqueued(because),
    }));
    await db.insert(guardRailPauseTable).values(rows).onConflictDoNothing();
  }

  async function sendPause(row: Pause) {
    changed(["automation"]);
    if (row.attempts > 1) return settleLost(row);
    if (isLeading()) await settle(row, await sends.send(actOf(row)));
  }

  /** If it was not sent, the next look decides anew. */
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
    const isRail = and(eq(guardRailTable.keyPrint, keyPrint), eq(guardRailTable.guardRail, row.guardRail));
    await db.update(guardRailTable).set({ lastActedAt: row.at }).where(isRail);
    changed(["automation", "campaigns"]);
  }

  /** Watches whether somebody let a paused campaign run again. */
  async function follow(rail: Rail, on: Followed) {
    const { pause: row, campaign, now } = on;
    const seenAt = new Date(campaign.seenMs);
    if (seenAt <= notAhead(row.at, now)) return;
    if (!row.restedAt) {
      if (isResting(campaign.status)) await set(row, { restedAt: seenAt });
      else if (isDueAgain(row, now)) await pauseAnew(on);
    } else if (!row.restartedAt) {
      if (mayBeRunning(campaign, now)) await set(row, { restartedAt: seenAt });
    } else if (rail.guardRail === "deliveries" || rail.guardRail === "failed_calls") await pauseAnew(on);
  }

  /** A pause that was not sent, or that the platform had no time for. */
  const isDueAgain = ({ outcome, at, status }: Pause, now: Date) =>
    outcome === "refused" &&
    (status === null || status === 429 || status >= 500) &&
    now.getTime() - notAhead(at, now).getTime() >= againAfterMs;

  async function pauseAnew({ pause: row, campaign, seen, now }: Followed) {
    if (!mayBeRunning(campaign, now) || !isLeading()) return;
    const { state, says } = await seen.of(campaign, row.restartedAt ? notAhead(row.restartedAt, now) : undefined);
    if (state !== "crossed") return;
    const unanswered = { outcome: null, status: null, message: null, restedAt: null, restartedAt: null };
    await set(row, { ...enqueued(says), ...unanswered });
  }

  const set = (row: Pause, values: Partial<Pause>) => db.update(guardRailPauseTable).set(values).where(isPause(row));

  async function forget(row: Pause) {
    if (row.outcome === null) return;
    await db.delete(guardRailPauseTable).where(isPause(row));
    changed(["automation"]);
  }

  async function note({ guardRail, found: last }: Rail, found: Finding, now: Date) {
    const isSame = last?.says === found.says;
    if (isSame && Math.abs(now.getTime() - Date.parse(last.at)) < noteEveryMs) return;
    const isRail = and(eq(guardRailTable.keyPrint, keyPrint), eq(guardRailTable.guardRail, guardRail));
    await db
      .update(guardRailTable)
      .set({ found: { ...found, at: now.toISOString() } })
      .where(and(isRail, eq(guardRailTable.isOn, true)));
    if (!isSame) changed(["automation"]);
  }

  return { look, whenIdle: worker.whenIdle };
}

/** A time that lies ahead was stored before the clock was set back, and counts as long ago. */
const notAhead = (at: Date, now: Date) => (at.getTime() > now.getTime() + aheadMs ? new Date(0) : at);

/** A pause to be sent now. */
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

/** This pause, and not one that the next leader made of it meanwhile. */
const isPause = ({ keyPrint, guardRail, campaignId, id }: Pause) =>
  and(
    eq(guardRailPauseTable.keyPrint, keyPrint),
    eq(guardRailPauseTable.guardRail, guardRail),
    eq(guardRailPauseTable.campaignId, campaignId),
    eq(guardRailPauseTable.id, id),
  );
