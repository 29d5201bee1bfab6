import { and, asc, eq, gt } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { auditCheckpointTable, auditHeadTable, auditTable } from "@/lib/console/tables";
import type { AuditVerified } from "@/lib/contract/console/audit";
import type { Database } from "@/lib/db/database";
import { type AuditRow, checkpointSealOf, headSealOf, macOf, type Place, redactedSealOf } from "./audit-chain";

type FaultKind =
  | "edited"
  | "missing"
  | "cut-off"
  | "rewritten"
  | "set-back"
  | "noted"
  | "empty"
  | "head-missing"
  | "head-changed"
  | "checkpoint-changed";

/** `id` is the first line that does not hold, or, where it is about the head, the line that it should name. */
export type AuditFault = { id: number; fault: FaultKind; says?: string };

/**
 * `rows` is how many lines hold, `entries` how many of all begin something, `since` when the first was written, `redacted`
 * from how many of all a key was removed, and `last` the newest that was read.
 */
export type AuditVerification = Walked & { rows: number };

type Walked = {
  entries: number;
  since: Date | undefined;
  redacted: number;
  last: Place;
  fault: AuditFault | undefined;
};

type Reading = Pick<Database, "select">;
/** By line: the hashes that it is known to have had. */
type Known = ReadonlyMap<number, readonly string[]>;

/**
 * Reads the whole log and finds the first row that was edited, deleted, slipped in or cut off. Its head and the checkpoints
 * beside it show whether it was cut and the head put back. `expected` are places known from outside the database, such as
 * the checkpoints in the process's own log: nothing in the database can stand in for them.
 */
