import { randomUUID } from "node:crypto";
import { and, desc, eq, isNull } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { Person } from "@/lib/contract/actor";
import { implement } from "@/lib/contract/console/context";
import { beginImport, type ContactImport, finishImport, listImports } from "@/lib/contract/console/imports";
import { refused } from "@/lib/contract/problem";
import { contactImportTable, isOwnImport, isSentTo } from "@/lib/db/console/tables/imports";
import { contactListTable } from "@/lib/db/console/tables/numbers";
import type { Database } from "@/lib/db/database";
import { recallHashes } from "./call-again";
import { leftOutOf } from "./left-out-rows";
import { claimList, removeLists } from "./sent-numbers";

const maxImports = 100;

/** Operations on the import journal. It contains no contact data. */
export const imports = (db: Database, accountId: string, secret: string) => [
  implement(listImports, async ({ campaign_id }) => {
    const rows = await db
      .select()
      .from(contactImportTable)
      .where(and(isSentTo(accountId), eq(contactImportTable.campaignId, campaign_id)))
      .orderBy(desc(contactImportTable.begunAt), desc(contactImportTable.id))
      .limit(maxImports);
    const leftOut = await leftOutOf(
      db,
      rows.map(({ id }) => id),
    );
    return { data: rows.map((row) => ({ ...importOf(row), left_out: leftOut.get(row.id) ?? null })) };
  }),

  implement(beginImport, async ({ list_id, sends_again, campaign_id, file_name, ...list }, { person }) => {
    const begun = { id: randomUUID(), accountId, begunAt: clock.now(), personId: person.id, by: person.name };
    const row = await db.transaction(async (transaction) => {
      const claim = { ...{ id: begun.id, list_id, campaign_id, sends_again }, rows: list.rows, secret };
      await claimList(transaction, { ...claim, recallHashes: recallHashes(transaction, accountId, secret) }, person);
      const values = { ...list, ...begun, campaignId: campaign_id, fileName: file_name };
      return (await transaction.insert(contactImportTable).values(values).returning())[0];
    });
    if (!row) throw new Error("The insert of an import returned no row.");
    return { data: importOf(row) };
  }),

  implement(finishImport, async ({ import_id, ...outcome }, { person }) => {
    const isOpen = and(isOwnImport(import_id, person.id), isNull(contactImportTable.finishedAt));
    const [row] = await db
      .update(contactImportTable)
      .set({ ...outcome, finishedAt: clock.now() })
      .where(isOpen)
      .returning();
    if (!row) throw await refusalOf(db, import_id, person);
    if (row.outcome === "refused" || row.accepted === 0) await removeLists(db, eq(contactListTable.importId, row.id));
    return { data: importOf(row) };
  }),
];

async function refusalOf(db: Database, id: string, person: Person) {
  const [row] = await db.select().from(contactImportTable).where(eq(contactImportTable.id, id));
  if (!row) return refused("not_found", "This import does not exist.");
  if (row.personId !== person.id) return refused("forbidden", `Only ${row.by} can record the outcome of this import.`);
  return refused("not_possible", "The outcome of this import is already recorded.");
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
