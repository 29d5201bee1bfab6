import { randomUUID } from "node:crypto";
import { and, eq, gt, isNull, or } from "drizzle-orm";
import type { Logger } from "pino";
import { clock } from "@/lib/clock";
import type { RuleId } from "@/lib/contract/console/alert-rules";
import { alertSnoozeTable, alertTable } from "@/lib/db/console/tables/alerts";
import type { Database, Transaction } from "@/lib/db/database";
import { storable } from "@/lib/db/storable";
import { visibleControls } from "@/lib/format/format-raw";
import { actionFailed } from "./action-rules";
import { deliveriesFailing, deliveriesShare, deliveryAttempts } from "./delivery-rules";
import { callsUnended, eventsSilent } from "./event-rules";
import { balanceLow, callLong, campaignEnded, campaignStill, credentialSync, numberSuspended } from "./record-rules";
import { type Finding, largerFingerprint, loadSnapshot, type Rule, ruleContext } from "./rule";
import { type RuleSetting, ruleSettings } from "./settings";
import { collectorBehind, diskLow, platformSilent, recordChanged } from "./system-rules";

/** Order matters: later rules read the findings of earlier ones. */
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
/** Enqueues an alert for its recipients, in the transaction that stores it. */
type Notify = (tx: Transaction, alert: AlertRow, setting: RuleSetting) => Promise<void>;
/** Enqueues the recovery for the recipients that were notified of the alert. */
type NotifyRecovery = (tx: Transaction, alert: AlertRow, setting: RuleSetting) => Promise<void>;

type EngineOptions = {
  db: Database;
  accountId: string;
  notify: Notify;
  notifyRecovery: NotifyRecovery;
  isLeading: () => boolean;
  isDiskLow: () => Promise<boolean>;
  changed: (resources: readonly string[]) => void;
  log: Logger;
};

type Live = readonly AlertRow[];
type Evaluation = { setting: RuleSetting; now: Date };

/** Evaluates the rules on stored data. Raises, updates and clears alerts. */
export class AlertEngine {
  private readonly options: EngineOptions;
  private readonly evaluatedAt = new Map<RuleId, Date>();

  constructor(options: EngineOptions) {
    this.options = options;
  }

  async evaluate(now = clock.now()) {
    const { db, accountId, isLeading, isDiskLow, changed, log } = this.options;
    const [settings, snapshot] = [await ruleSettings(db, accountId), await loadSnapshot(db, accountId, now)];
    const isLive = and(eq(alertTable.accountId, accountId), isNull(alertTable.clearedAt));
    const live = await db.select().from(alertTable).where(isLive);
    const foundRefs = new Map<RuleId, ReadonlySet<string>>();
    let changes = 0;
    for (const rule of rules) {
      if (!isLeading()) break;
      const setting = settings[rule.id];
      if (setting.isOn && msBetween(now, this.evaluatedAt.get(rule.id)) < (rule.everyMs ?? 0)) continue;
      this.evaluatedAt.set(rule.id, now);
      const own = live.filter((alert) => alert.rule === rule.id);
      try {
        const since = new Map(own.map((alert) => [alert.ref, alert.since]));
        const input = { db, accountId, now, limit: setting.limit ?? "", live: since, foundRefs, isDiskLow };
        const findings = setting.isOn ? (await rule.find(ruleContext(snapshot, input)))?.map(storableFinding) : [];
        if (!findings) continue;
        const active = findings.filter(({ ref, isHold }) => !isHold || since.has(ref));
        foundRefs.set(rule.id, new Set(active.map(({ ref }) => ref)));
        changes += await this.applyFindings(findings, own, { setting, now }, setting.isOn ? rule.clearMs : 0);
      } catch (err) {
        log.warn({ err, rule: rule.id }, "a rule could not be looked at");
      }
    }
    if (changes > 0) changed(["alerts"]);
  }

  private async applyFindings(findings: readonly Finding[], own: Live, evaluation: Evaluation, clearMs: number) {
    const alertByRef = new Map(own.map((alert) => [alert.ref, alert]));
    const refs = new Set(findings.map(({ ref }) => ref));
    let changes = 0;
    for (const finding of findings) {
      const alert = alertByRef.get(finding.ref);
      if (alert) {
        const fingerprint = largerFingerprint(alert.fingerprint, finding.fingerprint);
        changes += await this.updateAlert(alert, { ...finding, fingerprint }, evaluation);
      } else if (!finding.isHold) changes += await this.raiseAlert(finding, evaluation);
    }
    for (const alert of own) if (!refs.has(alert.ref)) changes += await this.clearAlert(alert, evaluation, clearMs);
    return changes;
  }

