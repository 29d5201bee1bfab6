import { randomUUID } from "node:crypto";
import { desc, eq, isNotNull } from "drizzle-orm";
import type { Logger } from "pino";
import { clock } from "@/lib/clock";
import { auditCheckpointTable, auditHeadTable, auditTable } from "@/lib/db/console/tables/audit";
import { userTable } from "@/lib/db/console/tables/people";
import type { Database, Transaction } from "@/lib/db/database";
import { type ChainLink, checkpointSealOf, hashText, headSealOf, macOf } from "./audit-chain";
import { type AuditLine, begunLine, finishedLine, itself } from "./audit-lines";

type Head = ChainLink & { seal: string };
/** The new end of the log. `isSetBack` is true if it can lie before the end that this process has seen. */
export type AppendResult = ChainLink & { isSetBack: boolean };

type AppendOptions = { isStart?: boolean; check?: ((tx: Transaction) => Promise<void>) | undefined };

/** `message` is undefined for the first seal of a log. */
type HeadFault = { after: ChainLink; message: string | undefined };

const checkpointLines = 1000;
const checkpointMs = 5 * 60_000;

type HeadOptions = {
  key: string;
  log: Logger;
  /** Called after a commit. It writes the lines to the output of the process, so that checkpoints there are not needed. */
  onAppend?: (() => void) | undefined;
};

/**
 * The end of the log, which only moves forward. Checkpoints of it are written to the process log as "audit_checkpoint": "ID:HASH".
 * An attacker with only the database cannot remove them there.
 */
export class AuditHead {
  private readonly key: string;
  private readonly log: Logger;
  private readonly onAppend: (() => void) | undefined;
  private readonly timer = setInterval(() => void this.checkpoint(), checkpointMs).unref();
  private newest: ChainLink = { id: 0, mac: "" };
  private checkpointId = 0;

  constructor(
    private readonly db: Database,
    { key, log, onAppend }: HeadOptions,
  ) {
    this.key = key;
    this.log = log;
    this.onAppend = onAppend;
  }

  /** Records changes of the log while no process ran. `acceptsOtherSecret` continues a log of another secret. */
  async start({ acceptsOtherSecret = false } = {}) {
    if (!acceptsOtherSecret) await refuseOtherSecret(this.db, this.key);
    this.moveTo(await this.db.transaction((tx) => this.append(tx, [], { isStart: true })));
    await this.checkpoint();
  }

  /** `check` runs while no other process can append. */
  async append(tx: Transaction, lines: readonly AuditLine[], { isStart = false, check }: AppendOptions = {}) {
    const head = await lockedHead(tx);
    await check?.(tx);
    const fault = await this.faultOf(tx, head, isStart);
    let link: ChainLink = fault ? await this.recordFault(tx, fault) : head;
    for (const line of lines) link = await this.add(tx, link, line);
    const seal = headSealOf(this.key, link);
    await tx.update(auditHeadTable).set({ lastId: link.id, mac: link.mac, seal }).where(eq(auditHeadTable.one, true));
    return { ...link, isSetBack: fault !== undefined } satisfies AppendResult;
  }

  /** Call after the commit, because a line of a rolled-back transaction is not part of the log. */
  moveTo({ isSetBack, ...link }: AppendResult) {
    if (isSetBack || link.id > this.newest.id) this.newest = link;
    if (this.newest.id - this.checkpointId >= checkpointLines) void this.checkpoint();
    this.onAppend?.();
  }

  async close() {
    clearInterval(this.timer);
    await this.checkpoint();
  }

  private async add(tx: Transaction, before: ChainLink, line: AuditLine): Promise<ChainLink> {
    const row = { ...line, id: before.id + 1 };
    const mac = macOf(this.key, before.mac, row);
    await tx.insert(auditTable).values({ ...row, mac });
    return { id: row.id, mac };
  }

