import { isDeepStrictEqual } from "node:util";
import { and, desc, eq, gt } from "drizzle-orm";
import { storable } from "@/lib/console/audit/audit-lines";
import { type CounterMeanings, countsIn, throughOf } from "@/lib/contract/console/campaign-counters";
import type { Database } from "@/lib/db/database";
import { isPlainObject } from "@/lib/format/json";
import { aheadMs } from "./keep-versions";
import { campaignSampleTable, counterMeaningTable } from "./tables";

type RecordRead = { keyPrint: string; ref: string; record: unknown; at: Date };

/** Keeps what a campaign's record counts, where it counts its contacts. While nothing moves, the last read alone is kept. */
export async function keepSample(db: Database, { keyPrint, ref, record, at }: RecordRead): Promise<void> {
  const found = sampleOf(record, await counterMeanings(db, keyPrint));
  if (!found) return;
  const sample = { keyPrint, campaignId: ref, at, ...found };
  const isCampaign = and(eq(campaignSampleTable.keyPrint, keyPrint), eq(campaignSampleTable.campaignId, ref));
  await db.transaction(async (tx) => {
    // Of a clock that was set back since. They would hide every read until it has caught up.
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

type Sample = Pick<typeof campaignSampleTable.$inferSelect, "status" | "through" | "total" | "counts">;

/** What a campaign's record counts; undefined where it does not say how far it is. */
export function sampleOf(record: unknown, meanings: CounterMeanings): Sample | undefined {
  if (!isPlainObject(record)) return undefined;
  const found = countsIn(record, meanings);
  const far = throughOf(found);
  if (!far) return undefined;
  const status = typeof record.status === "string" ? storable(record.status.slice(0, 200)) : null;
  return {
    status,
    ...far,
    counts: Object.fromEntries(Object.entries(found).map(([name, { count }]) => [name, count])),
  };
}

const isSameSample = (one: Sample, other: Sample) =>
  one.through === other.through &&
  one.total === other.total &&
  one.status === other.status &&
  isDeepStrictEqual(one.counts, other.counts);

/** What admins said that fields count, for the organization of one key. */
export async function counterMeanings(db: Database, keyPrint: string): Promise<CounterMeanings> {
  const rows = await db.select().from(counterMeaningTable).where(eq(counterMeaningTable.keyPrint, keyPrint));
  return Object.fromEntries(rows.map(({ field, counter }) => [field, counter]));
}
