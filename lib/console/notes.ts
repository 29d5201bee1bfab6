import { randomUUID } from "node:crypto";
import { and, desc, eq } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { Person } from "@/lib/contract/actor";
import { listAlerts } from "@/lib/contract/console/alerts";
import { implement } from "@/lib/contract/console/context";
import { addNote, listNotes, type Note, removeNote } from "@/lib/contract/console/notes";
import { mayRead } from "@/lib/contract/console/readable";
import { listDeliveries } from "@/lib/contract/console/webhook-log/deliveries";
import { isAllowed, type Operation } from "@/lib/contract/operation";
import { refused } from "@/lib/contract/problem";
import { noteTable } from "@/lib/db/console/tables/registry";
import type { Database } from "@/lib/db/database";

const maxListed = 200;

/** Operations on notes. Whoever may see a record may read its notes. */
export const notes = (db: Database, accountId: string) => [
  implement(listNotes, async ({ resource, ref }, { person }) => {
    refuseUnreadable(person, resource);
    const isOfRecord = and(
      eq(noteTable.accountId, accountId),
      eq(noteTable.resource, resource),
      ref === undefined ? undefined : eq(noteTable.ref, ref),
    );
    const rows = await db
      .select()
      .from(noteTable)
      .where(isOfRecord)
      .orderBy(desc(noteTable.at), desc(noteTable.id))
      .limit(maxListed);
    return { data: rows.map((row) => noteFor(person, row)) };
  }),

  implement(addNote, async ({ resource, ref, text }, { person }) => {
    refuseUnreadable(person, resource);
    const author = { personId: person.id, by: person.name };
    await db.insert(noteTable).values({ id: randomUUID(), accountId, resource, ref, at: clock.now(), text, ...author });
    return { message: "The note was added." };
  }),

  implement(removeNote, async ({ resource, ref, note_id }, { person }) => {
    refuseUnreadable(person, resource);
    const isNote = and(
      ...[eq(noteTable.accountId, accountId), eq(noteTable.id, note_id)],
      ...[eq(noteTable.resource, resource), eq(noteTable.ref, ref)],
      person.role === "admin" ? undefined : eq(noteTable.personId, person.id),
    );
    const removed = await db.delete(noteTable).where(isNote).returning();
    if (removed.length === 0) throw refused("not_found", "This note was removed, or is somebody else's.");
    return { message: "The note was removed." };
  }),
];

/** Reads of what has notes and is no resource of the platform. */
const ownReads: Readonly<Record<string, Operation>> = { deliveries: listDeliveries, alerts: listAlerts };

function refuseUnreadable({ role }: Person, resource: string) {
  const own = Object.hasOwn(ownReads, resource) ? ownReads[resource] : undefined;
  if (!(own ? isAllowed(own, role) : mayRead(role, resource)))
    throw refused("forbidden", "Your role cannot see these records.");
}

const noteFor = (person: Person, { id, ref, at, by, text, personId }: typeof noteTable.$inferSelect): Note => ({
  ...{ id, ref, by, text },
  at: at.toISOString(),
  may_remove: person.role === "admin" || (isAllowed(removeNote, person.role) && personId === person.id),
});
