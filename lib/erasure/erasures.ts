import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { inArray } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Logger } from "pino";
import { implement } from "@/lib/contract/console/context";
import {
  eraseNumber,
  listFormerColleagues,
  type NumberReport,
  replaceColleague,
  reportNumber,
  type StoredKind,
  storedKinds,
  storedText,
} from "@/lib/contract/console/erasures";
import { refused } from "@/lib/contract/problem";
import { hashNumbers } from "@/lib/db/console/number-hashes";
import { doNotCallTable } from "@/lib/db/console/tables/numbers";
import type { Database, OpenDatabase } from "@/lib/db/database";
import { ownNumbers } from "@/lib/inbox/inbox";
import { takeInboxTurn } from "@/lib/inbox/inbox-turn";
import { numberIn } from "@/lib/numbers/typed-number";
import { eraseNumbers, erasureOf, type Session, type StoredRows } from "./erase-numbers";
import type { ErasedPeople } from "./erased-people";
import {
  appendErasures,
  isErasedIn,
  readErasureFile,
  recordOfColleague,
  recordOfNumber,
  storedErasures,
  storeErasures,
} from "./erasure-records";
import { holdsNumber, replaceNumbers } from "./find-erased";
import { eraseColleague, formerColleagues, newPseudonym } from "./pseudonyms";
import { eraseAgain, takeErasureTurn } from "./unite-erasures";

export type ErasuresOptions = {
  database: OpenDatabase;
  accountId: string;
  secret: string;
  people: ErasedPeople;
  /** DATA_DIR. Without it, erasures are only in the database. */
  dataDirectory: string | undefined;
  changed: (resources: readonly string[]) => void;
  /** Resolves when what was read until now is stored, to false if nothing was under way. */
  whenStored?: () => Promise<boolean>;
  log: Logger;
};

const fileIn = (directory: string) => join(directory, "erasures.jsonl");

/** The connection is closed afterwards, so that its settings end with it. */
async function inSession<Done>({ pool }: OpenDatabase, run: (session: Session) => Promise<Done>): Promise<Done> {
  const client = await pool.connect();
  try {
    return await drizzle(client).transaction((tx) => run({ client, tx }));
  } finally {
    client.release(true);
  }
}

/** Unites the table and the file of this machine, and erases again what only the file names. */
export async function startErasures({ database, secret, people, dataDirectory, log }: ErasuresOptions) {
  const records = dataDirectory ? await readErasureFile(fileIn(dataDirectory)) : [];
  const known = new Set((await storedErasures(database.db)).map(({ id }) => id));
  if (records.some(({ id }) => !known.has(id)))
    await inSession(database, async (session) => {
      await takeErasureTurn(session.tx);
      await eraseAgain(session, secret, await storeErasures(session.tx, records));
    });
  await loadErasures({ people, dataDirectory }).catch((err: unknown) =>
    log.error({ err }, "the erasures could not be written to erasures.jsonl in DATA_DIR"),
  );
}

/** Call it after any process erased somebody. */
export async function loadErasures({ people, dataDirectory }: Pick<ErasuresOptions, "people" | "dataDirectory">) {
  const records = await people.load();
  if (dataDirectory) await appendErasures(fileIn(dataDirectory), records);
}

/** Erases again what was read before an erasure and stored after it. Call it after `loadErasures`. */
export async function settleErasures({ database, secret, people, whenStored, log }: ErasuresOptions, number?: string) {
  const numbers = people.takeAdded().filter(({ kind }) => kind === "number");
  try {
    if (numbers.length === 0 || !(await whenStored?.())) return;
    await inSession(database, async (session) => {
      await takeErasureTurn(session.tx);
      const isErased = isErasedIn(secret, numbers);
      await eraseNumbers(session, { ...erasureOf(secret, numbers, isErased), number });
    });
  } catch (err) {
    log.error({ err }, "what was read during an erasure could not be erased again");
  }
}

