import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { createGzip } from "node:zlib";
import { eq, sql } from "drizzle-orm";
import { partsOf, sealPart, sendWhole } from "@/lib/db/console/left-out-files";
import { leftOutTable } from "@/lib/db/console/tables/imports";
import type { Transaction } from "@/lib/db/database";
import { holdsNumber } from "./find-erased";
import type { IsErased } from "./number-forms";

type FileErasure = { secret: string; isErased: IsErased; apply: boolean };

/** Removes a person's rows from the encrypted files of rows left out. Resolves to their number. */
export async function eraseLeftOut(tx: Transaction, { secret, isErased, apply }: FileErasure): Promise<number> {
  let count = 0;
  for (const importId of await filesIn(tx)) {
    const parts = partsOf(tx, secret, importId);
    const first = (await parts.next()).value;
    if (!first) continue;
    const gzip = createGzip();
    const packed = buffer(gzip);
    const rows = createRowFilter(
      isErased,
      async (row) => void (gzip.write(row, "latin1") || (await once(gzip, "drain"))),
    );
    await sendWhole(first, parts, rows.write);
    await rows.end();
    gzip.end();
    const bytes = await packed;
    if (apply && rows.removed() > 0) await replaceFile(tx, { secret, importId, removed: rows.removed(), bytes });
    count += rows.removed();
  }
  return count;
}

/** Complete files. Nobody can read the parts of an upload that broke off, and they are deleted with their age. */
async function filesIn(tx: Transaction) {
  const { rows } = await tx.execute<{ import_id: string }>(
    sql`select import_id from console.left_out_rows group by import_id having count(*) = max(parts)`,
  );
  return rows.map(({ import_id }) => import_id);
}

/** Hands on the rows of a CSV file without the number, byte for byte. A row can have line breaks inside quotes. */
function createRowFilter(isErased: IsErased, keep: (row: string) => Promise<void>) {
  let rest = "";
  let row = "";
  let removed = 0;

  async function add(line: string, isLast = false) {
    row += line;
    const isOpen = (row.split('"').length - 1) % 2 === 1;
    if (isOpen && !isLast) return;
    if (holdsNumber(row, isErased)) removed += 1;
    else await keep(row);
    row = "";
  }

  return {
    removed: () => removed,
    async write(bytes: Uint8Array) {
      const lines = (rest + Buffer.from(bytes).toString("latin1")).split(/(?<=\n)/);
      rest = lines.pop() ?? "";
      for (const line of lines) await add(line);
    },
    end: () => add(rest, true),
  };
}

const partBytes = 4 * 1024 * 1024;

type NewFile = { secret: string; importId: string; removed: number; bytes: Buffer };

async function replaceFile(tx: Transaction, { secret, importId, removed, bytes }: NewFile) {
  const [before] = await tx.delete(leftOutTable).where(eq(leftOutTable.importId, importId)).returning();
  const rows = (before?.rows ?? 0) - removed;
  if (!before || rows <= 0) return;
  const parts = Math.ceil(bytes.length / partBytes);
  for (let part = 0; part < parts; part += 1) {
    const position = { importId, part, parts };
    const sealed = sealPart(secret, bytes.subarray(part * partBytes, (part + 1) * partBytes), position);
    await tx.insert(leftOutTable).values({ ...position, rows, sealed, keptAt: before.keptAt });
  }
}
