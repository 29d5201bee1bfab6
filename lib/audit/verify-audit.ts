import { and, asc, eq, gt } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { AuditVerified } from "@/lib/contract/console/audit";
import { auditCheckpointTable, auditHeadTable, auditTable } from "@/lib/db/console/tables/audit";
import type { Database } from "@/lib/db/database";
import {
  type AuditRow,
  type ChainLink,
  checkpointSealOf,
  hashText,
  headSealOf,
  macOf,
  redactedSealOf,
} from "./audit-chain";

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

/** `id` is the first invalid line. For a fault of the head, it is the line that the head should name. */
export type AuditFault = { id: number; fault: FaultKind; message?: string };

/** `rows` counts the valid lines. */
export type AuditVerification = ChainResult & { rows: number };

/** `since` is the time of the first line, and `last` the newest line that was read. */
type ChainResult = {
  entries: number;
  since: Date | undefined;
  redacted: number;
  last: ChainLink;
  fault: AuditFault | undefined;
};

type Queryable = Pick<Database, "select">;
/** `isCut`: texts of the line are shortened, so that its MAC cannot be computed. */
export type StoredLine = AuditRow & { mac: string; isCut?: boolean };
/** Expected hashes per line. */
type ExpectedMacs = ReadonlyMap<number, readonly string[]>;

/**
 * Reads the whole log and finds the first row that was edited, deleted, inserted or cut off. The head and the checkpoints show
 * whether the log was cut and its head reset. `expected` are links from outside the database, such as checkpoints in the
 * process log. An attacker with only the database cannot forge those.
 */
