import { and, desc, eq } from "drizzle-orm";
import { storable } from "@/lib/console/audit/audit-lines";
import { countsIn, throughOf } from "@/lib/contract/console/campaign-counters";
import type { Database } from "@/lib/db/database";
import { isPlainObject } from "@/lib/format/json";
import { campaignSampleTable } from "./tables";

type RecordRead = { keyPrint: string; ref: string; record: unknown; at: Date };

/** Keeps what a campaign's record counts, where it counts its contacts. While nothing moves, the last read alone is kept. */
export async function keepSample(db: Database, { keyPrint, ref, record, at }: RecordRead): Promise<void> {
  const progress = isPlainObject(record) ? throughOf(countsIn(record)) : undefined;
  if (!progress || !isPlainObject(record)) return;
  const status = typeof record.status === "string" ? storable(record.status.slice(0, 200)) : null;
  const sample = { keyPrint, campaignId: ref, at, status, ...progress };
  const isCampaign = and(eq(campaignSampleTable.keyPrint, keyPrint), eq(campaignSampleTable.campaignId, ref));
  await db.transaction(async (tx) => {
    const [last, before] = await tx
      .select()
      .from(campaignSampleTable)
      .where(isCampaign)
      .orderBy(desc(campaignSampleTable.at))
      .limit(2);
    if (last && last.at >= at) return;
    const isSame = (other: typeof last) =>
      other !== undefined &&
      other.through === sample.through &&
      other.total === sample.total &&
      other.status === sample.status;
    if (last && isSame(last) && isSame(before))
      await tx
        .update(campaignSampleTable)
        .set({ at })
        .where(and(isCampaign, eq(campaignSampleTable.at, last.at)));
    else await tx.insert(campaignSampleTable).values(sample);
  });
}
