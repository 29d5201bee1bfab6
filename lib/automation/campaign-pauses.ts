import { randomUUID } from "node:crypto";
import { and, eq, isNotNull, isNull, notInArray } from "drizzle-orm";
import { isRule, pauseLimitOf, pausesLock } from "@/lib/alerts/pause-settings";
import { clock } from "@/lib/clock";
import type { Collect } from "@/lib/collector/collect";
import { aheadMs } from "@/lib/collector/records/store-versions";
import { causeActor } from "@/lib/contract/console/automation/actors";
import { type PauseCause, type PauseSetting, pausingRules } from "@/lib/contract/console/automation/pauses";
import { isRetriedOutcome } from "@/lib/contract/console/automation/planned";
import { isResting } from "@/lib/contract/console/campaign-stage";
import { restoredCopyOf } from "@/lib/db/console/restored-copy";
import { alertRuleTable } from "@/lib/db/console/tables/alerts";
import { callingHoursTable, plannedActionTable } from "@/lib/db/console/tables/automation";
import { type Database, lockInTransaction, type Transaction } from "@/lib/db/database";
import { wallTimeOf } from "@/lib/format/zoned-time";
import type { SenderOptions } from "./automatic-sends";
import { hoursRowForAll } from "./hours-for-all";
import {
  type CampaignState,
  campaignStates,
  createPauseConditions,
  crossedBy,
  type Evaluation,
  type Finding,
  mayBeRunning,
  type PauseCondition,
  unread,
  wasRunning,
} from "./pause-conditions";

type Pause = typeof plannedActionTable.$inferSelect;
type Cause = PauseCondition & { campaigns: string[] | null; found: PauseSetting["found"] };
type PauseCheck = { pause: Pause; campaign: CampaignState; evaluation: Evaluation; now: Date };

type PausesOptions = Pick<SenderOptions, "db" | "accountId" | "isLeading" | "changed"> & Pick<Collect, "read">;

const saveEveryMs = 30_000;
const retryAfterMs = 60_000;

/**
 * Plans the pauses of campaigns that are over the limit of a rule, or outside the hours for all campaigns. The scheduled sender
 * sends them. A cause pauses a campaign once until it is gone. A person can restart the campaign before that. Failure shares then
 * count from the restart, and balance and hours do not pause it again. A pause that was not sent or was rate limited is planned
 * again.
 */
export class CampaignPauses {
  private readonly evaluate: ReturnType<typeof createPauseConditions>;

  constructor(private readonly options: PausesOptions) {
    this.evaluate = createPauseConditions(options);
  }

  async check() {
    const { db, accountId } = this.options;
    const now = clock.now();
    if (await restoredCopyOf(db)) return;
    for (const cause of await activeCauses(db, accountId)) await this.checkCause(cause, now);
  }

  private async checkCause(cause: Cause, now: Date) {
    const { db, accountId } = this.options;
    const stored = await db.select().from(plannedActionTable).where(isInForce(accountId));
    const allPauses = stored.map((pause) => notAhead(pause, now));
    const campaigns = (await campaignStates(db, accountId))
      .filter(({ campaign_id }) => cause.campaigns?.includes(campaign_id) ?? true)
      .map((campaign) => unknownIfPaused(campaign, allPauses));
    const running = campaigns.filter((campaign) => mayBeRunning(campaign, now));
    const pauses = allPauses.filter((pause) => pause.cause === cause.cause);
    const isNeeded = running.length + pauses.length > 0;
    const evaluation = await this.evaluate(cause, { running, isNeeded, now });
    for (const pause of pauses) {
      const campaign = campaigns.find(({ campaign_id }) => campaign_id === pause.campaignId);
      if (!campaign || (await evaluation.forCampaign(campaign)).state === "clear") await this.rearm(pause);
      else await this.checkRestart({ pause, campaign, evaluation, now });
    }
    const paused = new Set(pauses.map(({ campaignId }) => campaignId));
    const unpaused = running.filter(({ campaign_id }) => !paused.has(campaign_id));
    const due = (await crossedBy(unpaused, evaluation)).map(({ campaign, message }) =>
      pauseOf({ accountId, cause: cause.cause, campaignId: campaign.campaign_id }, message),
    );
    const isUnread = evaluation.overall.state === "idle" && campaigns.some(wasRunning);
    await this.saveFinding(cause, isUnread ? unread : evaluation.overall, now);
    if (due.length > 0 && this.options.isLeading())
      await this.whileOn(cause.cause, async (tx) => {
        await tx.insert(plannedActionTable).values(due).onConflictDoNothing();
      });
  }

  /** An admin can switch the cause off during a check. Nothing is planned then. */
  private whileOn(cause: PauseCause, plan: (tx: Transaction) => Promise<void>) {
    const { db, accountId } = this.options;
    return db.transaction(async (tx) => {
      await lockInTransaction(tx, pausesLock(accountId));
      if ((await activeCauses(tx, accountId)).some((active) => active.cause === cause)) await plan(tx);
    });
  }

