import { and, eq, inArray } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { NightCampaign, NightsOf } from "@/lib/collector/campaigns/known-campaigns";
import { holdFor } from "@/lib/contract/console/automation/hours";
import {
  type CallingHours,
  hoursIn,
  hoursOf,
  isReadable,
  openMsBetween,
  type WeeklyHours,
} from "@/lib/contract/console/campaign-hours";
import { type CampaignNight, peopleAtNight } from "@/lib/contract/console/people-hours";
import { campaignHoursTable } from "@/lib/db/console/tables/automation";
import type { Database } from "@/lib/db/database";
import { placesOf } from "./campaign-people";
import { adminHours } from "./hours-for-all";

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

/** Hours that Switchboard keeps: those set for a campaign, and those for all campaigns. */
async function hoursByCampaign(db: Database, accountId: string, campaigns: readonly NightCampaign[]) {
  const ids = campaigns.map(({ id }) => id);
  const [rows, forAll] = await Promise.all([
    db
      .select()
      .from(campaignHoursTable)
      .where(and(eq(campaignHoursTable.accountId, accountId), inArray(campaignHoursTable.campaignId, ids))),
    adminHours(db, accountId),
  ]);
  return new Map(
    ids.map((id) => {
      const weekly: WeeklyHours[] = rows.filter(({ campaignId }) => campaignId === id);
      const admins = holdFor(forAll, id);
      return [id, [...weekly, ...(admins ? [admins] : [])].filter(isReadable).map(hoursOf)];
    }),
  );
}
