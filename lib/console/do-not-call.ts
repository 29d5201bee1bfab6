import { desc, eq, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { waitingPeople } from "@/lib/collector/campaigns/blocked-people";
import { linkBlocked } from "@/lib/collector/campaigns/link-blocked";
import type { BlockReason } from "@/lib/contract/console/block-reasons";
import { implement } from "@/lib/contract/console/context";
import {
  addDoNotCall,
  type BlockedNumber,
  exportDoNotCall,
  listDoNotCall,
  listWaiting,
  removeDoNotCall,
} from "@/lib/contract/console/do-not-call";
import type { InputOf } from "@/lib/contract/inputs";
import type { FileAnswer } from "@/lib/contract/operation";
import { refused } from "@/lib/contract/problem";
import { blockedSince, hasBlockEnded, lockBlocks, numberSeal } from "@/lib/db/console/blocked-numbers";
import { hashArray, hashNumbers, type NumberHashes } from "@/lib/db/console/number-hashes";
import { hashSent } from "@/lib/db/console/number-lines";
import { doNotCallTable } from "@/lib/db/console/tables/numbers";
import type { Database } from "@/lib/db/database";
import { csvLine } from "@/lib/format/csv";
import { csvLineOf } from "@/lib/http/file-export";
import { numberIn } from "@/lib/numbers/typed-number";
import type { NumberOf } from "./number-of";
import { knownSince } from "./sent-numbers";

const maxShown = 100;
const exportedAtOnce = 1_000;

/** Operations on the do-not-call list of this installation. Numbers are encrypted and found by a keyed hash. */
export function doNotCall(db: Database, accountId: string, secret: string, numberOf: NumberOf) {
  const { seal, open } = numberSeal(secret);
  const options = { db, accountId, secret };
  const waiting = async (hashes?: readonly Buffer[], campaign_id?: string) => ({
    ...(await waitingPeople(options, { hashes, campaign_id })),
    since: await knownSince(db, accountId),
  });
  const entryOf = ({ id, sealed, addedAt, ...entry }: EntryRow): BlockedNumber => ({
    ...{ id, reason: entry.reason, source: entry.source, dated: entry.dated, until: entry.until, by: entry.by },
    number: open(sealed) ?? "",
    added_at: addedAt.toISOString(),
  });

  return [
    implement(listDoNotCall, async ({ number, country }) => {
      const hash =
        number === undefined ? undefined : (await hashNumbers(secret, [numberIn(number, country)])).doNotCall[0];
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

    implement(addDoNotCall, async ({ numbers, country, call_id, ...entry }, { person }) => {
      const ofCall = call_id === undefined ? [] : [await numberOf({ call_id })];
      const unique = [...new Set([...numbers.map((text) => numberIn(text, country)), ...ofCall])];
      const hashes = await hashSent(db, secret, unique);
      const added = await block(db, { ...entry, by: person.name, hashes, sealed: unique.map(seal) });
      return { added, already: unique.length - added, waiting: await waiting(hashes.doNotCall) };
    }),

    implement(listWaiting, async ({ number, country, campaign_id }) => {
      const hashes = number === undefined ? undefined : await hashNumbers(secret, [numberIn(number, country)]);
      return waiting(hashes?.doNotCall, campaign_id);
    }),

    implement(removeDoNotCall, async ({ entry_id }) => {
      const { rowCount } = await db.delete(doNotCallTable).where(eq(doNotCallTable.id, entry_id));
      if (rowCount === 0) throw refused("not_found", "This number is not on the do-not-call list any more.");
      return { message: "The number was removed from the do-not-call list." };
    }),

    implement(exportDoNotCall, async () => ({
      title: { parts: ["do-not-call"], extension: "csv" },
      contentType: "text/csv; charset=utf-8",
      send: (write) => sendAll(db, entryOf, write),
    })),
  ];
}

type NewEntries = Pick<InputOf<typeof addDoNotCall>, "reason" | "source" | "dated" | "until"> & {
  by: string;
  /** Hashes and encrypted numbers, in the same order. */
  hashes: NumberHashes;
  sealed: readonly string[];
};

/** Adds numbers, and returns how many were not blocked before. An entry that has ended is replaced. */
async function block(db: Database, { hashes, sealed, reason, source, dated, until, by }: NewEntries): Promise<number> {
  return db.transaction(async (tx) => {
    await lockBlocks(tx);
    const { rowCount } = await tx.execute(sql`
      insert into console.do_not_call as known
        (number, sealed, is_line, reason, source, dated, until, added_at, by, is_linked)
      select number, sealed, true, ${reason}, ${source}, ${dated}, ${until}, ${clock.now().toISOString()}, ${by}, true
      from unnest(${hashArray(hashes.doNotCall)}, ${`{${sealed.join(",")}}`}::text[]) as added (number, sealed)
      on conflict (number) do update
      set reason = excluded.reason, source = excluded.source, dated = excluded.dated, until = excluded.until,
        added_at = excluded.added_at, by = excluded.by
      where ${hasBlockEnded(sql`known.until`)}`);
    await linkBlocked(tx, hashes);
    return rowCount ?? 0;
  });
}

type EntryRow = typeof doNotCallTable.$inferSelect;

/** Positions of the numbers, in E.164 form, that must not be called today. */
export async function blockedAmong(db: Database, secret: string, numbers: readonly string[]): Promise<number[]> {
  const { rows } = await db.execute(sql`select from console.do_not_call limit 1`);
  return rows.length === 0 ? [] : blockedPositions(db, await hashNumbers(secret, numbers));
}

/** Changes whenever a number is blocked. */
export async function newestBlock(db: Database): Promise<string> {
  const { rows } = await db.execute<{ mark: string | null }>(sql`
    select max(added_at)::text || ' ' || count(*) as mark from console.do_not_call
    where added_at >= (select max(added_at) from console.do_not_call) - interval '1 hour'`);
  return rows[0]?.mark ?? "";
}

/** Positions of the numbers that must not be called today. */
export const blockedPositions = async (db: Database, hashes: NumberHashes): Promise<number[]> => [
  ...(await blockedSince(db, hashes)).keys(),
];

/** Since when numbers are blocked, by the digits of each. */
export const blockedByDigits = (db: Database, secret: string) => async (contacts: readonly string[]) => {
  const numbers = contacts.map((digits) => `+${digits}`);
  const since = await blockedSince(db, await hashNumbers(secret, numbers));
  return new Map([...since].map(([position, at]) => [contacts[position] ?? "", at]));
};

/** Entry that forbids calls to the number today; null if there is none. */
export async function blockOf(db: Database, { doNotCall: hashes }: NumberHashes) {
  const [entry] = await db
    .select()
    .from(doNotCallTable)
    .where(sql`${doNotCallTable.number} = any(${hashArray(hashes)}) and not ${hasBlockEnded(sql`until`)}`);
  if (!entry) return null;
  const { id, reason, source, addedAt, by, until } = entry;
  return { id, reason, source, added_at: addedAt.toISOString(), by, until };
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
