import { and, count, eq, isNotNull, or, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { clock } from "@/lib/clock";
import { storable } from "@/lib/console/audit/audit-lines";
import { longestRef } from "@/lib/contract/console/saved";
import type { Drift } from "@/lib/contract/drift";
import { unwrapped } from "@/lib/contract/fields";
import { isWrite, placeholdersOf, recordKeyOf, resourceOf } from "@/lib/contract/operation";
import { recordTitle } from "@/lib/contract/shapes/call";
import { type Database, isStorageFault } from "@/lib/db/database";
import { isPlainObject } from "@/lib/format/json";
import { idsNamedIn, keepGone } from "./collector/keep-versions";
import type { Collect, Observation } from "./console-types";
import type { Events } from "./events/events";
import { keepNamed, keepNew, type Named } from "./saved";
import { driftTable, isSaved, savedTable } from "./tables";

const settleMs = 250;
const keptAnOperation = 200;
const keptWaiting = 1000;
const grown = new Set(["assistants", "campaigns", "workflows", "calls", "tools"]);

type Opened = Omit<typeof savedTable.$inferInsert, "keyPrint" | "label" | "isPinned"> & { isDeleted?: boolean };
type Drifted = typeof driftTable.$inferInsert;
type Seen = Pick<Observation, "op" | "at">;

type Parts = { db: Database; keyPrint: string; changed: Events["changed"]; log: Logger };

/** Learns from what passes by: which records exist, how they are called, where answers differ. Written a moment later, together. */
export function createObserver({ db, keyPrint, changed, log }: Parts) {
  const opened = new Map<string, Opened>();
  const named = new Map<string, Named>();
  const drifted = new Map<string, Drifted>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function observe(observation: Observation) {
    const record = openedBy(observation);
    if (record && opened.size < keptWaiting) {
      const key = `${record.resource} ${record.ref}`;
      opened.set(key, { ...opened.get(key), ...record });
    }
    for (const each of namedIn(observation))
      if (named.size < keptWaiting) named.set(`${each.resource} ${each.ref}`, each);
    seeDrift(observation, observation.drift ?? []);
  }

  function seeDrift(seen: Seen, drift: readonly Drift[]) {
    for (const each of drift) tally(seen, each);
    if (opened.size + named.size + drifted.size > 0) timer ??= setTimeout(() => void flush(), settleMs).unref();
  }

  function tally({ op, at }: Seen, { kind, times, ...drift }: Drift) {
    const path = storable(drift.path.slice(0, 300));
    const came = storable(drift.came.slice(0, 200));
    const word = kind === "unknown-word" ? came.slice(0, 120).toWellFormed() : "";
    const key = JSON.stringify([op.id, path, kind, word]);
    const known = drifted.get(key);
    if (known) drifted.set(key, { ...known, came, lastSeenAt: at, times: known.times + times });
    else if (drifted.size < keptWaiting)
      drifted.set(key, {
        operation: op.id,
        path,
        kind,
        word,
        came,
        firstSeenAt: at,
        lastSeenAt: at,
        times,
      });
  }

  /** Everything seen so far is in the database when this is done. */
  function flush() {
    clearTimeout(timer);
    timer = undefined;
    const [records, names, drifts] = [[...opened.values()], [...named.values()], [...drifted.values()]];
    opened.clear();
    named.clear();
    drifted.clear();
    writing = writing
      .then(async () => {
        const isNew = await openedFirst(db, keyPrint, records);
        let isGone = false;
        for (const record of records) if (await keepOpened(db, { keyPrint, ...record }).catch(passOver)) isGone = true;
        if (isNew) changed(["saved", "overview"]);
        if (isGone) changed(["saved", "records"]);
        await db.transaction((tx) => keepNamed(tx, keyPrint, names)).catch(passOver);
        for (const drift of drifts) await keepDrift(db, drift).catch(passOver);
      })
      .catch((err: unknown) => log.warn({ err }, "what was seen could not be kept"));
    return writing;
  }

  /** What the database refuses to hold takes none of the rest with it; a database that fails ends them all. */
  function passOver(err: unknown) {
    if (isStorageFault(err)) throw err;
    log.warn({ err }, "one of what was seen could not be kept");
  }

  /** The same read, and how its answer differed is reported as well. */
  function watched(read: Collect["read"]): Collect["read"] {
    return async (op, input) => {
      const at = clock.now();
      const found = await read(op, input);
      seeDrift({ op, at }, found.drift ?? []);
      return found;
    };
  }

  return { observe, seeDrift, watched, flush };
}

export type Observer = ReturnType<typeof createObserver>;

/** A read of one record that was found, or that is not there any more, or was deleted. One in the background is nobody's opening. */
function openedBy({ op, input, person, at, status, problem, raw, isBackground }: Observation): Opened | undefined {
  const isDeletion = op.method === "DELETE";
  const name = isDeletion ? placeholdersOf(op)[0] : recordKeyOf(op);
  const resource = resourceOf(op);
  if (name === undefined || !grown.has(resource)) return undefined;
  const found = { resource, ref: String(input[name]) };
  if (found.ref.length > longestRef) return undefined;
  const isDeleted = isDeletion && !problem && status !== null;
  if (status === 404 || isDeleted) return { ...found, notFoundSince: at, isDeleted };
  if (isDeletion || problem || status === null) return undefined;
  const record = unwrapped(raw);
  const fields = isPlainObject(record) ? record : {};
  const seen = isBackground ? {} : { openedBy: person.name, lastSeenAt: at };
  return {
    ...found,
    ...seen,
    name: textOf(recordTitle(resource, fields)),
    lastStatusWord: textOf(plainText(fields.status)),
    notFoundSince: null,
  };
}

/** IDs in the answer to a send: what is read is looked through where it is kept. */
function namedIn({ op, input, problem, status, raw }: Observation): Named[] {
  if (!isWrite(op) || problem || status === null) return [];
  const by = { namedByResource: resourceOf(op), namedByRef: String(input[placeholdersOf(op)[0] ?? ""] ?? "") };
  const found = idsNamedIn(raw).filter(({ resource, ref }) => resource !== by.namedByResource || ref !== by.namedByRef);
  return found.map((each) => ({ ...each, ref: storable(each.ref), ...by }));
}

/** A status may come as a number; nothing deeper is one. */
const plainText = (value: unknown) => (typeof value === "number" || typeof value === "boolean" ? String(value) : value);

const textOf = (value: unknown) => (typeof value === "string" ? storable(value.slice(0, 300)) : null);

/** Whether a person opened one of these that nobody had opened before. */
async function openedFirst(db: Database, keyPrint: string, records: readonly Opened[]) {
  const opened = records.filter((record) => record.openedBy);
  if (opened.length === 0) return false;
  const isOne = or(...opened.map(({ resource, ref }) => isSaved({ keyPrint, resource, ref })));
  return (await db.$count(savedTable, and(isOne, isNotNull(savedTable.openedBy)))) < opened.length;
}

/** Whether a record that was known is gone. */
async function keepOpened(db: Database, given: Opened & { keyPrint: string }): Promise<boolean> {
  const { isDeleted, ...record } = given;
  const { keyPrint, resource, ref, notFoundSince, ...seen } = record;
  const isIt = isSaved({ keyPrint, resource, ref });
  if (notFoundSince) {
    if (isDeleted) await keepGone(db, { keyPrint, resource, ref }, new Date(notFoundSince));
    const { rowCount } = await db
      .update(savedTable)
      .set({
        notFoundSince: sql`coalesce(${savedTable.notFoundSince}, ${notFoundSince})`,
        notFoundTimes: sql`${savedTable.notFoundTimes} + 1`,
      })
      .where(isIt);
    return rowCount !== 0;
  }
  const set = { ...seen, notFoundSince: null, notFoundTimes: 0 };
  const known = await db.update(savedTable).set(set).where(isIt).returning({ ref: savedTable.ref });
  if (known.length === 0) await db.transaction((tx) => keepNew(tx, [record]));
  return false;
}

/** A field that turned out to hold free text would otherwise fill the table with its words. */
async function keepDrift(db: Database, drift: Drifted) {
  const { came, lastSeenAt, times } = drift;
  const isIt = and(
    eq(driftTable.operation, drift.operation),
    eq(driftTable.path, drift.path),
    eq(driftTable.kind, drift.kind),
    eq(driftTable.word, drift.word),
  );
  const known = await db
    .update(driftTable)
    .set({ came, lastSeenAt, times: sql`${driftTable.times} + ${times}` })
    .where(isIt)
    .returning();
  if (known.length > 0) return;
  const [row] = await db.select({ kept: count() }).from(driftTable).where(eq(driftTable.operation, drift.operation));
  if ((row?.kept ?? 0) < keptAnOperation) await db.insert(driftTable).values(drift).onConflictDoNothing();
}
