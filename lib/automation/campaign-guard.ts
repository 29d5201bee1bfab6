import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { cancelCampaign, pauseCampaign, resumeCampaign, startCampaign } from "@/lib/contract/api/campaigns";
import { causeActor, earlierActors } from "@/lib/contract/console/automation/actors";
import { pauseCauses } from "@/lib/contract/console/automation/pauses";
import { isReadable, isWithin, nextChange, type WeeklyHours } from "@/lib/contract/console/campaign-hours";
import type { CampaignGuard } from "@/lib/contract/console/campaign-progress";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { plannedActionTable } from "@/lib/db/console/tables/automation";
import type { Database } from "@/lib/db/database";
import { closedHours } from "./hours-for-all";
import { hoursRowOf } from "./set-hours";

type Campaign = { accountId: string; campaign_id: string; status: string | null };

/** The rule or hours that paused a campaign, and the calling hours that would pause it now. */
export async function guardOf(
  db: Database,
  campaign: Campaign,
  now = clock.now(),
): Promise<Omit<CampaignGuard, "night">> {
  const [paused_by, closed, outside_set_hours] = await Promise.all([
    pausedBy(db, campaign),
    closedHours({ db, accountId: campaign.accountId }, campaign.campaign_id, now),
    outsideSetHours(db, campaign, now),
  ]);
  const hours = closed?.hours ?? null;
  const closed_hours = hours && { from: hours.from, to: hours.to, zone: hours.zone };
  const left_running_until = hours && (await leftRunningUntil(db, campaign, { hours, now }));
  return { paused_by, closed_hours, left_running_until, outside_set_hours };
}

type Accepted = {
  action: string;
  actor: string | null;
  at: string;
  because: string | null;
  isAutomatic: boolean;
  isByHours: boolean;
};

/** The last accepted action on a campaign, and the last one that was neither by its hours nor by those for all campaigns. */
export async function lastAccepted(db: Database, campaign_id: string) {
  const [last, lastByOthers] = await Promise.all([
    acceptedWhere(db, campaign_id, sql`true`),
    acceptedWhere(db, campaign_id, sql`begun.detail is null or not (${isByHours} or ${isByHoursForAll})`),
  ]);
  return { last, lastByOthers };
}

const isByHours = sql`begun.detail like '{"automatic":"hours"%'`;
const isByHoursForAll = sql`begun.detail like '{"automatic":%'
  and begun.actor_name in (${causeActor("calling_hours")}, ${earlierActors.calling_hours})`;

async function acceptedWhere(db: Database, campaign_id: string, isCounted: SQL): Promise<Accepted | undefined> {
  const sends = [startCampaign, pauseCampaign, resumeCampaign, cancelCampaign].map(({ id }) => id);
  const { rows } = await db.execute<Accepted>(sql`
    select begun.action, begun.actor_name as actor, finished.at,
      substring(begun.detail from '"because":"((?:[^"\\\\]|\\\\.)*)"') as because,
      coalesce(begun.detail like '{"automatic":%', false) as "isAutomatic",
      coalesce(${isByHours} or ${isByHoursForAll}, false) as "isByHours"
    from console.audit_event begun
    join console.audit_event finished on finished.entry = begun.entry and finished.kind = 'finished'
    where begun.kind = 'begun' and begun.target = ${campaign_id} and finished.outcome = 'ok'
      and begun.action = any(${sql.param(sends)}::text[]) and (${isCounted})
    order by begun.id desc limit 1`);
  return rows[0];
}

/** The cause of the last accepted action, if that was a pause without a person. */
async function pausedBy(db: Database, { campaign_id, status }: Campaign): Promise<CampaignGuard["paused_by"]> {
  if (stageOf(status) !== "paused") return null;
  const last = await acceptedWhere(db, campaign_id, sql`true`);
  if (!last?.isAutomatic || last.action !== pauseCampaign.id) return null;
  const cause = pauseCauses.find((each) => [causeActor(each), earlierActors[each]].includes(last.actor ?? ""));
  return cause ? { cause, at: new Date(last.at).toISOString(), because: last.because } : null;
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

type Closed = { hours: WeeklyHours; now: Date };

/** The next end of the hours for all campaigns, at which they pause a running campaign again that they have paused before. */
async function leftRunningUntil(db: Database, { accountId, campaign_id, status }: Campaign, { hours, now }: Closed) {
  const table = plannedActionTable;
  const isPauseOf = and(
    eq(table.accountId, accountId),
    eq(table.cause, "calling_hours"),
    eq(table.campaignId, campaign_id),
    isNull(table.clearedAt),
    isNotNull(table.restedAt),
  );
  if (stageOf(status) !== "running" || (await db.$count(table, isPauseOf)) === 0) return null;
  const closesMs = nextClose(hours, now);
  return closesMs === undefined ? null : new Date(closesMs).toISOString();
}
