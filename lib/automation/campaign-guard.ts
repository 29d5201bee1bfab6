import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { cancelCampaign, pauseCampaign, resumeCampaign, startCampaign } from "@/lib/contract/api/campaigns";
import { type GuardRailLimit, guardRailIds, guardRailNames } from "@/lib/contract/console/automation/guard-rails";
import { isReadable, isWithin, nextChange, type WeeklyHours } from "@/lib/contract/console/campaign-hours";
import type { CampaignGuard } from "@/lib/contract/console/campaign-progress";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { guardRailPauseTable, guardRailTable } from "@/lib/db/console/tables/automation";
import type { Database } from "@/lib/db/database";
import { usualLimit } from "./findings";
import { hoursRowOf } from "./set-hours";

type Campaign = { accountId: string; campaign_id: string; status: string | null };

/** The guard rail that paused a campaign, and the calling hours that would pause it now. */
export async function guardOf(
  db: Database,
  campaign: Campaign,
  now = clock.now(),
): Promise<Omit<CampaignGuard, "night">> {
  const [paused_by, closed, outside_set_hours] = await Promise.all([
    pausedBy(db, campaign),
    closedHours(db, campaign, now),
    outsideSetHours(db, campaign, now),
  ]);
  const limit = closed?.limit ?? null;
  const closed_hours = limit && { from: limit.from, to: limit.to, zone: limit.zone };
  const left_running_until = limit && (await leftRunningUntil(db, campaign, { limit, now }));
  return { paused_by, closed_hours, left_running_until, outside_set_hours };
}

export const guardRailActor = (guardRail: (typeof guardRailIds)[number]) => `Guard rail: ${guardRailNames[guardRail]}`;

type Accepted = { action: string; actor: string | null; at: string; because: string | null; isByHours: boolean };

/**
 * The last accepted action on a campaign, and the last one that was neither by its hours nor a pause of the guard rail for
 * calling hours.
 */
export async function lastAccepted(db: Database, campaign_id: string) {
  const [last, lastByOthers] = await Promise.all([
    acceptedWhere(db, campaign_id, sql`true`),
    acceptedWhere(db, campaign_id, sql`begun.detail is null or not (${isByHours} or ${isByHoursRail})`),
  ]);
  return { last, lastByOthers };
}

const isByHours = sql`begun.detail like '{"automatic":"hours"%'`;
const isByHoursRail = sql`begun.actor_name = ${guardRailActor("calling_hours")}`;

async function acceptedWhere(db: Database, campaign_id: string, isCounted: SQL): Promise<Accepted | undefined> {
  const sends = [startCampaign, pauseCampaign, resumeCampaign, cancelCampaign].map(({ id }) => id);
  const { rows } = await db.execute<Accepted>(sql`
    select begun.action, begun.actor_name as actor, finished.at,
      substring(begun.detail from '"because":"((?:[^"\\\\]|\\\\.)*)"') as because,
      coalesce(${isByHours} or ${isByHoursRail}, false) as "isByHours"
    from console.audit_event begun
    join console.audit_event finished on finished.entry = begun.entry and finished.kind = 'finished'
    where begun.kind = 'begun' and begun.target = ${campaign_id} and finished.outcome = 'ok'
      and begun.action = any(${sql.param(sends)}::text[]) and (${isCounted})
    order by begun.id desc limit 1`);
  return rows[0];
}

/** The guard rail that sent the last accepted action, if that was a pause. */
async function pausedBy(db: Database, { campaign_id, status }: Campaign): Promise<CampaignGuard["paused_by"]> {
  if (stageOf(status) !== "paused") return null;
  const last = await acceptedWhere(db, campaign_id, sql`true`);
  const guard_rail = guardRailIds.find((id) => guardRailActor(id) === last?.actor);
  if (!last || !guard_rail || last.action !== pauseCampaign.id) return null;
  return { guard_rail, at: new Date(last.at).toISOString(), because: last.because };
}

/** The hours that are set and closed, while the campaign runs because a person resumed it. */
async function outsideSetHours(
  db: Database,
  campaign: Campaign,
  now: Date,
): Promise<CampaignGuard["outside_set_hours"]> {
  const { accountId, campaign_id: campaignId, status } = campaign;
  const hours = stageOf(status) === "running" ? await hoursRowOf(db, { accountId, campaignId }) : undefined;
  if (!hours || !isReadable(hours) || isWithin(hours, now.getTime())) return null;
  const last = await acceptedWhere(db, campaignId, sql`true`);
  const closesMs = nextClose(hours, now);
  if (last?.action === pauseCampaign.id || closesMs === undefined) return null;
  return { from: hours.from, to: hours.to, zone: hours.zone, until: new Date(closesMs).toISOString() };
}

function nextClose(hours: WeeklyHours, now: Date): number | undefined {
  const opens = nextChange(hours, now.getTime());
  return opens && nextChange(hours, opens.ms)?.ms;
}

/** The guard rail for calling hours, if it is on for the campaign and they are closed. */
export async function closedHours(
  db: Database,
  { accountId, campaign_id }: Pick<Campaign, "accountId" | "campaign_id">,
  now: Date,
) {
  const isRail = and(eq(guardRailTable.accountId, accountId), eq(guardRailTable.guardRail, "calling_hours"));
  const [rail] = await db.select().from(guardRailTable).where(isRail);
  const limit = { ...usualLimit, ...rail?.limit };
  if (!rail?.isOn || !(rail.campaigns?.includes(campaign_id) ?? true)) return null;
  return isWithin(limit, now.getTime()) ? null : { limit, changedAt: rail.changedAt };
}

type Closed = { limit: GuardRailLimit; now: Date };

/** The next end of the calling hours, at which a guard rail that has already paused the running campaign pauses it again. */
async function leftRunningUntil(db: Database, { accountId, campaign_id, status }: Campaign, { limit, now }: Closed) {
  const table = guardRailPauseTable;
  const isPauseOf = and(
    eq(table.accountId, accountId),
    eq(table.guardRail, "calling_hours"),
    eq(table.campaignId, campaign_id),
    isNotNull(table.restedAt),
  );
  if (stageOf(status) !== "running" || (await db.$count(table, isPauseOf)) === 0) return null;
  const closesMs = nextClose(limit, now);
  return closesMs === undefined ? null : new Date(closesMs).toISOString();
}
