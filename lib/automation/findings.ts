import { and, asc, gt, lte, type SQL, sql } from "drizzle-orm";
import { counterMeanings } from "@/lib/collector/campaigns/samples";
import type { Collect } from "@/lib/collector/collect";
import { failedSince } from "@/lib/collector/webhook-log/delivery-counts";
import { getPlanLimits } from "@/lib/contract/api/phone-numbers";
import type { GuardRail, GuardRailId, GuardRailLimit } from "@/lib/contract/console/automation/guard-rails";
import { type CounterMeanings, countsIn } from "@/lib/contract/console/campaign-counters";
import { isWithin } from "@/lib/contract/console/campaign-hours";
import { isResting } from "@/lib/contract/console/campaign-stage";
import { unwrapped } from "@/lib/contract/fields";
import { isVersionOf, newestVersion, recordVersionTable } from "@/lib/db/console/tables/collector";
import { savedTable } from "@/lib/db/console/tables/registry";
import type { Database } from "@/lib/db/database";
import { groupThousands } from "@/lib/format/conventions";
import { compareDecimals } from "@/lib/format/decimal";
import { formatCount } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";
import { isPlainObject } from "@/lib/format/json";

export const usualLimit: GuardRailLimit = {
  minimum: null,
  percent: 20,
  minutes: 15,
  least: 20,
  zone: "UTC",
  days: [1, 2, 3, 4, 5],
  from: "09:00",
  to: "20:00",
};

export type Finding = Omit<NonNullable<GuardRail["found"]>, "at">;
export type CampaignState = { campaign_id: string; name: string | null; status: string | null; seenMs: number };

/** Finding of a guard rail in all, and per campaign. `since` limits it to a shorter time. */
export type Evaluation = { overall: Finding; forCampaign: (campaign: CampaignState, since?: Date) => Promise<Finding> };

/** `isNeeded` is false if no campaign could be paused or was paused. */
type EvaluationInput = { limit: GuardRailLimit; running: readonly CampaignState[]; isNeeded: boolean; now: Date };

/** Ignore data older than 15 minutes. */
const freshMs = 15 * 60_000;
const balanceEveryMs = 60_000;

/** Evaluates guard rails on stored data. Only the balance is read from the platform. */
export function createFindings({ db, accountId, read }: Pick<Collect, "accountId" | "read"> & { db: Database }) {
  const balance = createBalance(read);

  return async function evaluate(
    guardRail: GuardRailId,
    { limit, running, isNeeded, now }: EvaluationInput,
  ): Promise<Evaluation> {
    const from = new Date(now.getTime() - limit.minutes * 60_000);
    const later = (since: Date | undefined) => (since && since > from ? since : from);
    switch (guardRail) {
      case "calling_hours":
        return sameForAll(hoursFinding(limit, now));
      case "balance":
        return sameForAll(await balance.finding(limit, isNeeded));
      case "deliveries": {
        const overall = shareFinding("not delivered", limit, await undeliveredSince(db, accountId, from));
        const forCampaign: Evaluation["forCampaign"] = async (_campaign, since) =>
          since ? shareFinding("not delivered", limit, await undeliveredSince(db, accountId, later(since))) : overall;
        return { overall, forCampaign };
      }
      case "failed_calls": {
        const forCampaign: Evaluation["forCampaign"] = async ({ campaign_id }, since) =>
          shareFinding("failed", limit, await callsSince(db, { accountId, campaign_id, from: later(since) }));
        return { overall: await worstOf(running, forCampaign), forCampaign };
      }
    }
  };
}