  private async raiseAlert(finding: Finding, { setting, now }: Evaluation) {
    const { db, accountId, notify } = this.options;
    const { ref, since, isEvent = false } = finding;
    if (isEvent && (await this.wasNotified(setting.rule, ref))) return 0;
    const eventFields = isEvent ? ({ state: "resolved", clearedAt: now, resolvedAt: now } as const) : {};
    return db.transaction(async (tx) => {
      const [alert] = await tx
        .insert(alertTable)
        .values({
          ...{ id: randomUUID(), accountId, rule: setting.rule, state: "open" as const, lastAt: now, notifiedAt: now },
          ...{ ...fieldsOf(finding), since, ...eventFields },
        })
        .onConflictDoNothing()
        .returning();
      if (!alert) return 0;
      await notify(tx, alert, setting);
      return 1;
    });
  }

  private async wasNotified(rule: RuleId, ref: string) {
    const { db, accountId } = this.options;
    const isAlert = and(eq(alertTable.accountId, accountId), eq(alertTable.rule, rule), eq(alertTable.ref, ref));
    return (await db.$count(alertTable, isAlert)) > 0;
  }

  /** Snooze is global and its fingerprint has not changed. */
  private async isSnoozed({ id }: AlertRow, finding: Finding, now: Date) {
    const { alertId, personId, until, fingerprint } = alertSnoozeTable;
    const isInForce = or(gt(until, now), and(isNull(until), eq(fingerprint, finding.fingerprint)));
    const isSnooze = and(eq(alertId, id), eq(personId, ""), isInForce);
    return (await this.options.db.$count(alertSnoozeTable, isSnooze)) > 0;
  }

  /** Reopens a resolved alert only when its fingerprint changes. A daily alert notifies again after a day. */
  private async updateAlert(alert: AlertRow, finding: Finding, { setting, now }: Evaluation) {
    const { db, notify } = this.options;
    const hasNewFingerprint = alert.fingerprint !== finding.fingerprint;
    const isReopened = alert.state === "resolved" && hasNewFingerprint && !finding.isHold;
    const isSame = !hasNewFingerprint && alert.message === finding.message && alert.subject === finding.subject;
    const isFresh = msBetween(now, alert.lastAt) < staleMs;
    const isDayOld = setting.isDaily && alert.state === "open" && msBetween(now, alert.notifiedAt) >= dayMs;
    const isDue = isDayOld && !(await this.isSnoozed(alert, finding, now));
    if (isSame && alert.why === finding.why && isFresh && !alert.clearSince && !isDue) return 0;
    const reopened = { state: "open", resolvedAt: null, resolvedBy: null, ownerId: null, owner: null } as const;
    await db.transaction(async (tx) => {
      const [updated] = await tx
        .update(alertTable)
        .set({
          ...{ ...fieldsOf(finding), lastAt: now, clearSince: null },
          ...(isReopened ? reopened : {}),
          ...(isReopened || isDue ? { notifiedAt: now } : {}),
        })
        .where(eq(alertTable.id, alert.id))
        .returning();
      if (updated && (isReopened || isDue)) await notify(tx, updated, setting);
    });
    return isSame && !isReopened ? 0 : 1;
  }

  private async clearAlert({ id, state, clearSince }: AlertRow, { setting, now }: Evaluation, clearMs: number) {
    const { db, notifyRecovery } = this.options;
    if (!clearSince && clearMs > 0) {
      await db.update(alertTable).set({ clearSince: now }).where(eq(alertTable.id, id));
      return 0;
    }
    if (clearSince && msBetween(now, clearSince) < clearMs) return 0;
    const resolved = state === "resolved" ? {} : ({ state: "resolved", resolvedAt: now } as const);
    await db.transaction(async (tx) => {
      const [alert] = await tx
        .update(alertTable)
        .set({ clearedAt: now, ...resolved })
        .where(and(eq(alertTable.id, id), isNull(alertTable.clearedAt)))
        .returning();
      // Turning a rule off is not a recovery.
      if (alert && setting.isOn) await notifyRecovery(tx, alert, setting);
    });
    return 1;
  }
}

/** Absolute, so that a clock that was set back counts as time passed too. */
const msBetween = (now: Date, then: Date | null | undefined) => Math.abs(now.getTime() - (then?.getTime() ?? 0));

const fieldsOf = ({ isPhone = false, isHold, isEvent, since, ...finding }: Finding) => ({ ...finding, isPhone });

/** Platform texts can contain characters that PostgreSQL rejects, or line breaks that forge lines of a message. */
function storableFinding(finding: Finding): Finding {
  const { ref, subject, message, why, fingerprint } = finding;
  const cut = (text: string, maxLength: number) => storable(text.slice(0, maxLength));
  const oneLine = (text: string, maxLength: number) => cut(visibleControls(text).replaceAll(/\s+/g, " "), maxLength);
  const texts = { subject: oneLine(subject, 300), message: oneLine(message, 600), why: oneLine(why, 600) };
  return { ...finding, ...texts, ref: cut(ref, 600), fingerprint: cut(fingerprint, 300) };
}
