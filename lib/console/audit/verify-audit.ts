import { asc, gt } from "drizzle-orm";
import { auditCheckpointTable, auditHeadTable, auditTable } from "@/lib/console/tables";
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

/** `rows` is how many lines hold, `redacted` from how many of all a key was removed, and `last` the newest that was read. */
export type AuditVerification = { rows: number; redacted: number; last: Place; fault: AuditFault | undefined };

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
  const { last, fault, redacted } = await walk(db, key, known);
  if (fault) return { rows: fault.id - 1, redacted, last, fault };
  const changed = kept.find(({ at, seal, ...place }) => seal !== checkpointSealOf(key, place, at));
  const ending =
    (await endFault(db, key, { last, known })) ??
    (changed ? ({ id: changed.id, fault: "checkpoint-changed" } as const) : undefined);
  return { rows: last.id, redacted, last, fault: ending };
}

function byLine(places: readonly Place[]): Known {
  const known = new Map<number, string[]>();
  for (const { id, mac } of places) known.set(id, [...(known.get(id) ?? []), mac]);
  return known;
}

/** Reads to the end, for a line may have been redacted by a later one; of all faults the first is told. */
async function walk(db: Reading, key: string, known: Known) {
  const edits = createEdits(key);
  const faults = new Map<AuditFault["fault"], AuditFault>();
  let last: Place = { id: 0, mac: "" };
  let hasStarted = false;
  const tell = (fault: AuditFault) => faults.has(fault.fault) || faults.set(fault.fault, fault);
  for await (const { mac, ...row } of linesOf(db)) {
    if (row.id !== last.id + 1) tell({ id: last.id + 1, fault: "missing" });
    if (known.get(row.id)?.some((other) => other !== mac)) tell({ id: row.id, fault: "rewritten" });
    // What Switchboard found of its own head; and a log is sealed for the first time once.
    if (row.action === "audit.fault" || (row.action === "audit.start" && hasStarted))
      tell({ id: row.id, fault: "noted" });
    const noted = faults.get("noted");
    if (noted?.id === row.id - 1 && row.message) noted.says = row.message;
    edits.see(row, mac === macOf(key, last.mac, row));
    hasStarted ||= row.action === "audit.start";
    last = { id: row.id, mac };
  }
  const edited = edits.first();
  if (edited !== undefined) tell({ id: edited, fault: "edited" });
  const [fault] = [...faults.values()].sort((one, other) => one.id - other.id);
  return { last, fault, redacted: edits.redacted() };
}

async function* linesOf(db: Reading) {
  let last = 0;
  for (;;) {
    const rows = await db
      .select()
      .from(auditTable)
      .where(gt(auditTable.id, last))
      .orderBy(asc(auditTable.id))
      .limit(1000);
    yield* rows;
    last = rows.at(-1)?.id ?? last;
    if (rows.length === 0) return;
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
