import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
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
import { type Database, type Transaction, takeTurn } from "@/lib/db/database";
import { countOf, formatCount } from "@/lib/format/format-count";
import { implement, type Person } from "./console-types";
import { mayRead, resourcesFor } from "./me";
import { isSaved, savedTable } from "./tables";

/** Records that someone opened, pinned or labelled; each person sees those of the resources they may read. */
export const saved = (db: Database, keyPrint: string) => [
  implement(listSaved, async ({ resource, ref }, { person }) => {
    const seen = resourcesFor(person.role).filter((each) => resource === undefined || each === resource);
    const rows = await db
      .select()
      .from(savedTable)
      .where(
        and(
          eq(savedTable.keyPrint, keyPrint),
          inArray(savedTable.resource, seen),
          ref === undefined ? undefined : eq(savedTable.ref, ref),
        ),
      )
      .orderBy(
        desc(savedTable.isPinned),
        sql`${savedTable.lastSeenAt} desc nulls last`,
        savedTable.resource,
        savedTable.ref,
      )
      .limit(1000);
    return { data: rows.map(recordOf) };
  }),

  implement(saveRecord, async ({ resource, ref, label, pinned }, { person }) => {
    refuseUnseen(person, resource);
    const given = {
      ...(label === undefined ? {} : { label: label || null }),
      ...(pinned === undefined ? {} : { isPinned: pinned }),
    };
    const it = { keyPrint, resource, refs: [ref] };
    await db.transaction((tx) => change(tx, { ...it, set: given, by: person.name }));
    const [row] = await db.select().from(savedTable).where(isSaved({ keyPrint, resource, ref }));
    if (!row) throw refused("not_found", "This record is not known here, so it has no pin or label to take away.");
    return { data: recordOf(row) };
  }),

  implement(addRecords, async ({ resource, refs }, { person }) => {
    refuseUnseen(person, resource);
    const given = [...new Set(refs.map((ref) => ref.trim()))].filter((ref) => ref !== "");
    const rows = given.map((ref) => ({ keyPrint, resource, ref, openedBy: person.name }));
    const added = await db.transaction((tx) => keepAsked(tx, rows));
    const known = given.length - added;
    const message = `${formatCount(added)} added${known > 0 ? `, ${formatCount(known)} known before` : ""}.`;
    return { message, data: { added, known } };
  }),

  implement(changeRecords, async ({ resource, refs, change: to, label = "" }, { person }) => {
    refuseUnseen(person, resource);
    const given = [...new Set(refs)];
    if (to === "forget") {
      const these = and(isOf(keyPrint, resource), inArray(savedTable.ref, given));
      const gone = await db.delete(savedTable).where(these).returning({ ref: savedTable.ref });
      const message = `${countOf(gone.length, "record")} forgotten here. Nothing changed on the platform.`;
      return { message, data: { changed: gone.length } };
    }
    const set = to === "label" ? { label: label || null } : { isPinned: to === "pin" };
    const changed = await db.transaction((tx) => change(tx, { keyPrint, resource, refs: given, set, by: person.name }));
    const done = to === "label" ? (label ? `labeled “${label}”` : "without a label") : `${to}ned`;
    return { message: `${countOf(changed, "record")} ${done}.`, data: { changed } };
  }),

  implement(forgetRecord, async ({ resource, ref }, { person }) => {
    refuseUnseen(person, resource);
    await db.delete(savedTable).where(isSaved({ keyPrint, resource, ref }));
    return { message: "Forgotten here. Nothing changed on the platform." };
  }),
];

const isOf = (keyPrint: string, resource: string) =>
  and(eq(savedTable.keyPrint, keyPrint), eq(savedTable.resource, resource));

type Change = {
  keyPrint: string;
  resource: string;
  refs: readonly string[];
  set: { label?: string | null; isPinned?: boolean };
  by: string;
};

