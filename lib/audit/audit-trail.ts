import { randomUUID } from "node:crypto";
import { and, between, desc, eq, isNotNull, notExists, sql, TransactionRollbackError } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Logger } from "pino";
import { clock } from "@/lib/clock";
import { recordOf } from "@/lib/contract/action-labels";
import { Problem, refused } from "@/lib/contract/problem";
import { auditTable } from "@/lib/db/console/tables/audit";
import { type Database, type Transaction, type WriteFault, writeFault } from "@/lib/db/database";
import { storable } from "@/lib/db/storable";
import { asProblem } from "@/lib/http/refuse";
import { AuditHead } from "./audit-head";
import { type Actor, type AuditLine, begunLine, finishedLine, itself } from "./audit-lines";
import type { AuditedSend, AuditOutcome } from "./audited-send";
import { repeatedEndAct } from "./ended-call";
import { nameToStore } from "./record-names";

/** An action on people or sessions outside the gateway. The actor can be unknown. */
type Act = {
  action: string;
  person: Actor;
  target?: string | null;
  requestId: string;
  address: string | null;
  detail?: Record<string, unknown>;
};

/** An action that was rejected, recorded with its outcome. */
type RejectedAct = Act & Pick<AuditOutcome, "outcome" | "status" | "message">;

type TrailOptions = {
  /** Stored with each send to the platform, because the log covers all accounts. */
  accountId?: string;
  key: string;
  log: Logger;
  /** A send without an end after this time was interrupted by a crash. */
  longestSendMs?: number | undefined;
  /** A send that cannot be recorded in this time is not sent. */
  maxRecordMs?: number | undefined;
  /** Called after lines are committed. */
  onAppend?: (() => void) | undefined;
};

/** Writes the audit log. Each row has an HMAC over the previous one, computed in the transaction that writes it. */
export function createAuditTrail(db: Database, options: TrailOptions) {
  const { accountId, key, log, longestSendMs = 60_000, maxRecordMs = 15_000, onAppend } = options;
  const head = new AuditHead(db, { key, log, onAppend });
  const writing: OpenTrail["writing"] = { fault: undefined };
  const on = (own: Database): AuditTrail => trailOn(own, { accountId, head, log, longestSendMs, maxRecordMs, writing });

  /** Throws if an entry, and so every send, would be refused. Writes nothing unless the last entry failed. */
  async function refuseUnwritable() {
    if (!writing.fault) return;
    const probe = begunLine(randomUUID(), "probe", { person: itself, requestId: "", address: null });
    await db
      .transaction(async (tx) => {
        await head.append(tx, [probe]);
        tx.rollback();
      })
      .catch((error: unknown) => {
        if (!(error instanceof TransactionRollbackError)) return notRecorded(error);
      });
    writing.fault = undefined;
  }

  return {
    ...on(db),
    refuseUnwritable,
    /** Writes the log over other database connections. */
    on,
    start: (options?: Parameters<typeof head.start>[0]) => head.start(options),
    close: () => head.close(),
  };
}

type OpenTrail = {
  accountId: string | undefined;
  head: AuditHead;
  log: Logger;
  longestSendMs: number;
  maxRecordMs: number;
  /** `fault`: the reason why the last entry could not be written. */
  writing: { fault: WriteFault | undefined };
};

type Append = (lines: readonly AuditLine[], check?: (tx: Transaction) => Promise<void>) => Promise<void>;

function trailOn(db: Database, trail: OpenTrail) {
  const { head, writing, longestSendMs } = trail;

  const append: Append = async (lines, check) => {
    const place = await db
      .transaction((tx) => head.append(tx, lines, { check }))
      .catch((error: unknown) => {
        writing.fault = writeFault(error) ?? writing.fault;
        throw error;
      });
    writing.fault = undefined;
    head.moveTo(place);
  };

  return { longestSendMs, ...sendEntries(db, trail, append), ...actEntries(trail, append) };
}

/** Entries of sends through the gateway. */
function sendEntries(db: Database, { accountId, longestSendMs, maxRecordMs }: OpenTrail, append: Append) {
  const ownEntries = new Set<string>();

  async function begin(sent: AuditedSend) {
    const startedMs = performance.now();
    const entry = randomUUID();
    const by = sent.automatic ? { person: sent.automatic.actor } : {};
    const name = await nameToStore(db, recordOf(sent.op.id, sent.target)).catch(notRecorded);
    const act = sent.act ?? (await repeatedEndAct(db, sent).catch(notRecorded));
    const account = sent.request === null ? undefined : accountId || undefined;
    const detail = definedOf({ ...sent.detail, name: name ?? undefined, act, account });
    const about = { ...sent, ...by, detail };
    await append([begunLine(entry, sent.op.id, about)], async (tx) => {
      await refuseRepeated(tx, sent, longestSendMs);
      if (performance.now() - startedMs > maxRecordMs) throw new Error("The database is too slow.");
    }).catch(notRecorded);
    if (sent.request === null) ownEntries.add(entry);
    return entry;
  }

  async function finish(entry: string, ending: AuditOutcome) {
    // Responses of Switchboard itself can contain a sign-in link, so their body is not stored.
    const body = ownEntries.delete(entry) ? null : ending.body;
    await append([finishedLine(entry, { ...ending, body })]);
  }

  return { begin, finish };
}

