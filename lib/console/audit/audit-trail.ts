import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Console, Ending, Sent } from "@/lib/console/console";
import { Problem } from "@/lib/contract/problem";
import type { Database } from "@/lib/db/database";
import { asProblem } from "@/lib/http/refuse";
import { type AuditHead, createAuditHead, type Transaction } from "./audit-head";
import { type Actor, type AuditLine, begunLine, finishedLine } from "./audit-lines";
import { refuseRepeated } from "./repeated-send";

/** Something done to people or sessions outside the gateway. Who did it may not be known. */
export type Act = {
  action: string;
  person: Actor;
  target?: string | null;
  requestId: string;
  address: string | null;
};

/** The same with how it ended, where nothing was to be done but to say no. */
export type SignInEvent = Act & Pick<Ending, "outcome" | "status" | "message">;

type TrailOptions = { key: string; log: Logger };

/** Writes the audit log. Each row is tied to the one before it by a keyed hash, in the transaction that writes it. */
export function createAuditTrail(db: Database, { key, log }: TrailOptions) {
  const head = createAuditHead(db, { key, log });
  return {
    ...trailOn(db, head, log),
    /** The same log, written over other connections. */
    on: (own: Database): AuditTrail => trailOn(own, head, log),
    start: head.start,
    close: head.close,
  };
}

function trailOn(db: Database, head: AuditHead, log: Logger) {
  const ownEntries = new Set<string>();

  async function append(lines: readonly AuditLine[], check?: (tx: Transaction) => Promise<void>) {
    head.moveTo(await db.transaction((tx) => head.append(tx, lines, { check: check && (() => check(tx)) })));
  }

  async function begin(sent: Sent) {
    const entry = randomUUID();
    await append([begunLine(entry, sent.op.id, sent)], (tx) => refuseRepeated(tx, sent)).catch(notRecorded);
    if (sent.request === null) ownEntries.add(entry);
    return entry;
  }

  async function finish(entry: string, ending: Ending) {
    // What Switchboard itself answers may hold a first password; what the platform answers is worth keeping.
    const body = ownEntries.delete(entry) ? null : ending.body;
    await append([finishedLine(entry, { ...ending, body })]);
  }

  async function record(event: SignInEvent) {
    const entry = randomUUID();
    await append([begunLine(entry, event.action, event), finishedLine(entry, { ...event, body: null })]).catch(
      notRecorded,
    );
  }

  async function beginAct(act: Act) {
    const entry = randomUUID();
    await append([begunLine(entry, act.action, act)]).catch(notRecorded);
    return entry;
  }

  /** A row that cannot be ended reads "outcome unknown"; what was done is done. */
  const finishAct = (entry: string, ending: Omit<Ending, "body">) =>
    append([finishedLine(entry, { ...ending, body: null })]).catch((err: unknown) => log.error({ err }, "not ended"));

  /** Recorded before it is done, and again when it is: what cannot be recorded is not done. */
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

  return {
    begin,
    finish,
    record,
    beginAct,
    finishAct,
    recordAct,
  } satisfies Console["audit"] & Record<string, unknown>;
}

export type AuditTrail = ReturnType<typeof trailOn>;

/** How an act ended that threw: a refusal changed nothing, and of anything else nobody knows. */
export function failed(error: unknown): Omit<Ending, "body"> {
  if (!(error instanceof Problem)) return { outcome: "unknown", status: null, message: null };
  const { outcome = error.status < 500 ? "refused" : "unknown", status, message } = error;
  return { outcome, status, message };
}

function notRecorded(cause: unknown): never {
  if (cause instanceof Problem) throw cause;
  const { code, message } = asProblem(cause);
  const told = code === "disk_full" ? message : "The action could not be recorded, so it was not done.";
  throw new Problem(code === "disk_full" ? code : "not_recorded", told, { outcome: "refused", cause });
}
