import { desc, eq, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { BlockReason } from "@/lib/contract/console/block-reasons";
import { implement } from "@/lib/contract/console/context";
import {
  addDoNotCall,
  type BlockedNumber,
  exportDoNotCall,
  listDoNotCall,
  removeDoNotCall,
} from "@/lib/contract/console/do-not-call";
import type { FileAnswer } from "@/lib/contract/operation";
import { refused } from "@/lib/contract/problem";
import { hashArray, hashNumbers, type NumberHashes } from "@/lib/db/console/number-hashes";
import { doNotCallTable } from "@/lib/db/console/tables/numbers";
import type { Database } from "@/lib/db/database";
import { csvLine } from "@/lib/format/csv";
import { csvLineOf, fileName, stampOf } from "@/lib/http/file-export";
import { keyFor, openText, sealText } from "@/lib/secret";

const maxShown = 100;
const exportedAtOnce = 1_000;

const sealKey = (secret: string) => keyFor("do-not-call numbers", secret);
const sealContext = "do-not-call";

/** Operations on the do-not-call list of this installation. Numbers are encrypted and found by a keyed hash. */
export function doNotCall(db: Database, secret: string) {
  const entryOf = ({ id, sealed, addedAt, ...entry }: EntryRow): BlockedNumber => ({
    ...{ id, reason: entry.reason, source: entry.source, dated: entry.dated, until: entry.until, by: entry.by },
    number: openText(sealKey(secret), sealed, sealContext) ?? "",
    added_at: addedAt.toISOString(),
  });

  return [
    implement(listDoNotCall, async ({ number }) => {
      const hash = number === undefined ? undefined : (await hashNumbers(secret, [number])).doNotCall[0];
      const latest = await db
        .select()
        .from(doNotCallTable)
        .where(hash && eq(doNotCallTable.number, hash))
        .orderBy(desc(doNotCallTable.addedAt), doNotCallTable.id)
        .limit(maxShown);
      return {
        numbers: await db.$count(doNotCallTable),
        sources: await sourcesOf(db),
        latest: latest.map(entryOf),
      };
    }),

    implement(addDoNotCall, async ({ numbers, reason, source, dated, until }, { person }) => {
      const unique = [...new Set(numbers)];
      const hashes = await hashNumbers(secret, unique);
      const sealed = unique.map((number) => sealText(sealKey(secret), number, sealContext));
      const { rowCount } = await db.execute(sql`
        insert into console.do_not_call as known (number, sealed, reason, source, dated, until, added_at, by)
        select number, sealed, ${reason}, ${source}, ${dated}, ${until}, ${clock.now().toISOString()}, ${person.name}
        from unnest(${hashArray(hashes.doNotCall)}, ${`{${sealed.join(",")}}`}::text[]) as added (number, sealed)
        on conflict (number) do update
        set reason = excluded.reason, source = excluded.source, dated = excluded.dated, until = excluded.until,
          added_at = excluded.added_at, by = excluded.by
        where ${hasEnded(sql`known.until`)}`);
      const added = rowCount ?? 0;
      return { added, already: unique.length - added };
    }),

    implement(removeDoNotCall, async ({ entry_id }) => {
      const { rowCount } = await db.delete(doNotCallTable).where(eq(doNotCallTable.id, entry_id));
      if (rowCount === 0) throw refused("not_found", "This number is not on the do-not-call list any more.");
      return { message: "The number was removed from the do-not-call list." };
    }),

    implement(exportDoNotCall, async () => ({
      name: fileName(["do-not-call", stampOf(clock.now())], "csv"),
      contentType: "text/csv; charset=utf-8",
      send: (write) => sendAll(db, entryOf, write),
    })),
  ];
}

type EntryRow = typeof doNotCallTable.$inferSelect;

/** Days are compared as text, which sorts like the days. A number is blocked on its last day too. */
const hasEnded = (until: ReturnType<typeof sql>) =>
  sql`coalesce(${until} < ${clock.now().toISOString().slice(0, 10)}, false)`;

/** Positions of the numbers that must not be called today. */
export async function blockedPositions(db: Database, { doNotCall: hashes }: NumberHashes): Promise<number[]> {
  const { rows } = await db.execute<{ position: number }>(sql`
    select compared.position::int - 1 as position
    from unnest(${hashArray(hashes)}) with ordinality as compared (number, position)
    cross join lateral (
      select from console.do_not_call as known
      where known.number = compared.number and not ${hasEnded(sql`known.until`)} limit 1) as known
    order by 1`);
  return rows.map(({ position }) => position);
}

/** Entry that forbids calls to the number today; null if there is none. */
export async function blockOf(db: Database, { doNotCall: hashes }: NumberHashes) {
  const [entry] = await db
    .select()
    .from(doNotCallTable)
    .where(sql`${doNotCallTable.number} = any(${hashArray(hashes)}) and not ${hasEnded(sql`until`)}`);
  if (!entry) return null;
  const { reason, source, addedAt, by } = entry;
  return { reason, source, added_at: addedAt.toISOString(), by };
}

async function sourcesOf(db: Database) {
  const { rows } = await db.execute<{
    source: string;
    reason: BlockReason;
    dated: string | null;
    numbers: string;
    added_at: string;
  }>(sql`
    select source, reason, dated, count(*) as numbers, max(added_at) as added_at
    from console.do_not_call group by source, reason, dated order by max(added_at) desc limit ${maxShown}`);
  return rows.map((row) => ({
    ...row,
    numbers: Number(row.numbers),
    added_at: new Date(row.added_at).toISOString(),
  }));
}

const exportedColumns = ["number", "reason", "source", "dated", "until", "added_at", "by"] as const;

async function sendAll(
  db: Database,
  entryOf: (row: EntryRow) => BlockedNumber,
  write: Parameters<FileAnswer["send"]>[0],
) {
  await write(`${csvLine(exportedColumns)}\r\n`);
  for (let count = 0, after = ""; ; ) {
    const rows = await db
      .select()
      .from(doNotCallTable)
      .where(sql`id > ${after}`)
      .orderBy(doNotCallTable.id)
      .limit(exportedAtOnce);
    if (rows.length > 0) await write({ rows: rows.map(entryOf), lineOf: csvLineOf(exportedColumns) });
    count += rows.length;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < exportedAtOnce) return count;
  }
}
