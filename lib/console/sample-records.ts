import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { markGone } from "@/lib/collector/records/gone";
import { isOfResource, keepNew } from "@/lib/collector/records/registry";
import { sampleSource } from "@/lib/contract/console/saved";
import { saveSetting } from "@/lib/db/console/save-setting";
import { collectorSettingTable } from "@/lib/db/console/tables/collector";
import { savedTable } from "@/lib/db/console/tables/registry";
import { type Database, lockInTransaction, type Transaction } from "@/lib/db/database";

/** A record of the demo platform, of a resource that its API cannot list. */
export type SampleRecord = { resource: string; id: string; name: string };

/** Resources whose records others name, and would name in vain if they were removed instead of marked as gone. */
const named = new Set(["tools", "workflows"]);

/**
 * Registers the demo platform's records in its account, and removes those that are gone. Compares with the last list, so that a
 * record that a person removed stays removed. True if something changed.
 */
export function storeSamples(db: Database, accountId: string, samples: readonly SampleRecord[]): Promise<boolean> {
  const settingName = `samples ${accountId}`;
  return db.transaction(async (tx) => {
    await lockInTransaction(tx, settingName);
    const isSetting = eq(collectorSettingTable.name, settingName);
    const [setting] = await tx.select().from(collectorSettingTable).where(isSetting);
    const before = (setting?.value ?? []) as readonly SampleRecord[];
    const added = without(samples, before);
    const gone = without(before, samples);
    if (added.length + gone.length === 0) return false;
    await register(tx, accountId, added);
    await removeUnused(
      tx,
      accountId,
      gone.filter(({ resource }) => !named.has(resource)),
    );
    for (const { resource, id } of gone.filter((sample) => named.has(sample.resource)))
      await markGone(tx, { accountId, resource, ref: id }, { at: clock.now() });
    await saveSetting(tx, { name: settingName, value: samples, by: "the demo platform" });
    return true;
  });
}

async function register(tx: Transaction, accountId: string, samples: readonly SampleRecord[]) {
  for (const [resource, records] of byResource(samples))
    await keepNew(
      tx,
      records.map(({ id, name }) => ({ accountId, resource, ref: id, name, namedByResource: sampleSource })),
    );
}

/** Removes samples that nobody pinned or labeled, with their history. */
async function removeUnused(tx: Transaction, accountId: string, samples: readonly SampleRecord[]) {
  for (const [resource, records] of byResource(samples)) {
    const isUnused = and(
      isOfResource(accountId, resource),
      inArray(
        savedTable.ref,
        records.map(({ id }) => id),
      ),
      eq(savedTable.namedByResource, sampleSource),
      eq(savedTable.isPinned, false),
      isNull(savedTable.label),
    );
    const removed = await tx.delete(savedTable).where(isUnused).returning({ ref: savedTable.ref });
    if (removed.length === 0) continue;
    const refs = removed.map(({ ref }) => ref);
    await tx.execute(sql`delete from console.record_version
      where key_print = ${accountId} and resource = ${resource} and ref in ${refs}`);
    if (resource === "campaigns")
      await tx.execute(sql`delete from console.campaign_sample
        where key_print = ${accountId} and campaign_id in ${refs}`);
  }
}

function without(list: readonly SampleRecord[], other: readonly SampleRecord[]) {
  const keys = new Set(other.map(keyOf));
  return list.filter((sample) => !keys.has(keyOf(sample)));
}

const keyOf = ({ resource, id }: SampleRecord) => `${resource} ${id}`;

/** Sorted, so that concurrent transactions cannot deadlock. */
const byResource = (samples: readonly SampleRecord[]) =>
  [...new Set(samples.map(({ resource }) => resource))]
    .toSorted()
    .map((name) => [name, samples.filter(({ resource }) => resource === name)] as const);
