import { and, type Column, desc, eq, inArray, like, notBetween } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import pLimit from "p-limit";
import { type AuditTrail, failed } from "@/lib/console/audit/audit-trail";
import { namesOf } from "@/lib/console/audit/record-names";
import { aheadMs } from "@/lib/console/collector/keep-versions";
import {
  type AuditOutcome,
  type Automatic,
  implement,
  type Person,
  type SendAutomatically,
} from "@/lib/console/console-types";
import { auditTable } from "@/lib/console/tables";
import { listAutomaticActs, plannable } from "@/lib/contract/console/automation";
import type { Operation } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import type { Database } from "@/lib/db/database";
import { attempt } from "@/lib/format/attempt";
import { isPlainObject, textIn } from "@/lib/format/json";

export type SendEnd = Pick<AuditOutcome, "outcome" | "status" | "message">;

/** One act on a campaign. `person` is on whose authority it is sent; without one, that of the admins who set the rules. */
export type Act = { op: Operation; campaign_id: string; requestId: string; automatic: Automatic; person?: Person };

const mostAtOnce = 4;
const mostShown = 100;

const admins: Person = { id: "automation", name: "Switchboard", email: "", role: "admin", sessionId: "" };

export type AutomaticSends = ReturnType<typeof createAutomaticSends>;

/** What is sent with nobody there. It never throws, and nothing is sent twice. */
export function createAutomaticSends(db: Database, trail: AuditTrail) {
  let gateway: SendAutomatically | undefined;
  const limit = pLimit(mostAtOnce);
  const underWay = new Set<string>();

  async function sendNow({ op, campaign_id, requestId, automatic, person = admins }: Act): Promise<SendEnd> {
    if (!gateway) return { outcome: "refused", status: null, message: "Not sent: Switchboard is still starting." };
    try {
      const { status, raw } = await gateway(op, { campaign_id }, { person, requestId, automatic });
      const message = isPlainObject(raw) && typeof raw.message === "string" ? raw.message : null;
      return { outcome: "ok", status, message };
    } catch (error) {
      const { upstream } = error instanceof Problem ? error : {};
      return { ...failed(error), ...(upstream ? { status: upstream.status } : {}) };
    }
  }

  async function send(act: Act): Promise<SendEnd> {
    underWay.add(act.requestId);
    return sendNow(act).finally(() => underWay.delete(act.requestId));
  }

  /** Writes down how something ended that was not sent, or of which nobody knows whether it was. */
  async function record({ op, campaign_id, requestId, automatic }: Act, end: SendEnd): Promise<SendEnd> {
    const { actor: person, detail } = automatic;
    await trail.record({ action: op.id, person, target: campaign_id, requestId, address: null, detail, ...end });
    return end;
  }

  /** How a send ended whose process died, as the audit log has it: what is not recorded there had not left. */
  async function endOfLost(act: Act): Promise<SendEnd> {
    const [line] = await entriesWhere(db, eq(begun.requestId, act.requestId)).limit(1);
    const { outcome, status, message } = line?.finished ?? {};
    if (outcome) return { outcome, status: status ?? null, message: message ?? null };
    return line ? cutOff : record(act, notSent);
  }

  /** Whether what was refused never left, or came when the platform had no time for it. */
  async function mayBeSentAgain(requestId: string) {
    const [line] = await entriesWhere(db, eq(begun.requestId, requestId)).limit(1);
    const status = line?.finished?.status ?? null;
    return status === null || status === 429 || status >= 500;
  }

  return {
    use: (next: SendAutomatically) => {
      gateway = next;
    },
    /** A few at a time: what waits for its turn is not marked as sent before it has come. */
    inTurn: limit,
    send,
    record,
    endOfLost,
    mayBeSentAgain,
    /** A send without an end was cut off if it began longer ago than any takes, or ahead of a clock that was set back. */
    wasCutOff: (begunAt: Column, now: Date) =>
      notBetween(begunAt, new Date(now.getTime() - trail.longestSendMs), new Date(now.getTime() + aheadMs)),
    isUnderWay: (requestId: string | null) => requestId !== null && underWay.has(requestId),
  };
}

const cutOff: SendEnd = {
  outcome: "unknown",
  status: null,
  message: "Switchboard stopped while sending. It may or may not have taken effect.",
};

const notSent: SendEnd = {
  outcome: "refused",
  status: null,
  message: "Not sent: Switchboard stopped first.",
};

const begun = alias(auditTable, "begun");
const finished = alias(auditTable, "finished");

const entriesWhere = (db: Database, where: ReturnType<typeof and>) =>
  db
    .select({ begun, finished })
    .from(begun)
    .leftJoin(finished, and(eq(finished.entry, begun.entry), eq(finished.kind, "finished")))
    .where(and(eq(begun.kind, "begun"), where))
    .orderBy(desc(begun.id));

const actions = Object.values(plannable).map(({ id }) => id);

/** What was done with nobody there, newest first, as the audit log has it. */
export const automaticActs = (db: Database) =>
  implement(listAutomaticActs, async () => {
    const isAutomatic = and(inArray(begun.action, actions), like(begun.detail, '{"automatic":%'));
    const rows = await entriesWhere(db, isAutomatic).limit(mostShown);
    const campaignOf = (target: string | null) => (target === null ? null : { resource: "campaigns", ref: target });
    const names = await namesOf(
      db,
      rows.map((row) => campaignOf(row.begun.target)),
    );
    return {
      data: rows.map(({ begun: { id, at, actorName, action, target, detail }, finished: end }) => ({
        id: String(id),
        at: at.toISOString(),
        actor_name: actorName ?? "",
        action: action ?? "",
        target,
        outcome: end?.outcome ?? ("unknown" as const),
        status: end?.status ?? null,
        message: end?.message ?? null,
        campaign_name: names(campaignOf(target)),
        because: becauseIn(detail),
      })),
    };
  });

const becauseIn = (detail: string | null) => textIn(attempt(() => JSON.parse(detail ?? "{}").because)) ?? null;