export function verifyAudit(
  db: Pick<Database, "transaction">,
  key: string,
  expected: readonly Place[] = [],
): Promise<AuditVerification> {
  // One view of the log and its end: what is written meanwhile would make it look cut off.
  return db.transaction((tx) => verified(tx, key, expected), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
}

async function verified(db: Reading, key: string, expected: readonly Place[]): Promise<AuditVerification> {
  const kept = await db.select().from(auditCheckpointTable).orderBy(asc(auditCheckpointTable.id));
  const known = byLine([...expected, ...kept]);
  const walked = await walk(db, key, known);
  const { last, fault } = walked;
  if (fault) return { ...walked, rows: Math.max(0, fault.id - 1) };
  const changed = kept.find(({ at, seal, ...place }) => seal !== checkpointSealOf(key, place, at));
  const ending =
    (await endFault(db, key, { last, known })) ??
    (changed ? ({ id: changed.id, fault: "checkpoint-changed" } as const) : undefined);
  return { ...walked, rows: last.id, fault: ending };
}

function byLine(places: readonly Place[]): Known {
  const known = new Map<number, string[]>();
  for (const { id, mac } of places) known.set(id, [...(known.get(id) ?? []), mac]);
  return known;
}

/** Reads to the end, for a line may have been redacted by a later one; of all faults the first is reported. */
async function walk(db: Reading, key: string, known: Known): Promise<Walked> {
  const edits = createEdits(key);
  const faults = new Map<AuditFault["fault"], AuditFault>();
  let last: Place = { id: 0, mac: "" };
  let hasStarted = false;
  let entries = 0;
  let since: Date | undefined;
  const report = (fault: AuditFault) => faults.has(fault.fault) || faults.set(fault.fault, fault);
  for await (const { mac, ...row } of linesOf(db)) {
    if (row.id !== last.id + 1) report({ id: last.id + 1, fault: "missing" });
    if (known.get(row.id)?.some((other) => other !== mac)) report({ id: row.id, fault: "rewritten" });
    // What Switchboard found of its own head; and a log is sealed for the first time once.
    if (row.action === "audit.fault" || (row.action === "audit.start" && hasStarted))
      report({ id: row.id, fault: "noted" });
    const noted = faults.get("noted");
    if (noted?.id === row.id - 1 && row.message) noted.says = row.message;
    edits.see(row, mac === macOf(key, last.mac, row));
    hasStarted ||= row.action === "audit.start";
    since ??= row.at;
    if (row.kind === "begun") entries += 1;
    last = { id: row.id, mac };
  }
  const edited = edits.first();
  if (edited !== undefined) report({ id: edited, fault: "edited" });
  const [fault] = [...faults.values()].sort((one, other) => one.id - other.id);
  return { entries, since, last, fault, redacted: edits.redacted() };
}

/** Few enough that hashing them holds nobody up who waits for this process. */
const linesAtOnce = 500;

async function* linesOf(db: Reading) {
  for (let last: number | undefined; ; ) {
    const rows = await db
      .select()
      .from(auditTable)
      .where(last === undefined ? undefined : gt(auditTable.id, last))
      .orderBy(asc(auditTable.id))
      .limit(linesAtOnce);
    yield* rows;
    const end = rows.at(-1)?.id;
    // A number that is too large to be exact is found again and again.
    if (end === undefined || end === last) return;
    last = end;
  }
}

/** Rows that are not as they were written. One is in order where a later row, itself in order, seals what it holds now. */
function createEdits(key: string) {
  const edited = new Map<number, string>();
  const seals = new Map<number, string>();
  const open = () => [...edited].filter(([id, seal]) => seals.get(id) !== seal).map(([id]) => id);

  function see(row: AuditRow, holds: boolean) {
    if (!holds) edited.set(row.id, redactedSealOf(key, row));
    else if (row.action === "audit.redact") seals.set(Number(row.target), JSON.parse(row.detail ?? "{}").seal);
  }

  return { see, first: () => open()[0], redacted: () => edited.size - open().length };
}

async function endFault(db: Reading, key: string, { last, known }: { last: Place; known: Known }) {
  const [head] = await db.select().from(auditHeadTable);
  const next = last.id + 1;
  if (last.id === 0) return { id: 1, fault: "empty" } as const;
  if (!head) return { id: last.id, fault: "head-missing" } as const;
  if (head.lastId > last.id) return { id: next, fault: "cut-off" } as const;
  if ([...known.keys()].some((id) => id > last.id)) return { id: next, fault: "set-back" } as const;
  const isGenuine = head.seal === headSealOf(key, { id: head.lastId, mac: head.mac });
  if (head.lastId < last.id || head.mac !== last.mac || !isGenuine)
    return { id: last.id, fault: "head-changed" } as const;
  return undefined;
}

/** What is wrong, for who reads it; `row` is what they call one. */
export const faultMessage = (fault: AuditFault, row: "Line" | "Row") => messages[fault.fault](fault, row);

const messages: Record<FaultKind, (fault: AuditFault, row: string) => string> = {
  edited: ({ id }, row) =>
    `${row} ${id} of the audit log was edited or slipped in.${id === 1 ? " Or the secret is not the one that the log was written with." : ""}`,
  missing: ({ id }, row) => `${row} ${id} of the audit log is missing.`,
  "cut-off": ({ id }, row) => `The audit log is cut off at ${row.toLowerCase()} ${id}.`,
  rewritten: ({ id }, row) =>
    `${row} ${id} of the audit log is not the one that a checkpoint names: the log was put back and went on.`,
  "set-back": ({ id }, row) =>
    `The audit log is cut off at ${row.toLowerCase()} ${id}, and its head was put back: a checkpoint names a later one.`,
  noted: ({ id, says }, row) =>
    `${row} ${id} of the audit log says so itself: ${says ?? "its head was tampered with."}`,
  empty: () => "The audit log is empty: all of it was deleted, or Switchboard has never run on this database.",
  "head-missing": () => "The head of the audit log is missing.",
  "head-changed": ({ id }, row) =>
    `The head of the audit log was changed: it is not the one that Switchboard wrote after ${row.toLowerCase()} ${id}. Or an earlier version wrote it; start Switchboard once.`,
  "checkpoint-changed": ({ id }, row) =>
    `The checkpoint beside ${row.toLowerCase()} ${id} of the audit log was not written by Switchboard.`,
};

/** The same as an admin asks for it. Who asks while one is under way is answered with that. */
export function createVerification(db: Database, key: string) {
  let underWay: Promise<AuditVerified> | undefined;
  return () => {
    underWay ??= verifiedNow(db, key).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

async function verifiedNow(db: Database, key: string): Promise<AuditVerified> {
  const { entries, since, last, redacted, fault } = await verifyAudit(db, key);
  return {
    at: clock.now().toISOString(),
    entries,
    since: since?.toISOString() ?? null,
    last: last.mac,
    redacted,
    fault: fault ? { message: faultMessage(fault, "Row"), entry: await entryAt(db, fault.id) } : null,
  };
}

/** The entry that a row is part of, by the row that begins it. */
async function entryAt(db: Database, id: number): Promise<string | null> {
  const [row] = await db.select({ entry: auditTable.entry }).from(auditTable).where(eq(auditTable.id, id));
  const isBeginning = and(eq(auditTable.entry, row?.entry ?? ""), eq(auditTable.kind, "begun"));
  const [beginning] = row ? await db.select({ id: auditTable.id }).from(auditTable).where(isBeginning).limit(1) : [];
  return beginning ? String(beginning.id) : null;
}
