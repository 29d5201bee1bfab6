import { and, eq, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { cancelCampaign, pauseCampaign, resumeCampaign, startCampaign } from "@/lib/contract/api/campaigns";
import { guardRailIds, guardRailNames } from "@/lib/contract/console/automation";
import { isWithin } from "@/lib/contract/console/campaign-hours";
import type { CampaignGuard } from "@/lib/contract/console/campaign-progress";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import type { Database } from "@/lib/db/database";
import { usualLimit } from "./findings";
import { guardRailTable } from "./tables";

type Campaign = { keyPrint: string; campaign_id: string; status: string | null };

/** What guard rails did to a campaign, and would do if it ran now. */
export async function guardOf(db: Database, campaign: Campaign, now = clock.now()): Promise<CampaignGuard> {
  const [paused_by, closed_hours] = await Promise.all([pausedBy(db, campaign), closedHours(db, campaign, now)]);
  return { paused_by, closed_hours };
}

/** The actor of a guard rail's sends, as the audit log names it. */
export const guardRailActor = (guardRail: (typeof guardRailIds)[number]) => `Guard rail: ${guardRailNames[guardRail]}`;

/** By the last send that the platform took. */
async function pausedBy(db: Database, { campaign_id, status }: Campaign): Promise<CampaignGuard["paused_by"]> {
  if (stageOf(status) !== "paused") return null;
  const sends = [startCampaign, pauseCampaign, resumeCampaign, cancelCampaign].map(({ id }) => id);
  type Sent = { action: string; actor: string | null; at: string; because: string | null };
  const { rows } = await db.execute<Sent>(sql`
    select begun.action, begun.actor_name as actor, finished.at,
      substring(begun.detail from '"because":"((?:[^"\\\\]|\\\\.)*)"') as because
    from console.audit_event begun
    join console.audit_event finished on finished.entry = begun.entry and finished.kind = 'finished'
    where begun.kind = 'begun' and begun.target = ${campaign_id} and finished.outcome = 'ok'
      and begun.action = any(${sql.param(sends)}::text[])
    order by begun.id desc limit 1`);
  const [last] = rows;
  const guard_rail = guardRailIds.find((each) => guardRailActor(each) === last?.actor);
  if (!last || !guard_rail || last.action !== pauseCampaign.id) return null;
  return { guard_rail, at: new Date(last.at).toISOString(), because: last.because };
}

async function closedHours(db: Database, { keyPrint, campaign_id }: Campaign, now: Date) {
  const isRail = and(eq(guardRailTable.keyPrint, keyPrint), eq(guardRailTable.guardRail, "calling_hours"));
  const [rail] = await db.select().from(guardRailTable).where(isRail);
  const limit = { ...usualLimit, ...rail?.limit };
  const isGuarded = rail?.isOn && (rail.campaigns?.includes(campaign_id) ?? true);
  if (!isGuarded || isWithin(limit, now.getTime())) return null;
  return { from: limit.from, to: limit.to, zone: limit.zone };
}
