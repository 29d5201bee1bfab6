import { randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { aheadMs } from "@/lib/console/collector/keep-versions";
import type { Collect } from "@/lib/console/console-types";
import { pauseCampaign } from "@/lib/contract/api/campaigns";
import { isResting } from "@/lib/contract/console/campaign-stage";
import type { Database } from "@/lib/db/database";
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
};

const noteEveryMs = 30_000;
const againAfterMs = 60_000;

/**
 * Pauses campaigns for the reasons that an admin turned on. Each campaign once for a crossing: what it was paused for must
 * clear and come back. Where it runs again before that, somebody wants it to: shares of failures then count anew, and the
 * balance and the hours let it be. A pause that was not sent, or that the platform had no time for, is tried again.
 */
export function createGuardRails(parts: GuardRailParts) {
  const { db, keyPrint, isLeading, sends, changed } = parts;
  const lookFor = createFindings(parts);

  async function look(now: Date) {
    const isOn = and(eq(guardRailTable.keyPrint, keyPrint), eq(guardRailTable.isOn, true));
    const rails = await db.select().from(guardRailTable).where(isOn);
    await endLost(now);
    if (rails.length === 0) return;
    for (const rail of rails) await tend(rail, await campaignsNow(now), now);
  }

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
    await Promise.all(due.map((each) => sends.inTurn(() => pauseOnce(rail, each))));
  }

  /** The row is there before anything leaves, and only one of all processes can write it. */
  async function pauseOnce({ guardRail }: Rail, { campaign, because }: { campaign: KnownCampaign; because: string }) {
    if (!isLeading()) return;
    const { campaign_id: campaignId } = campaign;
    const row = { keyPrint, guardRail, campaignId, at: new Date(), requestId: randomUUID() };
    const [ours] = await db.insert(guardRailPauseTable).values(row).onConflictDoNothing().returning();
    if (ours) await pause(ours, because);
  }

  async function pause(row: Pause, because: string) {
    changed(["automation"]);
    await finish(row, await sends.send(actOf(row, because)));
  }

  /** A pause whose process died is not sent again: its outcome is taken from the audit log, or is unknown. */
  async function endLost(now: Date) {
    const wasCutOff = sends.wasCutOff(guardRailPauseTable.at, now);
    const isOpen = and(eq(guardRailPauseTable.keyPrint, keyPrint), isNull(guardRailPauseTable.outcome), wasCutOff);
    for (const row of await db.select().from(guardRailPauseTable).where(isOpen))
      if (!sends.isUnderWay(row.requestId)) await finish(row, await sends.endOfLost(actOf(row)));
  }

  async function finish(row: Pause, { outcome, message }: SendEnd) {
    await db.update(guardRailPauseTable).set({ outcome, message }).where(isPause(row));
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
      else if (await isDueAgain(row, now)) await pauseAnew(on);
    } else if (!row.restartedAt) {
      if (mayBeRunning(campaign, now)) await set(row, { restartedAt: seenAt });
    } else if (rail.guardRail === "deliveries" || rail.guardRail === "failed_calls") await pauseAnew(on);
  }

  const isDueAgain = async ({ outcome, at, requestId }: Pause, now: Date) =>
    outcome === "refused" &&
    now.getTime() - notAhead(at, now).getTime() >= againAfterMs &&
    (await sends.mayBeSentAgain(requestId));

  async function pauseAnew({ pause: row, campaign, seen, now }: Followed) {
    if (!mayBeRunning(campaign, now) || !isLeading()) return;
    const { state, says } = await seen.of(campaign, row.restartedAt ? notAhead(row.restartedAt, now) : undefined);
    if (state !== "crossed") return;
    const anew = { at: new Date(), requestId: randomUUID(), outcome: null, restedAt: null, restartedAt: null };
    const [ours] = await set(row, { ...anew, message: null });
    if (ours) await pause(ours, says);
  }

  const set = (row: Pause, values: Partial<Pause>) =>
    db.update(guardRailPauseTable).set(values).where(isPause(row)).returning();

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

  return { look };
}

/** A time that lies ahead was stored before the clock was set back, and counts as long ago. */
const notAhead = (at: Date, now: Date) => (at.getTime() > now.getTime() + aheadMs ? new Date(0) : at);

const actOf = ({ campaignId, guardRail, requestId }: Pause, because?: string): Act => ({
  op: pauseCampaign,
  campaign_id: campaignId,
  requestId,
  automatic: {
    actor: { name: guardRailActor(guardRail), email: "" },
    detail: { automatic: "guard rail", ...(because ? { because } : {}) },
  },
});

/** This pause, and not one that the next leader made of it meanwhile. */
const isPause = ({ keyPrint, guardRail, campaignId, requestId }: Pause) =>
  and(
    eq(guardRailPauseTable.keyPrint, keyPrint),
    eq(guardRailPauseTable.guardRail, guardRail),
    eq(guardRailPauseTable.campaignId, campaignId),
    eq(guardRailPauseTable.requestId, requestId),
  );
