import { and, eq, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { readSettings } from "@/lib/collector/polling/settings";
import { implement } from "@/lib/contract/console/context";
import { exportLeftOut, keepLeftOut, type LeftOutRows } from "@/lib/contract/console/left-out";
import { refused } from "@/lib/contract/problem";
import { partsOf, sealPart, sendWhole } from "@/lib/db/console/left-out-files";
import { contactImportTable, isOwnImport, isSentTo, leftOutTable } from "@/lib/db/console/tables/imports";
import type { Database } from "@/lib/db/database";

/** Rows of uploaded lists that were left out or rejected, stored encrypted. */
export function leftOutRows(db: Database, accountId: string, secret: string) {
  return [
    implement(keepLeftOut, async ({ import_id, part, parts, rows, bytes }, { person }) => {
      const isOpen = and(isOwnImport(import_id, person.id), sql`outcome is distinct from 'refused'`);
      if ((await db.$count(contactImportTable, isOpen)) === 0)
        throw refused("not_found", "You uploaded no list with this ID.");
      if (part === 0) await db.delete(leftOutTable).where(eq(leftOutTable.importId, import_id));
      const position = { importId: import_id, part, parts };
      const sealed = sealPart(secret, Buffer.from(bytes, "base64"), position);
      const row = { ...position, rows, sealed, keptAt: clock.now() };
      const target = [leftOutTable.importId, leftOutTable.part];
      await db.insert(leftOutTable).values(row).onConflictDoUpdate({ target, set: row });
      return { data: (await leftOutOf(db, [import_id])).get(import_id) ?? null };
    }),

    implement(exportLeftOut, async ({ import_id }) => {
      const isKnown = and(eq(contactImportTable.id, import_id), isSentTo(accountId));
      const [list] = await db.select().from(contactImportTable).where(isKnown);
      const kept = list && (await leftOutOf(db, [import_id])).get(import_id);
      if (!list || !kept) throw refused("not_found", "The rows left out of this upload are not stored any more.");
      const parts = partsOf(db, secret, import_id);
      const first = (await parts.next()).value ?? Buffer.alloc(0);
      return {
        title: { parts: ["left-out", list.fileName.replace(/\.\w{1,5}$/, "")], extension: "csv" },
        contentType: "text/csv",
        send: async (write) => {
          await sendWhole(first, parts, write);
          return kept.rows;
        },
      };
    }),
  ];
}

/** Complete files of left-out rows, by import. */
export async function leftOutOf(db: Database, importIds: readonly string[]): Promise<Map<string, LeftOutRows>> {
  if (importIds.length === 0) return new Map();
  const { days } = await readSettings(db);
  const { rows } = await db.execute<{ import_id: string; rows: number; kept_at: string }>(sql`
    select import_id, max(rows) as rows, max(kept_at) as kept_at from console.left_out_rows
    where import_id in ${importIds} group by import_id having count(*) = max(parts)`);
  const untilOf = (keptAt: string) => new Date(Date.parse(keptAt) + days.left_out.days * 86_400_000).toISOString();
  return new Map(
    rows.map((row) => [row.import_id, { rows: row.rows, until: untilOf(new Date(row.kept_at).toISOString()) }]),
  );
}