/** Pins and labels also make a record known, as nothing at all does. Taking them away only changes one that is. */
async function change(tx: Transaction, { keyPrint, resource, refs, set, by }: Change): Promise<number> {
  const these = and(isOf(keyPrint, resource), inArray(savedTable.ref, [...refs]));
  const isAdding = Object.keys(set).length === 0;
  const known = isAdding ? [] : await tx.update(savedTable).set(set).where(these).returning();
  if (!isAdding && !set.isPinned && !set.label) return known.length;
  const rows = refs.map((ref) => ({ keyPrint, resource, ref, openedBy: by, ...set }));
  return known.length + (await keepAsked(tx, rows));
}

type Row = typeof savedTable.$inferInsert;

/** How many of these that a person asked for were not known before. Refused where there is no room for all. */
async function keepAsked(tx: Transaction, rows: readonly Row[]): Promise<number> {
  const { kept, isOver } = await keepNew(tx, rows);
  if (kept > 0 && isOver)
    throw refused("conflict", `At most ${formatCount(mostAdded)} can be known here. Forget some to make room.`);
  return kept;
}

/** What nobody pinned, labeled or added, but was opened or named by another record. */
const isPassing = and(
  eq(savedTable.isPinned, false),
  isNull(savedTable.label),
  or(isNull(savedTable.openedBy), isNotNull(savedTable.lastSeenAt)),
);

/**
 * The one way in which records of a resource become known. Beyond the bound, those leave that were only named, then those
 * whose last opening is the longest ago.
 */
export async function keepNew(tx: Transaction, rows: readonly Row[]): Promise<{ kept: number; isOver: boolean }> {
  const [first] = rows;
  if (!first) return { kept: 0, isOver: false };
  const isOne = isOf(first.keyPrint, first.resource);
  await takeTurn(tx, `saved ${first.keyPrint} ${first.resource}`);
  const inserted = await tx
    .insert(savedTable)
    .values([...rows])
    .onConflictDoNothing()
    .returning({ ref: savedTable.ref });
  const fresh = inserted.map(({ ref }) => ref);
  const over = fresh.length === 0 ? 0 : (await tx.$count(savedTable, isOne)) - mostAdded;
  if (over <= 0) return { kept: fresh.length, isOver: false };
  const leaving = tx
    .select({ ref: savedTable.ref })
    .from(savedTable)
    .where(and(isOne, isPassing))
    .orderBy(sql`${savedTable.lastSeenAt} nulls first`, desc(inArray(savedTable.ref, fresh)), savedTable.ref)
    .limit(over);
  const left = await tx
    .delete(savedTable)
    .where(and(isOne, inArray(savedTable.ref, leaving)))
    .returning();
  return { kept: fresh.filter((ref) => !left.some((each) => each.ref === ref)).length, isOver: left.length < over };
}

export type Named = { resource: string; ref: string; namedByResource: string; namedByRef: string };

/** IDs that other records name. Always in the same order, so that two transactions do not wait for each other. */
export async function keepNamed(tx: Transaction, keyPrint: string, names: readonly Named[]): Promise<number> {
  let kept = 0;
  for (const resource of [...new Set(names.map((each) => each.resource))].toSorted()) {
    const rows = names.filter((each) => each.resource === resource).map((each) => ({ keyPrint, ...each }));
    kept += (await keepNew(tx, rows)).kept;
  }
  return kept;
}

function refuseUnseen(person: Person, resource: string) {
  if (!mayRead(person.role, resource)) throw refused("forbidden", "Your role may not see these records.");
}

const recordOf = (row: typeof savedTable.$inferSelect): SavedRecord => ({
  resource: row.resource,
  ref: row.ref,
  label: row.label,
  name: row.name,
  pinned: row.isPinned,
  last_status_word: row.lastStatusWord,
  last_seen_at: row.lastSeenAt?.toISOString() ?? null,
  opened_by: row.openedBy,
  named_by: row.namedByResource === null ? null : { resource: row.namedByResource, ref: row.namedByRef ?? "" },
  not_found_since: row.notFoundSince?.toISOString() ?? null,
});