  /** The fault of the head, if any, and the line to continue after. Only at the start is the head compared with the last line. */
  private async faultOf(tx: Transaction, head: Head, isStart: boolean): Promise<HeadFault | undefined> {
    const { newest } = this;
    const isGenuine = head.seal === headSealOf(this.key, head);
    const isBehind = head.id < newest.id || (head.id === newest.id && head.mac !== newest.mac);
    if (isGenuine && !isBehind && !isStart) return undefined;
    const end = await lastLine(tx);
    const after = head.id > end.id ? head : end;
    const isAtEnd = head.id === end.id && head.mac === end.mac;
    const isFirstSeal = head.seal === "" && isAtEnd && newest.id === 0 && (await isNeverSealed(tx));
    if (isFirstSeal) return { after, message: undefined };
    if (!isGenuine)
      return { after, message: `The head of the audit log, at line ${head.id}, was not sealed with this secret.` };
    if (isBehind)
      return { after, message: `The head of the audit log went back from line ${newest.id} to ${head.id}.` };
    if (isAtEnd) return undefined;
    return { after, message: `The audit log ends at line ${end.id}, and its head is at line ${head.id}.` };
  }

  /** Records a tampered head as a line of the log, so that work can continue. Also records the first seal of a log. */
  private async recordFault(tx: Transaction, { after, message }: HeadFault) {
    if (message) this.log.error({ audit_line: after.id + 1 }, message);
    const entry = randomUUID();
    const action = message ? "audit.fault" : "audit.start";
    const begun = begunLine(entry, action, { person: itself, requestId: entry, address: null });
    const said = message ?? "From now on, Switchboard detects changes that others make to this log.";
    const ending = { outcome: message ? "unknown" : "ok", status: null, body: null, message: said } as const;
    return this.add(tx, await this.add(tx, after, begun), finishedLine(entry, ending));
  }

  private async checkpoint() {
    const { id, mac } = this.newest;
    if (id === this.checkpointId) return;
    this.checkpointId = id;
    if (!this.onAppend) this.log.info({ audit_checkpoint: `${id}:${hashText(mac)}` }, "audit checkpoint");
    const at = clock.now();
    const seal = checkpointSealOf(this.key, { id, mac }, at);
    await this.db
      .insert(auditCheckpointTable)
      .values({ id, mac, at, seal })
      .onConflictDoNothing()
      .catch((err: unknown) => this.log.warn({ err }, "the audit checkpoint could not be stored"));
  }
}

/** Throws if neither the head nor the newest checkpoint was sealed with this secret. */
async function refuseOtherSecret(db: Database, key: string) {
  const [head] = await db.select().from(auditHeadTable);
  if (!head || head.seal === "" || head.seal === headSealOf(key, { id: head.lastId, mac: head.mac })) return;
  const [newest] = await db.select().from(auditCheckpointTable).orderBy(desc(auditCheckpointTable.id)).limit(1);
  if (newest && newest.seal === checkpointSealOf(key, newest, newest.at)) return;
  throw new Error(otherSecret);
}

const otherSecret =
  "SWITCHBOARD_SECRET, or the file secret in DATA_DIR, is not the one that this database was used with. Restore the old one. If it is lost, run npm run admin -- accept-secret. The existing audit log can then no longer be verified, and stored keys must be set again.";

/** Locks the head until the transaction ends, so that processes append one after another. */
async function lockedHead(tx: Transaction): Promise<Head> {
  const [head] = await tx.select().from(auditHeadTable).for("update");
  if (!head) throw new Error("The head of the audit log is missing.");
  return { id: head.lastId, mac: head.mac, seal: head.seal };
}

async function lastLine(tx: Transaction): Promise<ChainLink> {
  const line = { id: auditTable.id, mac: auditTable.mac };
  const [last] = await tx.select(line).from(auditTable).orderBy(desc(auditTable.id)).limit(1);
  return last ?? { id: 0, mac: "" };
}

/** True for a new log, or one of a version without seals. An empty log counts as new only if nobody has signed in yet. */
async function isNeverSealed(tx: Transaction) {
  const [started] = await tx.select().from(auditTable).where(eq(auditTable.action, "audit.start")).limit(1);
  const [checkpoint] = await tx.select().from(auditCheckpointTable).limit(1);
  const [line] = await tx.select({ id: auditTable.id }).from(auditTable).limit(1);
  const [signedIn] = await tx
    .select({ id: userTable.id })
    .from(userTable)
    .where(isNotNull(userTable.lastSeenAt))
    .limit(1);
  return !started && !checkpoint && (line !== undefined || !signedIn);
}