export function verifyAudit(
  db: Pick<Database, "transaction">,
  key: string,
  expected: readonly ChainLink[] = [],
): Promise<AuditVerification> {
  // A snapshot, because lines written meanwhile would make the log look cut off.
  return db.transaction((tx) => verified(tx, key, expected), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
}

async function verified(db: Queryable, key: string, expected: readonly ChainLink[]): Promise<AuditVerification> {
  const checkpoints = await db.select().from(auditCheckpointTable).orderBy(asc(auditCheckpointTable.id));
  const links = [...expected, ...checkpoints];
  const result = await verifyChain(linesOf(db), { key, expected: links });
  const { last, fault } = result;
  if (fault) return { ...result, rows: Math.max(0, fault.id - 1) };
  const changed = checkpoints.find(({ at, seal, ...link }) => seal !== checkpointSealOf(key, link, at));
  const headFault =
    (await headFaultOf(db, key, { last, links })) ??
    (changed ? ({ id: changed.id, fault: "checkpoint-changed" } as const) : undefined);
  return { ...result, rows: last.id, fault: headFault };
}

function macsByLine(links: readonly ChainLink[]): ExpectedMacs {
  const macs = new Map<number, string[]>();
  for (const { id, mac } of links) macs.set(id, [...(macs.get(id) ?? []), mac]);
  return macs;
}

type ChainOptions = {
  key: string;
  expected: readonly ChainLink[];
  /** Accepts a part of the log. The text of its first line is not verified. */
  isPart?: boolean;
};

/**
 * Reads to the end, because a later line can redact an earlier one. Reports the first fault. `lines` are ordered, each with its
 * different copies.
 */
export async function verifyChain(
  lines: AsyncIterable<readonly StoredLine[]> | Iterable<readonly StoredLine[]>,
  { key, expected, isPart = false }: ChainOptions,
): Promise<ChainResult> {
  const macs = macsByLine(expected);
  const edits = createEdits(key);
  const faults = new Map<AuditFault["fault"], AuditFault>();
  let last: ChainLink = { id: 0, mac: "" };
  let hasStarted = false;
  let entries = 0;
  let since: Date | undefined;
  const report = (fault: AuditFault) => faults.has(fault.fault) || faults.set(fault.fault, fault);
  for await (const copies of lines) {
    const [row] = copies;
    if (!row) continue;
    const { mac } = row;
    const isFirstOfPart = isPart && since === undefined && row.id > 1;
    if (row.id !== last.id + 1 && !isFirstOfPart) report({ id: last.id + 1, fault: "missing" });
    if ([...copies.map((copy) => copy.mac), ...(macs.get(row.id) ?? [])].some((other) => other !== mac))
      report({ id: row.id, fault: "rewritten" });
    // Switchboard records faults of the head as lines. Also, only one line can start the sealing of a log.
    if (row.action === "audit.fault" || (row.action === "audit.start" && hasStarted))
      report({ id: row.id, fault: "noted" });
    const noted = faults.get("noted");
    if (noted?.id === row.id - 1 && row.message) noted.message = row.message;
    for (const copy of copies) edits.check(copy, copy.isCut || isFirstOfPart || mac === macOf(key, last.mac, copy));
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

/** Small enough that hashing a batch does not block the process for long. */
const batchSize = 500;

async function* linesOf(db: Queryable) {
  for (let last: number | undefined; ; ) {
    const rows = await db
      .select()
      .from(auditTable)
      .where(last === undefined ? undefined : gt(auditTable.id, last))
      .orderBy(asc(auditTable.id))
      .limit(batchSize);
    for (const row of rows) yield [row];
    const end = rows.at(-1)?.id;
    // An ID beyond the exact range of numbers would be read again and again.
    if (end === undefined || end === last) return;
    last = end;
  }
}

/** Tracks edited rows. An edited row is valid if a later, valid row seals its new content. */
function createEdits(key: string) {
  const edited: { id: number; seal: string }[] = [];
  const seals = new Map<number, string>();
  const open = () => edited.filter(({ id, seal }) => seals.get(id) !== seal).map(({ id }) => id);

  function check(row: AuditRow, isValid: boolean) {
    if (!isValid) edited.push({ id: row.id, seal: redactedSealOf(key, row) });
    else if (row.action === "audit.redact") seals.set(Number(row.target), JSON.parse(row.detail ?? "{}").seal);
  }

  return { check, first: () => open()[0], redacted: () => edited.length - open().length };
}

async function headFaultOf(
  db: Queryable,
  key: string,
  { last, links }: { last: ChainLink; links: readonly ChainLink[] },
) {
  const [head] = await db.select().from(auditHeadTable);
  const next = last.id + 1;
  if (last.id === 0) return { id: 1, fault: "empty" } as const;
  if (!head) return { id: last.id, fault: "head-missing" } as const;
  if (head.lastId > last.id) return { id: next, fault: "cut-off" } as const;
  if (links.some(({ id }) => id > last.id)) return { id: next, fault: "set-back" } as const;
  const isGenuine = head.seal === headSealOf(key, { id: head.lastId, mac: head.mac });
  if (head.lastId < last.id || head.mac !== last.mac || !isGenuine)
    return { id: last.id, fault: "head-changed" } as const;
  return undefined;
}

export const faultMessage = (fault: AuditFault) => messages[fault.fault](fault);

const messages: Record<FaultKind, (fault: AuditFault) => string> = {
  edited: ({ id }) =>
    `Line ${id} of the audit log was edited or inserted.${id === 1 ? " Or the log was written with another secret." : ""}`,
  missing: ({ id }) => `Line ${id} of the audit log is missing.`,
  "cut-off": ({ id }) => `The audit log is cut off at line ${id}.`,
  rewritten: ({ id }) =>
    `Line ${id} of the audit log does not match a checkpoint. The log was restored from an older copy and then continued.`,
  "set-back": ({ id }) =>
    `The audit log is cut off at line ${id}, and its head was reset. A checkpoint names a later line.`,
  noted: ({ id, message }) =>
    `Line ${id} of the audit log records a fault: ${message ?? "Its head was tampered with."}`,
  empty: () => "The audit log is empty. It was deleted, or Switchboard has never run on this database.",
  "head-missing": () => "The head of the audit log is missing.",
  "head-changed": ({ id }) =>
    `The head of the audit log was changed after line ${id}. If an earlier version wrote it, start Switchboard once.`,
  "checkpoint-changed": ({ id }) => `The checkpoint of line ${id} of the audit log was not written by Switchboard.`,
};

export async function verifyForApi(db: Database, key: string): Promise<AuditVerified> {
  const { entries, since, last, redacted, fault } = await verifyAudit(db, key);
  return {
    at: clock.now().toISOString(),
    entries,
    since: since?.toISOString() ?? null,
    last: hashText(last.mac),
    redacted,
    fault: fault ? { message: faultMessage(fault), entry: await entryOfRow(db, fault.id) } : null,
  };
}

/** ID of the entry that a row belongs to, which is that of its first row. */
async function entryOfRow(db: Database, id: number): Promise<string | null> {
  const [row] = await db.select({ entry: auditTable.entry }).from(auditTable).where(eq(auditTable.id, id));
  const isBeginning = and(eq(auditTable.entry, row?.entry ?? ""), eq(auditTable.kind, "begun"));
  const [beginning] = row ? await db.select({ id: auditTable.id }).from(auditTable).where(isBeginning).limit(1) : [];
  return beginning ? String(beginning.id) : null;
}