/** Entries of actions on people and sessions, outside the gateway. */
function actEntries({ log }: OpenTrail, append: Append) {
  async function record(act: RejectedAct) {
    const entry = randomUUID();
    await append([begunLine(entry, act.action, act), finishedLine(entry, { ...act, body: null })]).catch(notRecorded);
  }

  async function beginAct(act: Act) {
    const entry = randomUUID();
    await append([begunLine(entry, act.action, act)]).catch(notRecorded);
    return entry;
  }

  /** Never throws, because the action is done. Without its end, the entry has the outcome "unknown". */
  const finishAct = (entry: string, ending: Omit<AuditOutcome, "body">) =>
    append([finishedLine(entry, { ...ending, body: null })]).catch((err: unknown) =>
      log.error({ err }, "the end of an action was not recorded"),
    );

  /** Records an action before and after it runs. An action that cannot be recorded does not run. */
  async function recordAct<Done>(act: Act, run: () => Promise<Done>, message: string | null = null) {
    const entry = await beginAct(act);
    try {
      const done = await run();
      await finishAct(entry, { outcome: "ok", status: 200, message });
      return done;
    } catch (error) {
      await finishAct(entry, failed(error));
      throw error;
    }
  }

  return { record, beginAct, finishAct, recordAct };
}

/** Undefined if no value is defined. */
function definedOf(detail: Record<string, unknown>) {
  const entries = Object.entries(detail).filter(([, value]) => value !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

export type AuditTrail = ReturnType<typeof trailOn>;

/** Outcome of an action that threw. A refusal changed nothing. Any other error leaves the outcome unknown. */
export function failed(error: unknown): Omit<AuditOutcome, "body"> {
  if (!(error instanceof Problem)) return { outcome: "unknown", status: null, message: null };
  const { outcome = error.status < 500 ? "refused" : "unknown", status, message } = error;
  return { outcome, status, message };
}

function notRecorded(cause: unknown): never {
  if (cause instanceof Problem) throw cause;
  const { code, message } = asProblem(cause);
  if (code === "disk_full" || code === "read_only") throw refused(code, message, { cause });
  throw refused("not_recorded", "The action could not be recorded, so it was not done.", { cause });
}

type Queryable = Pick<Database, "select">;

const finished = alias(auditTable, "finished");

/**
 * Sends each request once. The request ID is the idempotency key, stored in the audit log. A repeated key gets the outcome of
 * the first request. A new request for an action that is still in progress is refused.
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
async function refuseRepeated(tx: Queryable, sent: AuditedSend, longestMs: number) {
  const { person, automatic, op, requestId, target, request } = sent;
  const actorId = automatic ? (automatic.actor.id ?? null) : person.id;
  const [before] = await begunAndFinished(tx)
    .where(
      and(
        eq(auditTable.requestId, requestId),
        sql`${auditTable.actorId} is not distinct from ${actorId}`,
        eq(auditTable.action, op.id),
        eq(auditTable.kind, "begun"),
      ),
    )
    .limit(1);
  const isOther = before && before.begun.target !== (target && storable(target));
  if (isOther)
    throw refused("not_possible", "This request was already sent for another record. It was not sent again.");
  if (before) throw sentBefore(before.finished);
  // Several lists for one campaign can be sent at the same time.
  if (request === null || target === null || op.body === "file") return;
  const [inProgress] = await tx
    .select({ name: auditTable.actorName })
    .from(auditTable)
    .where(
      and(
        eq(auditTable.target, target),
        eq(auditTable.action, op.id),
        eq(auditTable.kind, "begun"),
        isNotNull(auditTable.request),
        between(auditTable.at, new Date(clock.nowMs() - longestMs), new Date(clock.nowMs() + longestMs)),
        notExists(tx.select({ one: sql`1` }).from(finished).where(isEndOfBegun)),
      ),
    )
    .orderBy(desc(auditTable.id))
    .limit(1);
  if (!inProgress) return;
  const subject = inProgress.name === person.name ? "You have" : `${inProgress.name} has`;
  throw refused(
    "in_progress",
    `${subject} just sent this, and the platform has not answered yet. It was not sent again.`,
  );
}

const isEndOfBegun = and(eq(finished.entry, auditTable.entry), eq(finished.kind, "finished"));

const begunAndFinished = (tx: Queryable) =>
  tx.select({ begun: auditTable, finished }).from(auditTable).leftJoin(finished, isEndOfBegun);

/** The problem for a repeated request. `upstream` is the platform's response to the first one. */
function sentBefore(end: typeof auditTable.$inferSelect | null) {
  const { outcome, status, message, body } = end ?? {};
  const answered = typeof status === "number" && {
    status,
    ...(message ? { message } : {}),
    ...(body === null ? {} : { body }),
  };
  return new Problem(
    "sent_once",
    answered
      ? `This was sent once. The platform answered ${status}${message ? `: ${message}` : "."}`
      : "The connection was lost and the browser tried again. This was sent only once.",
    { outcome: outcome === "refused" ? "refused" : "unknown", ...(answered ? { upstream: answered } : {}) },
  );
}