export function erasures(options: ErasuresOptions) {
  const { database, accountId, secret, people, dataDirectory, changed } = options;
  const { db } = database;

  async function storedOf(number: string): Promise<StoredRows> {
    const record = await recordOfNumber(secret, number, { reason: "", by: "" });
    const isErased = isErasedIn(secret, [record]);
    const stored = await inSession(database, (session) =>
      eraseNumbers(session, { ...erasureOf(secret, [record], isErased), number, apply: false }),
    );
    const waiting = dataDirectory ? await countWaiting(join(dataDirectory, "events"), isErased) : 0;
    return { ...stored, ...(waiting > 0 ? { waiting } : {}) };
  }

  return [
    implement(reportNumber, async ({ number: text, country }) => {
      const number = numberIn(text, country);
      return reportOf(db, secret, number, await storedOf(number));
    }),

    implement(eraseNumber, async ({ number, reason }, { person }) => {
      const own = await ownNumbers(db, accountId);
      if (own.has(number.slice(1)))
        throw refused("not_possible", "This number belongs to your platform account, not to a person.");
      const draft = await recordOfNumber(secret, number, { reason, by: person.name });
      const isErased = isErasedIn(secret, [draft]);
      const record = { ...draft, reason: replaceNumbers(reason, isErased) };
      const stored = await inSession(database, async (session) => {
        await takeErasureTurn(session.tx);
        await takeInboxTurn(session.tx, accountId);
        await storeErasures(session.tx, [record]);
        return eraseNumbers(session, { ...erasureOf(secret, [record], isErased), number, by: person });
      });
      await loadErasures({ people, dataDirectory });
      void settleErasures(options, number);
      changed(["erasures", "deliveries", "records", "saved", "received", "found-calls", "alerts", "imports"]);
      const report = await reportOf(db, secret, number, stored);
      return { ...report, message: `${summaryOf(report)} Reason: ${record.reason}` };
    }),

    implement(listFormerColleagues, async () => ({ data: await formerColleagues(db) })),

    implement(replaceColleague, async ({ person_id, reason }, { person }) => {
      const former = (await formerColleagues(db)).find((colleague) => colleague.person_id === person_id);
      if (!former) throw refused("not_found", "This person is on the team, or not in the audit log.");
      const pseudonym = newPseudonym();
      const record = recordOfColleague(person_id, pseudonym, { reason, by: person.name });
      await inSession(database, async (session) => {
        await takeErasureTurn(session.tx);
        await storeErasures(session.tx, [record]);
        await eraseColleague(session.tx, secret, record, person);
      });
      await loadErasures({ people, dataDirectory });
      changed(["erasures", "audit"]);
      return { message: `They are “${pseudonym}” in the audit log now.` };
    }),
  ];
}

async function reportOf(db: Database, secret: string, number: string, stored: StoredRows): Promise<NumberReport> {
  const hashes = await hashNumbers(secret, [number]);
  const kinds = Object.keys(storedKinds) as StoredKind[];
  return {
    stored: kinds.flatMap((kind) => (stored[kind] ? [{ kind, rows: stored[kind] }] : [])),
    is_blocked: (await db.$count(doNotCallTable, inArray(doNotCallTable.number, hashes.doNotCall))) > 0,
  };
}

function summaryOf({ stored, is_blocked }: NumberReport) {
  const counts = stored.map(({ kind, rows }) => storedText(kind, rows));
  const removed = counts.length > 0 ? `Erased from ${counts.join(", ")}.` : "Nothing was stored of this person.";
  return is_blocked ? `${removed} The number stays on the do-not-call list.` : removed;
}

/** Events that wait on this machine while the database is away. They are checked when they are read. */
async function countWaiting(folder: string, isErased: Parameters<typeof holdsNumber>[1]) {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".arrival"));
  const texts = names.map((name) => readFile(join(folder, name), "latin1").catch(() => ""));
  return (await Promise.all(texts)).filter((text) => holdsNumber(text, isErased)).length;
}