export async function crossedBy(campaigns: readonly CampaignState[], { forCampaign }: Evaluation) {
  const crossed: { campaign: CampaignState; says: string }[] = [];
  for (const campaign of campaigns) {
    const { state, says } = await forCampaign(campaign);
    if (state === "crossed") crossed.push({ campaign, says });
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
  says: `Running campaigns have not been read in the last ${freshMs / 60_000} min`,
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

type Share = { failed: number; of: number };

/** A campaign must not wait an hour for the platform's first wait to be known. */
async function undeliveredSince(db: Database, accountId: string, since: Date): Promise<Share> {
  const { failed, notYet, of } = await failedSince(db, accountId, since);
  return { failed: failed + notYet, of: of + notYet };
}

function shareFinding(label: string, { percent, minutes, least }: GuardRailLimit, share: Share | undefined): Finding {
  if (!share) return { state: "unknown", says: "The platform does not report this number" };
  const { failed, of } = share;
  const says = `${formatCount(failed)} of ${formatCount(of)} ${label} in ${minutes} min`;
  return { state: of >= least && failed * 100 >= percent * of ? "crossed" : "clear", says };
}

/** Contacts that ended since then, and how many of them failed, by a campaign's own counts. */
async function callsSince(db: Database, campaign: { accountId: string; campaign_id: string; from: Date }) {
  const isCampaign = isVersionOf({ accountId: campaign.accountId, resource: "campaigns", ref: campaign.campaign_id });
  const meanings = await counterMeanings(db, campaign.accountId);
  const version = async (order: SQL, when?: SQL) => {
    const versions = db.select({ record: recordVersionTable.record }).from(recordVersionTable);
    const [row] = await versions.where(and(isCampaign, when)).orderBy(order).limit(1);
    return row && endedIn(row.record, meanings);
  };
  const newestFirst = newestVersion;
  const now = await version(newestFirst);
  const then =
    (await version(newestFirst, lte(recordVersionTable.seenAt, campaign.from))) ??
    (await version(asc(recordVersionTable.id), gt(recordVersionTable.seenAt, campaign.from)));
  if (!now || !then) return undefined;
  // Falling counts were reset, so their difference is meaningless.
  const [failed, of] = [now.failed - then.failed, now.of - then.of];
  return failed < 0 || of < failed ? { failed: 0, of: 0 } : { failed, of };
}

function endedIn(record: unknown, meanings: CounterMeanings): Share | undefined {
  const { failed, done } = isPlainObject(record) ? countsIn(record, meanings) : {};
  return failed && { failed: failed.count, of: failed.count + (done?.count ?? 0) };
}

async function worstOf(running: readonly CampaignState[], forCampaign: Evaluation["forCampaign"]): Promise<Finding> {
  const all = await Promise.all(running.map(async (campaign) => ({ campaign, finding: await forCampaign(campaign) })));
  const crossed = all.find(({ finding }) => finding.state === "crossed");
  if (crossed) {
    const { campaign, finding } = crossed;
    return { ...finding, says: `${campaign.name ?? campaign.campaign_id}: ${finding.says}` };
  }
  if (all.length === 0) return { state: "idle", says: "No campaign is running" };
  if (all.every(({ finding }) => finding.state === "unknown"))
    return { state: "unknown", says: "No running campaign reports its failed calls" };
  const [only] = all;
  return {
    state: "clear",
    says: all.length === 1 && only ? only.finding.says : `${all.length} campaigns within the limit`,
  };
}

function hoursFinding(limit: GuardRailLimit, now: Date): Finding {
  return isWithin(limit, now.getTime())
    ? { state: "clear", says: "Within calling hours" }
    : { state: "crossed", says: `Outside ${limit.from}–${limit.to}, ${limit.zone}` };
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
    async finding({ minimum: own }: GuardRailLimit, isNeeded: boolean): Promise<Finding> {
      if (!isNeeded) return { state: "idle", says: "No campaign is running" };
      const limits = await plan();
      if (!limits) return { state: "unknown", says: "The balance could not be read" };
      const pricing = isPlainObject(limits.pricing) ? limits.pricing : {};
      const { localized_balance: balance, localized_currency: currency } = limits;
      const minimum = own ?? pricing.min_credit_balance;
      if (own === null && currency !== pricing.currency)
        return { state: "unknown", says: "Balance and minimum are in different currencies" };
      const order = compareDecimals(formatRaw(balance), formatRaw(minimum));
      if (order === undefined) return { state: "unknown", says: "The platform does not report the balance" };
      const amount = (value: unknown) => `${groupThousands(formatRaw(value))} ${formatRaw(currency)}`;
      return { state: order < 0 ? "crossed" : "clear", says: `${amount(balance)}, minimum ${amount(minimum)}` };
    },
  };
}
