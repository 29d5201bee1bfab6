import { and, eq, inArray, sql } from "drizzle-orm";
import { callLimits } from "@/lib/collector/records/open-calls";
import { isOfResource, keepNew, takeRegistryTurn } from "@/lib/collector/records/registry";
import type { Person } from "@/lib/contract/actor";
import { implement } from "@/lib/contract/console/context";
import { mayRead, resourcesFor } from "@/lib/contract/console/readable";
import {
  addRecords,
  changeRecords,
  forgetRecord,
  listSaved,
  mostAdded,
  type SavedRecord,
  saveRecord,
} from "@/lib/contract/console/saved";
import { refused } from "@/lib/contract/problem";
import { foundCallTable } from "@/lib/db/console/tables/inbox";
import { isSaved, savedTable } from "@/lib/db/console/tables/registry";
import type { Database, Transaction } from "@/lib/db/database";
import { countOf, formatCount } from "@/lib/format/format-count";

/** Operations on the registry. People see only records that their role can read. */
export const saved = (db: Database, accountId: string) => [
  implement(listSaved, async ({ resource, ref }, { person }) => {
    const resources = resourcesFor(person.role).filter((name) => resource === undefined || name === resource);
    const rows = await db
      .select()
      .from(savedTable)
      .where(
        and(
          eq(savedTable.accountId, accountId),
          inArray(savedTable.resource, resources),
          ref === undefined ? undefined : eq(savedTable.ref, ref),
        ),
      )
      .orderBy(sql`${savedTable.lastSeenAt} desc nulls last`, savedTable.resource, savedTable.ref)
      .limit(1000);
    const limits = rows.some((row) => row.resource === "calls") ? await callLimits(db, accountId) : undefined;
    return {
      data: rows.map((row) => {
        const endsMs = row.resource === "calls" ? limits?.get(row.ref)?.endsMs : undefined;
        return { ...recordOf(row), ...(endsMs ? { limit_at: new Date(endsMs).toISOString() } : {}) };
      }),
    };
  }),

  implement(saveRecord, async ({ resource, ref, label }, { person }) => {
    refuseUnreadable(person, resource);
    const set = label === undefined ? {} : { label: label || null };
    await db.transaction((tx) => change(tx, { accountId, resource, refs: [ref], set, by: person.name }));
    const [row] = await db.select().from(savedTable).where(isSaved({ accountId, resource, ref }));
    if (!row) throw refused("not_found", "This record has no label.");
    return { data: recordOf(row) };
  }),

  implement(addRecords, async ({ resource, refs }, { person }) => {
    refuseUnreadable(person, resource);
    const uniqueRefs = [...new Set(refs.map((ref) => ref.trim()))].filter((ref) => ref !== "");
    const rows = uniqueRefs.map((ref) => ({ accountId, resource, ref, openedBy: person.name }));
    const added = await db.transaction((tx) => addOrRefuse(tx, rows));
    const known = uniqueRefs.length - added;
    const message = `${formatCount(added)} added${known > 0 ? `, ${formatCount(known)} already in this list` : ""}.`;
    return { message, data: { added, known } };
  }),

  implement(changeRecords, async ({ resource, refs, change: kind, label = "" }, { person }) => {
    refuseUnreadable(person, resource);
    const uniqueRefs = [...new Set(refs)];
    if (kind === "forget") {
      const areChosen = and(isOfResource(accountId, resource), inArray(savedTable.ref, uniqueRefs));
      const removed = await db.transaction(async (tx) => {
        await takeRegistryTurn(tx, accountId, resource);
        await forgetRecordedCalls(tx, { accountId, resource, refs: uniqueRefs });
        return tx.delete(savedTable).where(areChosen).returning({ ref: savedTable.ref });
      });
      const message = `${countOf(removed.length, "record")} removed from this list. Nothing changed on the platform.`;
      return { message, data: { changed: removed.length } };
    }
    const changes = { accountId, resource, refs: uniqueRefs, set: { label: label || null }, by: person.name };
    const changed = await db.transaction((tx) => change(tx, changes));
    const done = label ? `labeled “${label}”` : "without a label";
    return { message: `${countOf(changed, "record")} ${done}.`, data: { changed } };
  }),

  implement(forgetRecord, async ({ resource, ref }, { person }) => {
    refuseUnreadable(person, resource);
    await db.transaction(async (tx) => {
      await forgetRecordedCalls(tx, { accountId, resource, refs: [ref] });
      await tx.delete(savedTable).where(isSaved({ accountId, resource, ref }));
    });
    return { message: "Removed from this list. Nothing changed on the platform." };
  }),
];

type Change = {
  accountId: string;
  resource: string;
  refs: readonly string[];
  set: { label?: string | null };
  by: string;
};

/** Labeling, or saving without a change, registers a record. Removing a label only changes registered ones. */
async function change(tx: Transaction, { accountId, resource, refs, set, by }: Change): Promise<number> {
  await takeRegistryTurn(tx, accountId, resource);
  const areChosen = and(isOfResource(accountId, resource), inArray(savedTable.ref, [...refs]));
  const isAdding = Object.keys(set).length === 0;
  const updated = isAdding ? [] : await tx.update(savedTable).set(set).where(areChosen).returning();
  if (!isAdding && !set.label) return updated.length;
  const rows = refs.map((ref) => ({ accountId, resource, ref, openedBy: by, ...set }));
  return updated.length + (await addOrRefuse(tx, rows));
}

/** Calls that only their record names leave the list of calls. Those of events stay. */
async function forgetRecordedCalls(tx: Transaction, { accountId, resource, refs }: Omit<Change, "set" | "by">) {
  if (resource !== "calls") return;
  const call = foundCallTable;
  await tx.delete(call).where(and(eq(call.accountId, accountId), eq(call.events, 0), inArray(call.ref, [...refs])));
}

type Row = typeof savedTable.$inferInsert;

/** Registers records and returns the number of new ones. Refuses if there is no room for all. */
async function addOrRefuse(tx: Transaction, rows: readonly Row[]): Promise<number> {
  const { added, isFull } = await keepNew(tx, rows);
  if (added > 0 && isFull)
    throw refused("not_possible", `This list can hold ${formatCount(mostAdded)} records. Remove some to add more.`);
  return added;
}

function refuseUnreadable(person: Person, resource: string) {
  if (!mayRead(person.role, resource)) throw refused("forbidden", "Your role does not allow you to see these records.");
}

const recordOf = (row: typeof savedTable.$inferSelect): SavedRecord => ({
  resource: row.resource,
  ref: row.ref,
  label: row.label,
  name: row.name,
  last_status_word: row.lastStatusWord,
  last_seen_at: row.lastSeenAt?.toISOString() ?? null,
  opened_by: row.openedBy,
  named_by: row.namedByResource === null ? null : { resource: row.namedByResource, ref: row.namedByRef ?? "" },
  not_found_since: row.notFoundSince?.toISOString() ?? null,
});
