import { sql } from "drizzle-orm";
import {
  contactsSince,
  isOver,
  type Share,
  type ShareLimit,
  shareText,
  undeliveredSince,
} from "@/lib/alerts/failure-shares";
import type { Collect } from "@/lib/collector/collect";
import { getPlanLimits } from "@/lib/contract/api/phone-numbers";
import type { PauseLimit, PauseSetting, PausingRule } from "@/lib/contract/console/automation/pauses";
import { isReadable, isWithin, type WeeklyHours } from "@/lib/contract/console/campaign-hours";
import { isResting } from "@/lib/contract/console/campaign-stage";
import { unwrapped } from "@/lib/contract/fields";
import { creditOf } from "@/lib/contract/plan-credit";
import { recordVersionTable } from "@/lib/db/console/tables/collector";
import { savedTable } from "@/lib/db/console/tables/registry";
import type { Database } from "@/lib/db/database";
import { isPlainObject } from "@/lib/format/json";
import { comparedMoney } from "@/lib/format/money";

export type Finding = Omit<NonNullable<PauseSetting["found"]>, "at">;
export type CampaignState = { campaign_id: string; name: string | null; status: string | null; seenMs: number };

/** Condition that pauses a campaign: the limit of a rule, or the end of an admin's hours. */
export type PauseCondition = { cause: PausingRule; limit: PauseLimit } | { cause: "calling_hours"; hours: WeeklyHours };

/** Finding of a condition in all, and per campaign. `since` limits it to a shorter time. */
export type Evaluation = { overall: Finding; forCampaign: (campaign: CampaignState, since?: Date) => Promise<Finding> };

/** `isNeeded` is false if no campaign could be paused or was paused. */
type EvaluationInput = { running: readonly CampaignState[]; isNeeded: boolean; now: Date };

/** Ignore data older than 15 minutes. */
const freshMs = 15 * 60_000;
const balanceEveryMs = 60_000;

/** Evaluates on stored data, as the alert rules do. Only the balance is read from the platform. */
export function createPauseConditions({ db, accountId, read }: Pick<Collect, "accountId" | "read"> & { db: Database }) {
  const balance = createBalance(read);

  return async function evaluate(
    condition: PauseCondition,
    { running, isNeeded, now }: EvaluationInput,
  ): Promise<Evaluation> {
    if (condition.cause === "calling_hours") return sameForAll(hoursFinding(condition.hours, now));
    const { cause, limit } = condition;
    const from = new Date(now.getTime() - limit.minutes * 60_000);
    const later = (since: Date | undefined) => (since && since > from ? since : from);
    switch (cause) {
      case "balance_low":
        return sameForAll(await balance.finding(limit, isNeeded));
      case "deliveries_share": {
        const overall = shareFinding("not delivered", limit, await undeliveredSince(db, accountId, from));
        const forCampaign: Evaluation["forCampaign"] = async (_campaign, since) =>
          since ? shareFinding("not delivered", limit, await undeliveredSince(db, accountId, later(since))) : overall;
        return { overall, forCampaign };
      }
      case "calls_failing": {
        const forCampaign: Evaluation["forCampaign"] = async ({ campaign_id }, since) =>
          shareFinding("failed", limit, await contactsSince(db, { accountId, campaign_id, from: later(since) }));
        return { overall: await worstOf(running, forCampaign), forCampaign };
      }
    }
  };
}

export async function crossedBy(campaigns: readonly CampaignState[], { forCampaign }: Evaluation) {
  const crossed: { campaign: CampaignState; message: string }[] = [];
  for (const campaign of campaigns) {
    const { state, message } = await forCampaign(campaign);
    if (state === "crossed") crossed.push({ campaign, message });
  }
  return crossed;
}

const sameForAll = (overall: Finding): Evaluation => ({ overall, forCampaign: async () => overall });

/** True for any status except those of rest. A campaign without a status does not count as running. */
export const wasRunning = ({ status }: CampaignState) => status !== null && !isResting(status);

