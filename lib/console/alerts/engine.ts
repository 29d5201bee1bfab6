import { randomUUID } from "node:crypto";
import { and, eq, gt, isNull, or } from "drizzle-orm";
import type { Logger } from "pino";
import { clock } from "@/lib/clock";
import { storable } from "@/lib/console/audit/audit-lines";
import type { RuleId } from "@/lib/contract/console/alert-rules";
import type { Database, Transaction } from "@/lib/db/database";
import { visibleControls } from "@/lib/format/format-raw";
import { actionFailed } from "./action-rules";
import { callsUnended, deliveriesFailing, deliveriesShare, deliveryAttempts, eventsSilent } from "./delivery-rules";
import { balanceLow, callLong, campaignEnded, campaignStill, credentialSync, numberSuspended } from "./record-rules";
import { type Finding, furthest, lookAt, type Rule, seenBy } from "./rule";
import { type RuleSetting, ruleSettings } from "./settings";
import { collectorBehind, diskLow, platformSilent, recordChanged } from "./system-rules";
import { alertSnoozeTable, alertTable } from "./tables";

/** In the order in which they are looked at: what a later one leaves to an earlier one is found by then. */
const rules: readonly Rule[] = [
  deliveriesFailing,
  deliveriesShare,
  deliveryAttempts,
  credentialSync,
  numberSuspended,
  campaignStill,
  campaignEnded,
  actionFailed,
  balanceLow,
  eventsSilent,
  callsUnended,
  callLong,
  platformSilent,
  recordChanged,
  diskLow,
  collectorBehind,
];

const staleMs = 60_000;
const dayMs = 86_400_000;

export type AlertRow = typeof alertTable.$inferSelect;
/** Queues an alert for its recipients, in the transaction that keeps it. */
type Notify = (tx: Transaction, alert: AlertRow, setting: RuleSetting) => Promise<void>;
/** Notifies whoever was notified of an alert that it recovered. */
type NotifyRecovery = (tx: Transaction, alert: AlertRow, setting: RuleSetting) => Promise<void>;

type EngineOptions = {
  db: Database;
  keyPrint: string;
  notify: Notify;
  notifyRecovery: NotifyRecovery;
  isLeading: () => boolean;
  isDiskLow: () => Promise<boolean>;
  changed: (resources: readonly string[]) => void;
  log: Logger;
};

