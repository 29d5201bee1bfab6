import { randomUUID } from "node:crypto";
import { desc, eq, isNotNull } from "drizzle-orm";
import type { Logger } from "pino";
import { clock } from "@/lib/clock";
import { auditCheckpointTable, auditHeadTable, auditTable, userTable } from "@/lib/console/tables";
import type { Database, Transaction } from "@/lib/db/database";
import { checkpointSealOf, headSealOf, macOf, type Place } from "./audit-chain";
import { type AuditLine, begunLine, finishedLine, itself } from "./audit-lines";

type Head = Place & { seal: string };
/** Where the log ends now; `isSetBack` where that is not after what this process had seen. */
export type Appended = Place & { isSetBack: boolean };

type Appending = { isStart?: boolean; check?: (() => Promise<void> | undefined) | undefined };

const checkpointLines = 1000;
const checkpointMs = 5 * 60_000;

/**
 * The end of the log. It moves forward only, and every so often it is written to the process's own log, where nobody who
 * has only the database can take it back: "audit_checkpoint": "ID:MAC".
 */
export function createAuditHead(db: Database, { key, log }: { key: string; log: Logger }) {
  let newest: Place = { id: 0, mac: "" };
  let checkpointId = 0;

  /** `check` runs when no other process can append any more. */
  async function append(tx: Transaction, lines: readonly AuditLine[], { isStart = false, check }: Appending = {}) {
    const head = await lockedHead(tx);
    await check?.();
    const fault = await faultOf(tx, head, isStart);
    let place: Place = fault ? await note(tx, fault) : head;
    for (const line of lines) place = await add(tx, place, line);
    const seal = headSealOf(key, place);
    await tx.update(auditHeadTable).set({ lastId: place.id, mac: place.mac, seal }).where(eq(auditHeadTable.one, true));
    return { ...place, isSetBack: fault !== undefined } satisfies Appended;
  }

  async function add(tx: Transaction, before: Place, line: AuditLine): Promise<Place> {
    const row = { ...line, id: before.id + 1 };
    const mac = macOf(key, before.mac, row);
    await tx.insert(auditTable).values({ ...row, mac });
    return { id: row.id, mac };
  }

  /** What is wrong with the head, and the line to go on from. Only a process that starts compares it with the last line. */
  async function faultOf(tx: Transaction, head: Head, isStart: boolean) {
    const isGenuine = head.seal === headSealOf(key, head);
    const isBehind = head.id < newest.id || (head.id === newest.id && head.mac !== newest.mac);
    if (isGenuine && !isBehind && !isStart) return undefined;
    const end = await lastLine(tx);
    const after = head.id > end.id ? head : end;
    const isAtEnd = head.id === end.id && head.mac === end.mac;
    if (head.seal === "" && isAtEnd && newest.id === 0 && (await isNeverSealed(tx))) return { after, says: undefined };
    if (!isGenuine)
      return { after, says: `The head of the audit log, at line ${head.id}, does not bear the seal of this secret.` };
    if (isBehind) return { after, says: `The head of the audit log went back from line ${newest.id} to ${head.id}.` };
    return isAtEnd
      ? undefined
      : { after, says: `The audit log ends at line ${end.id}, and its head is at line ${head.id}.` };
  }

  /** A head that was tampered with stops nobody's work: what was found becomes part of the log, and is never taken back. */
  async function note(tx: Transaction, { after, says }: { after: Place; says: string | undefined }) {
    if (says) log.error({ audit_line: after.id + 1 }, says);
    const entry = randomUUID();
    const action = says ? "audit.fault" : "audit.start";
    const begun = begunLine(entry, action, { person: itself, requestId: entry, address: null });
    const message = says ?? "From here on, a change made to this log outside Switchboard is noticed.";
    const ending = { outcome: says ? "unknown" : "ok", status: null, body: null, message } as const;
    return add(tx, await add(tx, after, begun), finishedLine(entry, ending));
  }

  /** Throws a sentence when neither the head nor the newest checkpoint was sealed with this secret. */
  async function refuseOtherSecret() {
    const [head] = await db.select().from(auditHeadTable);
    if (!head || head.seal === "" || head.seal === headSealOf(key, { id: head.lastId, mac: head.mac })) return;
    const [newest] = await db.select().from(auditCheckpointTable).orderBy(desc(auditCheckpointTable.id)).limit(1);
    if (newest && newest.seal === checkpointSealOf(key, newest, newest.at)) return;
    throw new Error(otherSecret);
  }

  /** Notes what happened to the log while nothing ran. `acceptsOtherSecret` goes on with a log of another secret. */
  async function start({ acceptsOtherSecret = false } = {}) {
    if (!acceptsOtherSecret) await refuseOtherSecret();
    moveTo(await db.transaction((tx) => append(tx, [], { isStart: true })));
    await checkpoint();
  }

  /** After the commit: a line that was taken back by its transaction is no part of the log. */
  function moveTo({ isSetBack, ...place }: Appended) {
    if (isSetBack || place.id > newest.id) newest = place;
    if (newest.id - checkpointId >= checkpointLines) void checkpoint();
  }

  async function checkpoint() {
    const { id, mac } = newest;
    if (id === checkpointId) return;
    checkpointId = id;
    log.info({ audit_checkpoint: `${id}:${mac}` }, "audit checkpoint");
    const at = clock.now();
    const seal = checkpointSealOf(key, { id, mac }, at);
    await db
      .insert(auditCheckpointTable)
      .values({ id, mac, at, seal })
      .onConflictDoNothing()
      .catch((err: unknown) => log.warn({ err }, "the audit checkpoint could not be kept"));
  }

  const timer = setInterval(() => void checkpoint(), checkpointMs).unref();

  async function close() {
    clearInterval(timer);
    await checkpoint();
  }

  return { append, moveTo, start, close };
}

const otherSecret =
  "SWITCHBOARD_SECRET, or the file secret in DATA_DIR, is not the one that this database was used with. Put the old one back. If it is lost, run npm run admin -- accept-secret: the audit log so far can no longer be verified, and stored keys must be set again.";

export type AuditHead = ReturnType<typeof createAuditHead>;

/** Locked until the transaction ends, so that one line follows another whichever process writes them. */
async function lockedHead(tx: Transaction): Promise<Head> {
  const [head] = await tx.select().from(auditHeadTable).for("update");
  if (!head) throw new Error("The head of the audit log is missing.");
  return { id: head.lastId, mac: head.mac, seal: head.seal };
}

async function lastLine(tx: Transaction): Promise<Place> {
  const line = { id: auditTable.id, mac: auditTable.mac };
  const [last] = await tx.select(line).from(auditTable).orderBy(desc(auditTable.id)).limit(1);
  return last ?? { id: 0, mac: "" };
}

/** A new log, or one of a version that did not seal: whoever has signed in has left a line. */
async function isNeverSealed(tx: Transaction) {
  const [started] = await tx.select().from(auditTable).where(eq(auditTable.action, "audit.start")).limit(1);
  const [checkpoint] = await tx.select().from(auditCheckpointTable).limit(1);
  const [line] = await tx.select({ id: auditTable.id }).from(auditTable).limit(1);
  const [visitor] = await tx
    .select({ id: userTable.id })
    .from(userTable)
    .where(isNotNull(userTable.lastSeenAt))
    .limit(1);
  return !started && !checkpoint && (line !== undefined || !visitor);
}
