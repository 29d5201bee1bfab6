import { isDeepStrictEqual } from "node:util";
import { and, desc, eq, gt } from "drizzle-orm";
import { aheadMs } from "@/lib/collector/records/store-versions";
import { type CounterMeanings, countsIn, handledOf } from "@/lib/contract/console/campaign-counters";
import { statusIn } from "@/lib/contract/console/campaign-stage";
import { campaignSampleTable, counterMeaningTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { storable } from "@/lib/db/storable";
import { isPlainObject } from "@/lib/format/json";

type RecordRead = { accountId: string; ref: string; record: unknown; at: Date };

/** Stores the counts in a campaign's record, if it counts contacts. Without movement, only the last read is updated. */
export async function storeSample(db: Database, { accountId, ref, record, at }: RecordRead): Promise<void> {
  const counts = sampleOf(record, await counterMeanings(db, accountId));
  if (!counts) return;
  const sample = { accountId, campaignId: ref, at, ...counts };
  const isCampaign = and(eq(campaignSampleTable.accountId, accountId), eq(campaignSampleTable.campaignId, ref));
  await db.transaction(async (tx) => {
    // Samples from before the clock was set back would hide every read until the clock has caught up.
    const isAhead = gt(campaignSampleTable.at, new Date(at.getTime() + aheadMs));
    await tx.delete(campaignSampleTable).where(and(isCampaign, isAhead));
    const [last, before] = await tx
      .select()
      .from(campaignSampleTable)
      .where(isCampaign)
      .orderBy(desc(campaignSampleTable.at))
      .limit(2);
    if (last && last.at >= at) return;
    if (last && before && isSameSample(last, sample) && isSameSample(before, sample))
      await tx
        .update(campaignSampleTable)
        .set({ at })
        .where(and(isCampaign, eq(campaignSampleTable.at, last.at)));
    else await tx.insert(campaignSampleTable).values(sample);
  });
}

type Sample = Pick<typeof campaignSampleTable.$inferSelect, "status" | "handled" | "total" | "counts">;

/** The counts in a campaign's record, or undefined if they do not show its progress. */
export function sampleOf(record: unknown, meanings: CounterMeanings): Sample | undefined {
  if (!isPlainObject(record)) return undefined;
  const counts = countsIn(record, meanings);
  const handled = handledOf(counts);
  if (!handled) return undefined;
  const word = statusIn(record);
  const status = word === null ? null : storable(word.slice(0, 200));
  return {
    status,
    ...{ handled: handled.count, total: handled.total },
    counts: Object.fromEntries(Object.entries(counts).map(([name, { count }]) => [name, count])),
  };
}

const isSameSample = (one: Sample, other: Sample) =>
  one.handled === other.handled &&
  one.total === other.total &&
  one.status === other.status &&
  isDeepStrictEqual(one.counts, other.counts);

export async function counterMeanings(db: Database, accountId: string): Promise<CounterMeanings> {
  const rows = await db.select().from(counterMeaningTable).where(eq(counterMeaningTable.accountId, accountId));
  return Object.fromEntries(rows.map(({ field, counter }) => [field, counter]));
}
