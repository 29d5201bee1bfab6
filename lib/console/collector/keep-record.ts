import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, desc, eq } from "drizzle-orm";
import { storable, storableJson } from "@/lib/console/audit/audit-lines";
import { type CounterMeanings, countsIn, throughOf } from "@/lib/contract/console/campaign-counters";
import type { Database } from "@/lib/db/database";
import { isPlainObject, stringifyJson } from "@/lib/format/json";
import { campaignSampleTable, counterMeaningTable, recordVersionTable } from "./tables";

export type RecordRead = {
  keyPrint: string;
  resource: string;
  ref: string;
  record: unknown;
  at: Date;
  /** The person who opened it; null for a read of Switchboard's own. */
  askedBy: string | null;
};

/** Fields that move without anything having changed. */
const moving = /^(updated|modified|last_(seen|read|modified|updated))(_?(at|on))?$/i;

/** Keeps a record as it was read: a version of its own only where what it holds changed. Says whether it did. */
export async function keepVersion(db: Database, { record, at, askedBy, ...of }: RecordRead): Promise<boolean> {
  const text = storableJson(stringifyJson(record));
  const hash = createHash("sha256")
    .update(stringifyJson(withoutMoving(record)))
    .digest("base64url");
  return db.transaction(async (tx) => {
    const [last] = await tx
      .select({ id: recordVersionTable.id, hash: recordVersionTable.hash, lastSeenAt: recordVersionTable.lastSeenAt })
      .from(recordVersionTable)
      .where(isOf(recordVersionTable, of))
      .orderBy(desc(recordVersionTable.id))
      .limit(1)
      .for("update");
    if (last && last.lastSeenAt > at) return false;
    if (last?.hash === hash) {
      await tx.update(recordVersionTable).set({ lastSeenAt: at }).where(eq(recordVersionTable.id, last.id));
      return false;
    }
    await tx
      .insert(recordVersionTable)
      .values({ ...of, seenAt: at, lastSeenAt: at, hash, record: JSON.parse(text), askedBy });
    return true;
  });
}

/** Keeps what a campaign's record counts, where it counts its contacts. While nothing moves, the last read alone is kept. */
export async function keepSample(db: Database, { keyPrint, ref, record, at }: RecordRead): Promise<void> {
  const found = sampleOf(record, await counterMeanings(db, keyPrint));
  if (!found) return;
  const sample = { keyPrint, campaignId: ref, at, ...found };
  const isCampaign = and(eq(campaignSampleTable.keyPrint, keyPrint), eq(campaignSampleTable.campaignId, ref));
  await db.transaction(async (tx) => {
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

function withoutMoving(record: unknown): unknown {
  if (!isPlainObject(record)) return record;
  return Object.fromEntries(
    Object.entries(record)
      .filter(([name]) => !moving.test(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

const isOf = (
  table: typeof recordVersionTable,
  { keyPrint, resource, ref }: Omit<RecordRead, "record" | "at" | "askedBy">,
) => and(eq(table.keyPrint, keyPrint), eq(table.resource, resource), eq(table.ref, ref));
