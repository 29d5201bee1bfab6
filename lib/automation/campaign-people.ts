import { sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { counterMeanings } from "@/lib/collector/campaigns/samples";
import { type CampaignCounts, countsIn, handledOf } from "@/lib/contract/console/campaign-counters";
import type { CampaignPeople } from "@/lib/contract/console/contact-lists";
import { isVersionOf, newestVersion, recordVersionTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { isPlainObject } from "@/lib/format/json";
import { zonesOf } from "@/lib/numbers/time-zones";

export async function campaignPeople(db: Database, accountId: string, campaignId: string): Promise<CampaignPeople> {
  const places = await placesOf(db, { accountId, campaignId, until: clock.now() });
  const total = handledOf(await storedCounts(db, accountId, campaignId))?.total;
  const known = places.reduce((sum, { people }) => sum + people, 0);
  return { places, others: total === undefined ? null : Math.max(0, total - known) };
}

type PlacesOptions = { accountId: string; campaignId: string; until: Date };

/**
 * People of the lists that were sent to a campaign until a moment, by country and zones; most people first. A number is in
 * one of these lists only: see `claimList`.
 */
export async function placesOf(db: Database, { accountId, campaignId, until }: PlacesOptions) {
  const { rows } = await db.execute<{ country: string; zones: number; people: string }>(sql`
    select country, zones, count(*) as people
    from console.contact_list as list
    join console.contact_import as import on import.id = list.import_id
    join console.list_number as sent on sent.list = list.key
    where list.account_id = ${accountId} and list.campaign_id = ${campaignId}
      and import.begun_at <= ${until.toISOString()}
    group by country, zones order by people desc, country, zones`);
  return rows.map(({ country, zones, people }) => ({ country, zones: [...zonesOf(zones)], people: Number(people) }));
}

/** The counters of a campaign by its stored record. */
export async function storedCounts(db: Database, accountId: string, campaignId: string): Promise<CampaignCounts> {
  const [version] = await db
    .select({ record: recordVersionTable.record })
    .from(recordVersionTable)
    .where(isVersionOf({ accountId, resource: "campaigns", ref: campaignId }))
    .orderBy(newestVersion)
    .limit(1);
  if (!isPlainObject(version?.record)) return {};
  return countsIn(version.record, await counterMeanings(db, accountId));
}
