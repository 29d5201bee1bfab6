import { and, asc, desc, eq } from "drizzle-orm";
import type { ConsoleContext } from "@/lib/console/console-types";
import { countsIn } from "@/lib/contract/console/campaign-counters";
import {
  type CampaignProgress,
  type CampaignSample,
  getCampaignProgress,
  paceOf,
} from "@/lib/contract/console/campaign-progress";
import { implementIn } from "@/lib/contract/operation";
import type { Database } from "@/lib/db/database";
import { diffRecords } from "@/lib/format/diff-records";
import { isPlainObject } from "@/lib/format/json";
import { campaignSampleTable, recordVersionTable } from "./tables";

const implement = implementIn<ConsoleContext>();
const mostVersions = 21;
const mostSamples = 240;

/** How far campaigns are, from what was kept of them. */
export const progress = (db: Database, keyPrint: string) => [
  implement(getCampaignProgress, async ({ campaign_id }) => {
    const isCampaign = and(
      eq(recordVersionTable.keyPrint, keyPrint),
      eq(recordVersionTable.resource, "campaigns"),
      eq(recordVersionTable.ref, campaign_id),
    );
    const versions = await db
      .select()
      .from(recordVersionTable)
      .where(isCampaign)
      .orderBy(desc(recordVersionTable.id))
      .limit(mostVersions);
    const [latest] = versions;
    if (!latest || !isPlainObject(latest.record)) return { data: null };
    const rows = await db
      .select()
      .from(campaignSampleTable)
      .where(and(eq(campaignSampleTable.keyPrint, keyPrint), eq(campaignSampleTable.campaignId, campaign_id)))
      .orderBy(asc(campaignSampleTable.at));
    const samples = rows.map(({ at, status, through, total }) => ({ at: at.toISOString(), status, through, total }));
    const { status } = latest.record;
    const data: CampaignProgress = {
      counts: countsIn(latest.record),
      status: typeof status === "string" ? status : null,
      read_at: latest.lastSeenAt.toISOString(),
      first_seen_at: samples[0]?.at ?? latest.seenAt.toISOString(),
      samples: thinned(samples),
      pace: paceOf(samples, Date.now()),
      changes: changesIn(versions),
    };
    return { data };
  }),
];

type Version = typeof recordVersionTable.$inferSelect;

function changesIn(versions: readonly Version[]): CampaignProgress["changes"] {
  return versions.slice(0, -1).map(({ record, seenAt }, at) => ({
    at: seenAt.toISOString(),
    fields: diffRecords(versions[at + 1]?.record, record).map(({ path, ...change }) => ({
      path: path.join("."),
      ...change,
    })),
  }));
}

/** Evenly chosen, the first and the last among them. */
function thinned(samples: readonly CampaignSample[]): CampaignSample[] {
  if (samples.length <= mostSamples) return [...samples];
  const step = (samples.length - 1) / (mostSamples - 1);
  return Array.from({ length: mostSamples }, (_, at) => samples[Math.round(at * step)]).filter(
    (each) => each !== undefined,
  );
}
