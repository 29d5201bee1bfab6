import { and, desc, eq, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { countsIn, handledOf } from "@/lib/contract/console/campaign-counters";
import {
  type CampaignGuard,
  type CampaignProgress,
  type CampaignSample,
  getCampaignProgress,
  paceIn,
} from "@/lib/contract/console/campaign-progress";
import { statusIn } from "@/lib/contract/console/campaign-stage";
import { implement } from "@/lib/contract/console/context";
import { campaignSampleTable, isVersionOf, newestVersion, recordVersionTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { isPlainObject } from "@/lib/format/json";
import { figuresJson, figuresOf, type StoredFigures } from "./figures";
import { campaignListOperations, type NightsOf, nightCampaign } from "./known-campaigns";
import { recentChanges } from "./recent-changes";
import { counterMeanings } from "./samples";

const defaultChanges = 20;
const maxSamples = 240;
const paceSamples = 2_000;

type GuardOf = (
  db: Database,
  campaign: { accountId: string; campaign_id: string; status: string | null },
) => Promise<Omit<CampaignGuard, "night">>;

type ProgressOptions = { guardOf: GuardOf; nightsOf: NightsOf };

export const progress = (db: Database, accountId: string, { guardOf, nightsOf }: ProgressOptions) => [
  implement(getCampaignProgress, async ({ campaign_id, changes = defaultChanges }) => {
    const record = { accountId, resource: "campaigns", ref: campaign_id };
    const [[latest], samples, meanings, figures] = await Promise.all([
      db.select().from(recordVersionTable).where(isVersionOf(record)).orderBy(newestVersion).limit(1),
      samplesOf(db, accountId, campaign_id),
      counterMeanings(db, accountId),
      db.execute<{ figures: StoredFigures | null }>(
        sql`select ${figuresJson(accountId, sql`${campaign_id}`)} as figures`,
      ),
    ]);
    if (!latest || !isPlainObject(latest.record)) return { data: null };
    const status = statusIn(latest.record);
    const counts = countsIn(latest.record, meanings);
    const handled = handledOf(counts) ?? null;
    const pace = paceIn(latest.record, samples.late, clock.nowMs());
    const running = nightCampaign({
      ...{ id: campaign_id, status, not_found_since: null, handled, pace, record: latest.record },
      counts: counts.waiting ? { waiting: counts.waiting.count } : {},
    });
    const nights = await nightsOf(db, accountId, running);
    const guard = await guardOf(db, { accountId, campaign_id, status });
    const data: CampaignProgress = {
      counts,
      meanings,
      figures: figuresOf(figures.rows[0]?.figures),
      status,
      read_at: latest.lastSeenAt.toISOString(),
      first_seen_at: (await firstRead(db, record)).toISOString(),
      samples: samples.all,
      pace,
      ...(await recentChanges(db, record, { counts, most: changes })),
      guard: { ...guard, night: nights.get(campaign_id) ?? null },
    };
    return { data };
  }),
  ...campaignListOperations(db, accountId, nightsOf),
];

/** Also when old versions were removed. Samples of an earlier release can be older. */
async function firstRead(db: Database, { accountId, ref, ...record }: RecordKey): Promise<Date> {
  const { rows } = await db.execute<{ at: string }>(sql`
    select least(
      (select min(coalesce(first_seen_at, seen_at)) from console.record_version
        where key_print = ${accountId} and resource = ${record.resource} and ref = ${ref}),
      (select min(at) from console.campaign_sample where key_print = ${accountId} and campaign_id = ${ref})) as at`);
  return new Date(rows[0]?.at ?? clock.nowMs());
}

type RecordKey = { accountId: string; resource: string; ref: string };

/** A campaign's samples, thinned out evenly, and the latest ones in full. Both are sorted oldest first. */
async function samplesOf(db: Database, accountId: string, campaignId: string) {
  const table = campaignSampleTable;
  const isCampaign = and(eq(table.accountId, accountId), eq(table.campaignId, campaignId));
  const numbered = db
    .select({
      at: table.at,
      status: table.status,
      handled: sql<number>`${table.handled} - coalesce((${table.counts} ->> 'cancelled')::float8, 0)`.as("handled"),
      total: table.total,
      nth: sql<number>`row_number() over (order by ${table.at})`.as("nth"),
      of: sql<number>`count(*) over ()`.as("of"),
    })
    .from(table)
    .where(isCampaign)
    .as("numbered");
  const step = sql`greatest(1, ceil(${numbered.of} / ${maxSamples}::float8)::int)`;
  const [all, late] = await Promise.all([
    db
      .select({ at: numbered.at, status: numbered.status, handled: numbered.handled, total: numbered.total })
      .from(numbered)
      .where(sql`${numbered.nth} = 1 or ${numbered.nth} = ${numbered.of} or ${numbered.nth} % ${step} = 0`)
      .orderBy(numbered.at),
    db.select().from(table).where(isCampaign).orderBy(desc(table.at)).limit(paceSamples),
  ]);
  return {
    all: all.map((sample): CampaignSample => ({ ...sample, at: sample.at.toISOString() })),
    late: late
      .toReversed()
      .map(({ at, status, handled, total, counts }) => ({ at: at.toISOString(), status, handled, total, counts })),
  };
}
