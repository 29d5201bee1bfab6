import { and, eq, inArray } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { NightCampaign, NightsOf } from "@/lib/collector/campaigns/known-campaigns";
import { type CallingHours, hoursIn, hoursOf, isReadable, openMsBetween } from "@/lib/contract/console/campaign-hours";
import { type CampaignNight, peopleAtNight } from "@/lib/contract/console/people-hours";
import { campaignHoursTable, guardRailTable } from "@/lib/db/console/tables/automation";
import type { Database } from "@/lib/db/database";
import { placesOf } from "./campaign-people";
import { usualLimit } from "./findings";

/** Lists are read often, and counting the places of a long one takes long. */
const placesMs = 60_000;

type Places = Awaited<ReturnType<typeof placesOf>>;

/** Finds campaigns that run into the night of the people they call. */
export function createNights(): NightsOf {
  const known = new Map<string, { atMs: number; places: Places }>();

  async function placesIn(db: Database, accountId: string, campaignId: string): Promise<Places> {
    const [key, nowMs] = [`${accountId} ${campaignId}`, clock.nowMs()];
    const cached = known.get(key);
    if (cached && nowMs - cached.atMs < placesMs) return cached.places;
    const places = await placesOf(db, { accountId, campaignId, until: clock.now() });
    known.set(key, { atMs: nowMs, places });
    return places;
  }

  return async (db, accountId, campaigns) => {
    const lasting = campaigns.filter(({ endsAt }) => endsAt !== null);
    if (lasting.length === 0) return new Map();
    const hours = await hoursByCampaign(db, accountId, lasting);
    const nights = new Map<string, CampaignNight>();
    for (const campaign of lasting) {
      const places = await placesIn(db, accountId, campaign.id);
      const night = nightOf(campaign, { places, set: hours.get(campaign.id) ?? [], nowMs: clock.nowMs() });
      if (night) nights.set(campaign.id, night);
    }
    return nights;
  };
}

type NightContext = { places: Places; set: readonly CallingHours[]; nowMs: number };

function nightOf({ record, endsAt, waiting, total }: NightCampaign, { places, set, nowMs }: NightContext) {
  const own = hoursIn(record);
  const openMs = openMsBetween(own, nowMs, Date.parse(endsAt ?? ""));
  return peopleAtNight({ places, waiting, total, openMs, fromMs: nowMs, hours: own ? [own, ...set] : set });
}

/** Hours that Switchboard keeps: those set for a campaign, and those of the guard rail. */
async function hoursByCampaign(db: Database, accountId: string, campaigns: readonly NightCampaign[]) {
  const ids = campaigns.map(({ id }) => id);
  const [rows, [rail]] = await Promise.all([
    db
      .select()
      .from(campaignHoursTable)
      .where(and(eq(campaignHoursTable.accountId, accountId), inArray(campaignHoursTable.campaignId, ids))),
    db
      .select()
      .from(guardRailTable)
      .where(and(eq(guardRailTable.accountId, accountId), eq(guardRailTable.guardRail, "calling_hours"))),
  ]);
  const limit = rail?.isOn ? { ...usualLimit, ...rail.limit } : undefined;
  return new Map(
    ids.map((id) => {
      const set = rows.filter(({ campaignId }) => campaignId === id);
      const isRailed = limit && (rail?.campaigns?.includes(id) ?? true);
      const weekly = [...set, ...(isRailed ? [limit] : [])].filter(isReadable);
      return [id, weekly.map(hoursOf)];
    }),
  );
}