export const mayBeRunning = (campaign: CampaignState, now: Date) =>
  wasRunning(campaign) && now.getTime() - campaign.seenMs < freshMs;

/** Finding if no running campaign was read recently. */
export const unread: Finding = {
  state: "unknown",
  message: `Running campaigns have not been read in the last ${freshMs / 60_000} min`,
};

export async function campaignStates(db: Database, accountId: string): Promise<CampaignState[]> {
  const { rows } = await db.execute<{ ref: string; name: string | null; status: string | null; seen_ms: number }>(sql`
    select s.ref, coalesce(s.label, s.name) as name, v.status, v.seen_ms
    from ${savedTable} s
    cross join lateral (
      select coalesce(record ->> 'status', record ->> 'state') as status, extract(epoch from last_seen_at)::float8 * 1000 as seen_ms
      from ${recordVersionTable}
      where key_print = ${accountId} and resource = 'campaigns' and ref = s.ref
      order by id desc limit 1
    ) v
    where s.key_print = ${accountId} and s.resource = 'campaigns' and s.not_found_since is null
    order by s.ref`);
  return rows.map(({ ref, name, status, seen_ms }) => ({ campaign_id: ref, name, status, seenMs: seen_ms }));
}

function shareFinding(word: string, limit: ShareLimit, share: Share | undefined): Finding {
  if (!share) return { state: "unknown", message: "The platform does not report this number" };
  return { state: isOver(share, limit) ? "crossed" : "clear", message: shareText(share, word, limit.minutes) };
}

async function worstOf(running: readonly CampaignState[], forCampaign: Evaluation["forCampaign"]): Promise<Finding> {
  const all = await Promise.all(running.map(async (campaign) => ({ campaign, finding: await forCampaign(campaign) })));
  const crossed = all.find(({ finding }) => finding.state === "crossed");
  if (crossed) {
    const { campaign, finding } = crossed;
    return { ...finding, message: `${campaign.name ?? campaign.campaign_id}: ${finding.message}` };
  }
  if (all.length === 0) return { state: "idle", message: "No campaign is running" };
  if (all.every(({ finding }) => finding.state === "unknown"))
    return { state: "unknown", message: "No running campaign reports its failed calls" };
  const [only] = all;
  return {
    state: "clear",
    message: all.length === 1 && only ? only.finding.message : `${all.length} campaigns within the limit`,
  };
}

function hoursFinding(hours: WeeklyHours, now: Date): Finding {
  if (!isReadable(hours)) return { state: "unknown", message: `The time zone or times are not known: ${hours.zone}` };
  return isWithin(hours, now.getTime())
    ? { state: "clear", message: "Within calling hours" }
    : { state: "crossed", message: `Outside ${hours.from}–${hours.to}, ${hours.zone}` };
}

/** Reads the balance at most once a minute, and only while it could pause a campaign. */
function createBalance(read: Collect["read"]) {
  let last: { atMs: number; plan: Record<string, unknown> | undefined } | undefined;

  async function plan() {
    const nowMs = performance.now();
    if (last && nowMs - last.atMs < balanceEveryMs) return last.plan;
    const raw = await read(getPlanLimits, {}).then(
      (response) => unwrapped(response.raw),
      () => undefined,
    );
    last = { atMs: nowMs, plan: isPlainObject(raw) ? raw : undefined };
    return last.plan;
  }

  return {
    async finding({ minimum }: PauseLimit, isNeeded: boolean): Promise<Finding> {
      if (!isNeeded) return { state: "idle", message: "No campaign is running" };
      const limits = await plan();
      if (!limits) return { state: "unknown", message: "The balance could not be read" };
      const credit = creditOf(limits, minimum);
      if (!credit.isComparable) return { state: "unknown", message: credit.reason };
      const [balance, least] = comparedMoney([credit.balance, credit.minimum], credit.currency);
      const message = `${balance}, minimum ${least}`;
      return { state: credit.isShort ? "crossed" : "clear", message };
    },
  };
}
