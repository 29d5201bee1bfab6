import { and, desc, eq, inArray, like, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Logger } from "pino";
import { type AuditTrail, failed } from "@/lib/audit/audit-trail";
import type { AuditOutcome } from "@/lib/audit/audited-send";
import type { Automatic, Person } from "@/lib/contract/actor";
import { copyRefusal } from "@/lib/contract/console/restored-copy";
import type { Operation } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { restoredCopyOf } from "@/lib/db/console/restored-copy";
import { auditTable } from "@/lib/db/console/tables/audit";
import type { Database } from "@/lib/db/database";
import { storable } from "@/lib/db/storable";
import { isPlainObject } from "@/lib/format/json";
import type { SendAutomatically } from "@/lib/gateway/observation";

/** `isUnconfirmed`: refused, because blocked people wait and nobody has confirmed to call them. */
export type SendEnd = Pick<AuditOutcome, "outcome" | "status" | "message"> & { isUnconfirmed?: boolean };

/** An unattended action on a campaign. It is sent on the authority of `person`, or else of the admins who set rules and hours. */
export type Act = {
  op: Operation;
  campaign_id: string;
  requestId: string;
  automatic: Automatic;
  person?: Person | undefined;
};

/** Request ID of an unattended send. Clients cannot choose it, because a client's ID has no dot (`requestIdOf`). */
export const automaticRequestId = (id: string) => `${automaticPrefix}${id}`;

const automaticPrefix = "automatic.";

const admins: Person = { id: "automation", name: "Switchboard", email: "", role: "admin", sessionId: "" };

type AutomaticSends = ReturnType<typeof createAutomaticSends>;

export type SenderOptions = {
  db: Database;
  accountId: string;
  isLeading: () => boolean;
  sends: AutomaticSends;
  changed: (resources: readonly string[]) => void;
  log: Logger;
};

/** Sends unattended actions, each at most once. Never throws. */
export function createAutomaticSends(db: Database, trail: AuditTrail, gateway: SendAutomatically) {
  const isCopy = async () => (await restoredCopyOf(db)) !== undefined;

  async function send(act: Act): Promise<SendEnd> {
    const { op, campaign_id, requestId, automatic, person = admins } = act;
    // A copy beside the original would send everything twice. What a person has just pressed is theirs.
    if (automatic.detail.automatic !== delayedDetail && (await isCopy())) return record(act, refusedOnCopy);
    try {
      const { status, raw } = await gateway(op, { campaign_id }, { person, requestId, automatic });
      const message = isPlainObject(raw) && typeof raw.message === "string" ? raw.message : null;
      return { outcome: "ok", status, message };
    } catch (error) {
      const { upstream, code } = error instanceof Problem ? error : {};
      const isUnconfirmed = code === "blocked_waiting";
      return { ...failed(error), ...(upstream ? { status: upstream.status } : {}), isUnconfirmed };
    }
  }

  async function record({ op, campaign_id, requestId, automatic }: Act, end: SendEnd): Promise<SendEnd> {
    const { actor: person, detail } = automatic;
    await trail.record({ action: op.id, person, target: campaign_id, requestId, address: null, detail, ...end });
    return end;
  }

  /** Outcome of a send interrupted by a crash. Undefined if it has no audit entry, which means that it was not sent. */
  async function outcomeOfLost({ op, campaign_id, requestId, automatic }: Act): Promise<SendEnd | undefined> {
    // Earlier versions sent without the prefix.
    const ids = [requestId, requestId.slice(automaticPrefix.length)];
    const isSame = and(
      inArray(begun.requestId, ids),
      isAutomatic,
      eq(begun.action, op.id),
      eq(begun.target, storable(campaign_id)),
      sql`${begun.actorId} is not distinct from ${automatic.actor.id ?? null}`,
    );
    const [entry] = await entriesWhere(db, isSame).limit(1);
    if (!entry) return undefined;
    const { outcome, status, message } = entry.finished ?? {};
    return outcome ? { outcome, status: status ?? null, message: message ?? null } : cutOff;
  }

  return {
    concurrency: 4,
    /** The longest time a send can take. A job that is claimed again after this was interrupted. */
    leaseMs: trail.longestSendMs,
    send,
    record,
    outcomeOfLost,
  };
}

const refusedOnCopy: SendEnd = { outcome: "refused", status: 409, message: `Not sent: ${copyRefusal}` };

const cutOff: SendEnd = {
  outcome: "unknown",
  status: null,
  message: "Switchboard stopped while sending this. It may or may not have taken effect.",
};

const begun = alias(auditTable, "begun");
const finished = alias(auditTable, "finished");

/** Only unattended sends have such a detail. */
const isAutomatic = like(begun.detail, '{"automatic":%');

/** Marks the sends of people that could be undone for some seconds. */
export const delayedDetail = "delayed";

const entriesWhere = (db: Database, where: ReturnType<typeof and>) =>
  db
    .select({ begun, finished })
    .from(begun)
    .leftJoin(finished, and(eq(finished.entry, begun.entry), eq(finished.kind, "finished")))
    .where(and(eq(begun.kind, "begun"), where))
    .orderBy(desc(begun.id));
