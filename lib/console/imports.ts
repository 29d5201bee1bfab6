import { randomUUID } from "node:crypto";
import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { beginImport, type ContactImport, finishImport, listImports } from "@/lib/contract/console/imports";
import { refused } from "@/lib/contract/problem";
import type { Database } from "@/lib/db/database";
import { formatCount } from "@/lib/format/format-count";
import { implement, type Person } from "./console-types";
import { contactImportTable, isSentTo } from "./tables";

const most = 100;
/** More than anybody sends by hand, and few enough to be kept for ever. */
const mostADay = 1_000;

/** The contact lists sent from here: what went to which campaign and how it ended, without one contact. */
export const imports = (db: Database, keyPrint: string) => [
  implement(listImports, async ({ campaign_id }) => {
    const rows = await db
      .select()
      .from(contactImportTable)
      .where(and(isSentTo(keyPrint), eq(contactImportTable.campaignId, campaign_id)))
      .orderBy(desc(contactImportTable.begunAt), desc(contactImportTable.id))
      .limit(most);
    return { data: rows.map(importOf) };
  }),

  implement(beginImport, async ({ campaign_id, file_name, ...list }, { person }) => {
    await refuseBeyondBound(db, person);
    const begun = { id: randomUUID(), keyPrint, begunAt: clock.now(), personId: person.id, by: person.name };
    const [row] = await db
      .insert(contactImportTable)
      .values({ ...list, ...begun, campaignId: campaign_id, fileName: file_name })
      .returning();
    if (!row) throw new Error("A begun import was not given back.");
    return { data: importOf(row) };
  }),

  implement(finishImport, async ({ import_id, ...ending }, { person }) => {
    const isOpen = and(isOwn(import_id, person), isNull(contactImportTable.finishedAt));
    const [row] = await db
      .update(contactImportTable)
      .set({ ...ending, finishedAt: clock.now() })
      .where(isOpen)
      .returning();
    if (!row) throw await whyNot(db, import_id, person);
    return { data: importOf(row) };
  }),
];

async function refuseBeyondBound(db: Database, person: Person) {
  const isToday = gt(contactImportTable.begunAt, new Date(clock.nowMs() - 86_400_000));
  if ((await db.$count(contactImportTable, and(eq(contactImportTable.personId, person.id), isToday))) < mostADay)
    return;
  throw refused(
    "conflict",
    `You have begun ${formatCount(mostADay)} imports in 24 hours. Wait before you begin another.`,
  );
}

const isOwn = (id: string, person: Person) =>
  and(eq(contactImportTable.id, id), eq(contactImportTable.personId, person.id));

async function whyNot(db: Database, id: string, person: Person) {
  const [row] = await db.select().from(contactImportTable).where(eq(contactImportTable.id, id));
  if (!row) return refused("not_found", "There is no such import.");
  if (row.personId !== person.id)
    return refused("forbidden", `Only ${row.by}, who began this import, can say how it ended.`);
  return refused("conflict", "How this import ended is recorded already.");
}

const importOf = (row: typeof contactImportTable.$inferSelect): ContactImport => ({
  id: row.id,
  campaign_id: row.campaignId,
  file_name: row.fileName,
  sha256: row.sha256,
  rows: row.rows,
  bytes: row.bytes,
  counts: row.counts,
  rules: row.rules,
  outcome: row.outcome,
  status: row.status,
  accepted: row.accepted,
  begun_at: row.begunAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
  by: row.by,
});
