import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, notInArray, or, sql } from "drizzle-orm";
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
import type { Database } from "@/lib/db/database";
import { countOf, formatCount } from "@/lib/format/format-count";
import { implement, type Person } from "./console-types";
import { mayRead, resourcesFor } from "./me";
import { isSaved, savedTable } from "./tables";

const mostAPerson = 1000;

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
    if (pinned || label) await refuseBeyondBound(db, person, { keyPrint, resource, refs: [ref] });
    const given = {
      ...(label === undefined ? {} : { label: label || null }),
      ...(pinned === undefined ? {} : { isPinned: pinned }),
    };
    const [row] = await db
      .insert(savedTable)
      .values({ keyPrint, resource, ref, openedBy: person.name, ...given })
      .onConflictDoUpdate({
        target: [savedTable.keyPrint, savedTable.resource, savedTable.ref],
        set: { resource, ...given },
      })
      .returning();
    if (!row) throw new Error("A saved record was not given back.");
    return { data: recordOf(row) };
  }),

  implement(addRecords, async ({ resource, refs }, { person }) => {
    refuseUnseen(person, resource);
    const given = [...new Set(refs.map((ref) => ref.trim()))].filter((ref) => ref !== "");
    const added = await db.transaction(async (tx) => {
      const rows = given.map((ref) => ({ keyPrint, resource, ref, openedBy: person.name }));
      const fresh = rows.length === 0 ? [] : await tx.insert(savedTable).values(rows).onConflictDoNothing().returning();
      if (fresh.length > 0 && (await tx.$count(savedTable, isOf(keyPrint, resource))) > mostAdded)
        throw refused("conflict", `At most ${formatCount(mostAdded)} can be known here. Forget some to make room.`);
      return fresh.length;
    });
    const known = given.length - added;
    const message = `${formatCount(added)} added${known > 0 ? `, ${formatCount(known)} known before` : ""}.`;
    return { message, data: { added, known } };
  }),

  implement(changeRecords, async ({ resource, refs, change, label = "" }, { person }) => {
    refuseUnseen(person, resource);
    const given = [...new Set(refs)];
    if (change === "forget") {
      const these = and(isOf(keyPrint, resource), inArray(savedTable.ref, given));
      const gone = await db.delete(savedTable).where(these).returning({ ref: savedTable.ref });
      const message = `${countOf(gone.length, "record")} forgotten here. Nothing changed on the platform.`;
      return { message, data: { changed: gone.length } };
    }
    if (change === "pin" || label) await refuseBeyondBound(db, person, { keyPrint, resource, refs: given });
    const set = change === "label" ? { label: label || null } : { isPinned: change === "pin" };
    await db
      .insert(savedTable)
      .values(given.map((ref) => ({ keyPrint, resource, ref, openedBy: person.name, ...set })))
      .onConflictDoUpdate({ target: [savedTable.keyPrint, savedTable.resource, savedTable.ref], set });
    const done = change === "label" ? (label ? `labeled “${label}”` : "without a label") : `${change}ned`;
    return { message: `${countOf(given.length, "record")} ${done}.`, data: { changed: given.length } };
  }),

  implement(forgetRecord, async ({ resource, ref }, { person }) => {
    refuseUnseen(person, resource);
    await db.delete(savedTable).where(isSaved({ keyPrint, resource, ref }));
    return { message: "Forgotten here. Nothing changed on the platform." };
  }),
];

const isOf = (keyPrint: string, resource: string) =>
  and(eq(savedTable.keyPrint, keyPrint), eq(savedTable.resource, resource));

const isKept = or(savedTable.isPinned, isNotNull(savedTable.label));

type Records = { keyPrint: string; resource: string; refs: readonly string[] };

async function refuseBeyondBound(db: Database, person: Person, { keyPrint, resource, refs }: Records) {
  const isAnother = or(ne(savedTable.resource, resource), notInArray(savedTable.ref, [...refs]));
  const isOwn = and(eq(savedTable.keyPrint, keyPrint), eq(savedTable.openedBy, person.name));
  const kept = await db.$count(savedTable, and(isKept, isOwn, isAnother));
  if (kept + refs.length <= mostAPerson) return;
  const most = formatCount(mostAPerson);
  throw refused("conflict", `You have labeled or pinned ${most} records. Forget one to make room.`);
}

/** Of the records that people only opened, the last ones of each are kept. */
export async function forgetOldest(db: Database, keyPrint: string, openers: Iterable<string>) {
  for (const openedBy of openers) {
    const isOnlyOpened = and(
      eq(savedTable.keyPrint, keyPrint),
      eq(savedTable.openedBy, openedBy),
      eq(savedTable.isPinned, false),
      isNull(savedTable.label),
    );
    const [oldest] = await db
      .select({ at: savedTable.lastSeenAt })
      .from(savedTable)
      .where(isOnlyOpened)
      .orderBy(sql`${savedTable.lastSeenAt} desc nulls last`)
      .offset(mostAPerson - 1)
      .limit(1);
    if (oldest?.at) await db.delete(savedTable).where(and(isOnlyOpened, lt(savedTable.lastSeenAt, oldest.at)));
  }
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