  /** Records when a paused campaign was read as at rest, and when a person restarted it. */
  private async checkRestart(check: PauseCheck) {
    const { pause: row, campaign, now } = check;
    const seenAt = new Date(campaign.seenMs);
    if (seenAt <= row.at) return;
    if (!row.restedAt) {
      if (isResting(campaign.status)) await this.set(row, { restedAt: seenAt });
      else if (isRetryDue(row, now)) await this.pauseAgain(check);
    } else if (!row.restartedAt) {
      if (mayBeRunning(campaign, now)) await this.set(row, { restartedAt: seenAt });
    } else if (row.cause === "deliveries_share" || row.cause === "calls_failing") await this.pauseAgain(check);
  }

  private async pauseAgain({ pause: row, campaign, evaluation, now }: PauseCheck) {
    if (!mayBeRunning(campaign, now) || !this.options.isLeading()) return;
    const { state, message } = await evaluation.forCampaign(campaign, row.restartedAt ?? undefined);
    if (state !== "crossed") return;
    if (row.restartedAt) return this.pauseRestarted(row, message);
    await this.set(row, { ...plannedNow(message), status: null, message: null, endedAt: null });
  }

  /** The first pause stays as it was, with its result. */
  private async pauseRestarted({ id, accountId, cause, campaignId }: Pause, message: string) {
    if (cause === null) return;
    const isSame = and(eq(plannedActionTable.id, id), isNull(plannedActionTable.clearedAt));
    await this.whileOn(cause, async (tx) => {
      const cleared = { clearedAt: clock.now() };
      const [before] = await tx.update(plannedActionTable).set(cleared).where(isSame).returning();
      if (before) await tx.insert(plannedActionTable).values(pauseOf({ accountId, cause, campaignId }, message));
    });
  }

  private async set(row: Pause, values: Partial<Pause>) {
    await this.options.db.update(plannedActionTable).set(values).where(eq(plannedActionTable.id, row.id));
  }

  private async rearm(row: Pause) {
    const isEnded = notInArray(plannedActionTable.state, ["planned", "sending"]);
    const [cleared] = await this.options.db
      .update(plannedActionTable)
      .set({ clearedAt: clock.now() })
      .where(and(eq(plannedActionTable.id, row.id), isEnded))
      .returning({ id: plannedActionTable.id });
    if (cleared) this.options.changed(["automation"]);
  }

  private async saveFinding({ cause, found: last }: Cause, finding: Finding, now: Date) {
    const { db, accountId, changed } = this.options;
    const isSame = last?.message === finding.message;
    if (isSame && Math.abs(now.getTime() - Date.parse(last.at)) < saveEveryMs) return;
    const found = { ...finding, at: now.toISOString() };
    if (cause === "calling_hours")
      await db
        .update(callingHoursTable)
        .set({ found })
        .where(and(eq(callingHoursTable.accountId, accountId), eq(callingHoursTable.isOn, true)));
    else
      await db
        .update(alertRuleTable)
        .set({ pauseFound: found })
        .where(and(isRule(accountId, cause), eq(alertRuleTable.isPausing, true)));
    if (!isSame) changed(["automation"]);
  }
}

async function activeCauses(db: Pick<Database, "select">, accountId: string): Promise<Cause[]> {
  const isActive = and(eq(alertRuleTable.accountId, accountId), eq(alertRuleTable.isPausing, true));
  const rules = await db.select().from(alertRuleTable).where(isActive);
  const hours = await hoursRowForAll(db, accountId);
  return [
    ...pausingRules.flatMap((cause) =>
      rules
        .filter(({ rule }) => rule === cause)
        .map((row) => ({ cause, limit: pauseLimitOf(row), campaigns: row.pauseCampaigns, found: row.pauseFound })),
    ),
    ...(hours?.isOn
      ? [{ cause: "calling_hours" as const, hours, campaigns: hours.campaigns, found: hours.found }]
      : []),
  ];
}

/** The status of a campaign that was paused after its last read is unknown. */
function unknownIfPaused(campaign: CampaignState, pauses: readonly Pause[]): CampaignState {
  const isPaused = ({ campaignId, at }: Pause) =>
    campaignId === campaign.campaign_id && at.getTime() >= campaign.seenMs;
  return pauses.some(isPaused) ? { ...campaign, status: null } : campaign;
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

const isRetryDue = (pause: Pause, now: Date) =>
  isRetriedOutcome(pause) && now.getTime() - pause.at.getTime() >= retryAfterMs;

type PauseKey = { accountId: string; cause: PauseCause; campaignId: string };

const pauseOf = (key: PauseKey, message: string) => ({
  ...{ ...key, action: "pause" as const, by: causeActor(key.cause) },
  ...plannedNow(message),
});

/** A new ID, because the audit log accepts each request ID once. */
function plannedNow(because: string) {
  const at = clock.now();
  const local = wallTimeOf(at.getTime(), "UTC").text;
  return {
    ...{ id: randomUUID(), because, at, nextAttemptAt: at, plannedAt: at, local, zone: "UTC" },
    ...{ state: "planned" as const, attempts: 0 },
  };
}

const isInForce = (accountId: string) =>
  and(
    eq(plannedActionTable.accountId, accountId),
    isNotNull(plannedActionTable.cause),
    isNull(plannedActionTable.clearedAt),
  );