/** Compares what was kept with the rules: opens alerts, keeps them while their cause holds, and ends them some time after it. */
export function createEngine(options: EngineOptions) {
  const { db, keyPrint, notify, notifyRecovery, isLeading, isDiskLow, changed, log } = options;
  const lookedAt = new Map<RuleId, Date>();

  async function evaluate(now = clock.now()) {
    const [settings, look] = [await ruleSettings(db, keyPrint), await lookAt(db, keyPrint, now)];
    const isOurs = and(eq(alertTable.keyPrint, keyPrint), isNull(alertTable.clearedAt));
    const live = await db.select().from(alertTable).where(isOurs);
    const found = new Map<RuleId, ReadonlySet<string>>();
    let changes = 0;
    for (const rule of rules) {
      if (!isLeading()) break;
      const [setting, own] = [settings[rule.id], live.filter((alert) => alert.rule === rule.id)];
      if (setting.isOn && msBetween(now, lookedAt.get(rule.id)) < (rule.everyMs ?? 0)) continue;
      lookedAt.set(rule.id, now);
      try {
        const since = new Map(own.map((alert) => [alert.ref, alert.since]));
        const given = { db, keyPrint, now, limit: setting.limit ?? "", live: since, found, isDiskLow };
        const findings = setting.isOn ? (await rule.find(seenBy(look, given)))?.map(storableFinding) : [];
        if (!findings) continue;
        const begun = findings.filter(({ ref, isHold }) => !isHold || since.has(ref));
        found.set(rule.id, new Set(begun.map(({ ref }) => ref)));
        const clearMs = setting.isOn ? rule.clearMs : 0;
        changes += await compare({ own, findings, setting, clearMs, now });
      } catch (err) {
        log.warn({ err, rule: rule.id }, "a rule could not be looked at");
      }
    }
    if (changes > 0) changed(["alerts"]);
  }

  type Comparing = {
    own: readonly AlertRow[];
    findings: readonly Finding[];
    setting: RuleSetting;
    clearMs: number;
    now: Date;
  };

  async function compare({ own, findings, setting, clearMs, now }: Comparing) {
    const knownBy = new Map(own.map((alert) => [alert.ref, alert]));
    const refs = new Set(findings.map(({ ref }) => ref));
    let changes = 0;
    for (const finding of findings) {
      const known = knownBy.get(finding.ref);
      if (known)
        changes += await goOn(known, { ...finding, print: furthest(known.print, finding.print) }, { setting, now });
      else if (!finding.isHold) changes += await open(finding, setting, now);
    }
    const gone = own.filter(({ ref }) => !refs.has(ref));
    for (const alert of gone) changes += await fade(alert, { setting, clearMs, now });
    return changes;
  }

  async function open(finding: Finding, setting: RuleSetting, now: Date) {
    const { ref, isEvent = false } = finding;
    if (isEvent && (await wasNotified(setting.rule, ref))) return 0;
    const over = isEvent ? ({ state: "resolved", clearedAt: now, resolvedAt: now } as const) : {};
    return db.transaction(async (tx) => {
      const [alert] = await tx
        .insert(alertTable)
        .values({
          ...{ id: randomUUID(), keyPrint, rule: setting.rule, state: "open" as const, lastAt: now, notifiedAt: now },
          ...fieldsOf(finding),
          since: finding.since,
          ...over,
        })
        .onConflictDoNothing()
        .returning();
      if (!alert) return 0;
      await notify(tx, alert, setting);
      return 1;
    });
  }

  async function wasNotified(rule: RuleId, ref: string) {
    const isIt = and(eq(alertTable.keyPrint, keyPrint), eq(alertTable.rule, rule), eq(alertTable.ref, ref));
    return (await db.$count(alertTable, isIt)) > 0;
  }

  /** For everyone, and not overtaken by what the alert says now. */
  async function isSnoozed({ id }: AlertRow, { print }: Finding, now: Date) {
    const { alertId, personId, until, print: printThen } = alertSnoozeTable;
    const holds = or(gt(until, now), and(isNull(until), eq(printThen, print)));
    return (await db.$count(alertSnoozeTable, and(eq(alertId, id), eq(personId, ""), holds))) > 0;
  }

  /** What a person resolved comes back only with more to say; what is sent each day is sent again. */
  async function goOn(known: AlertRow, finding: Finding, { setting, now }: Pick<Comparing, "setting" | "now">) {
    const isMore = known.print !== finding.print;
    const isBack = known.state === "resolved" && isMore && !finding.isHold;
    const isSame = !isMore && known.message === finding.message && known.subject === finding.subject;
    const isFresh = msBetween(now, known.lastAt) < staleMs;
    const isLate = setting.isDaily && known.state === "open" && msBetween(now, known.notifiedAt) >= dayMs;
    const isDue = isLate && !(await isSnoozed(known, finding, now));
    if (isSame && known.why === finding.why && isFresh && !known.clearSince && !isDue) return 0;
    const back = { state: "open", resolvedAt: null, resolvedBy: null, ownerId: null, owner: null } as const;
    await db.transaction(async (tx) => {
      const [alert] = await tx
        .update(alertTable)
        .set({
          ...fieldsOf(finding),
          ...{ lastAt: now, clearSince: null },
          ...(isBack ? back : {}),
          ...(isBack || isDue ? { notifiedAt: now } : {}),
        })
        .where(eq(alertTable.id, known.id))
        .returning();
      if (alert && (isBack || isDue)) await notify(tx, alert, setting);
    });
    return isSame && !isBack ? 0 : 1;
  }

  async function fade(
    { id, state, clearSince }: AlertRow,
    { setting, clearMs, now }: Pick<Comparing, "setting" | "clearMs" | "now">,
  ) {
    if (!clearSince && clearMs > 0) {
      await db.update(alertTable).set({ clearSince: now }).where(eq(alertTable.id, id));
      return 0;
    }
    if (clearSince && msBetween(now, clearSince) < clearMs) return 0;
    const over = state === "resolved" ? {} : ({ state: "resolved", resolvedAt: now } as const);
    await db.transaction(async (tx) => {
      const [alert] = await tx
        .update(alertTable)
        .set({ clearedAt: now, ...over })
        .where(and(eq(alertTable.id, id), isNull(alertTable.clearedAt)))
        .returning();
      // A rule that was turned off says nothing of its cause.
      if (alert && setting.isOn) await notifyRecovery(tx, alert, setting);
    });
    return 1;
  }

  return { evaluate };
}

/** A clock that was set back is as far from an earlier time as one that went on. */
const msBetween = (now: Date, then: Date | null | undefined) => Math.abs(now.getTime() - (then?.getTime() ?? 0));

const fieldsOf = ({ isPhone = false, isHold, isEvent, since, ...finding }: Finding) => ({ ...finding, isPhone });

/** What came from the platform may hold what no text column takes, or lines that would pass for those of a message. */
function storableFinding(finding: Finding): Finding {
  const { ref, subject, message, why, print } = finding;
  const cut = (text: string, most: number) => storable(text.slice(0, most));
  const line = (text: string, most: number) => cut(visibleControls(text).replaceAll(/\s+/g, " "), most);
  const shown = { subject: line(subject, 300), message: line(message, 600), why: line(why, 600) };
  return { ...finding, ...shown, ref: cut(ref, 600), print: cut(print, 300) };
}
