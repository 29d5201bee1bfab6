import { randomUUID } from "node:crypto";
import { and, eq, gt, isNull, or } from "drizzle-orm";
import type { Logger } from "pino";
import { clock } from "@/lib/clock";
import type { RuleId } from "@/lib/contract/console/alert-rule-ids";
import { alertSnoozeTable, alertTable } from "@/lib/db/console/tables/alerts";
import type { Database, Transaction } from "@/lib/db/database";
import { storable } from "@/lib/db/storable";
import { visibleControls } from "@/lib/format/format-raw";
import { actionFailed } from "./action-rules";
import { blockedCalled, blockedWaiting } from "./blocked-rules";
import { callsFailing } from "./calls-failing";
import { deliveriesFailing, deliveriesLate, deliveriesShare } from "./delivery-rules";
import { callsUnended, eventsSilent } from "./event-rules";
import { eventsMissing, eventsRefused } from "./inbox-rules";
import {
  balanceLow,
  callLong,
  campaignEnded,
  campaignStill,
  credentialSync,
  numberSuspended,
  planFull,
} from "./record-rules";
import { type Finding, largerFingerprint, loadSnapshot, type Rule, ruleContext } from "./rule";
import { type RuleSetting, ruleSettings } from "./settings";
import { backupOld, collectorBehind, diskLow, platformSilent, recordChanged } from "./system-rules";
import { toolMissing } from "./tool-rules";

/** Order matters: later rules read the findings of earlier ones. */
const rules: readonly Rule[] = [
  deliveriesFailing,
  deliveriesShare,
  deliveriesLate,
  credentialSync,
  numberSuspended,
  toolMissing,
  campaignStill,
  campaignEnded,
  callsFailing,
  actionFailed,
  blockedWaiting,
  blockedCalled,
  balanceLow,
  planFull,
  eventsSilent,
  eventsMissing,
  eventsRefused,
  callsUnended,
  callLong,
  platformSilent,
  recordChanged,
  diskLow,
  collectorBehind,
  backupOld,
];

const staleMs = 60_000;
const dayMs = 86_400_000;

export type AlertRow = typeof alertTable.$inferSelect;
/** Enqueues messages in the transaction that stores the alert. */
type Notify = (tx: Transaction, alert: AlertRow, setting: RuleSetting) => Promise<void>;

type EngineOptions = {
  db: Database;
  accountId: string;
  notify: Notify;
  /** For the recipients that were notified of the alert. */
  notifyRecovery: Notify;
  /** For the recipients of a message that said it was over while it was still clearing. */
  notifyReturn: Notify;
  isLeading: () => boolean;
  isDiskLow: () => Promise<boolean>;
  changed: (resources: readonly string[]) => void;
  log: Logger;
};

type Live = readonly AlertRow[];
type Evaluation = { setting: RuleSetting; now: Date; clearMs: number };

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
        const evaluation = { setting, now, clearMs: setting.isOn ? rule.clearMs : 0 };
        foundRefs.set(rule.id, activeRefs(findings, own, evaluation));
        changes += await this.applyFindings(findings, own, evaluation);
      } catch (err) {
        log.warn({ err, rule: rule.id }, "alert rule failed");
      }
    }
    if (changes > 0) changed(["alerts"]);
  }

  private async applyFindings(findings: readonly Finding[], own: Live, evaluation: Evaluation) {
    const alertByRef = new Map(own.map((alert) => [alert.ref, alert]));
    const refs = new Set(findings.map(({ ref }) => ref));
    let changes = 0;
    for (const finding of findings) {
      const alert = alertByRef.get(finding.ref);
      if (finding.isCovered) {
        if (alert) changes += await this.endAlert(alert, evaluation, "merged");
      } else if (alert) {
        const fingerprint = largerFingerprint(alert.fingerprint, finding.fingerprint);
        changes += await this.updateAlert(alert, { ...finding, fingerprint }, evaluation);
      } else if (!finding.isHold) changes += await this.raiseAlert(finding, evaluation);
    }
    for (const alert of own) if (!refs.has(alert.ref)) changes += await this.clearAlert(alert, evaluation);
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
    const { db, notify, notifyReturn } = this.options;
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
          count: finding.count === undefined ? null : Math.max(finding.count, alert.count ?? 0),
          ...(isReopened ? reopened : {}),
          ...(isReopened || isDue ? { notifiedAt: now } : {}),
        })
        .where(eq(alertTable.id, alert.id))
        .returning();
      if (!updated) return;
      if (isReopened || isDue) await notify(tx, updated, setting);
      else if (alert.clearSince && updated.state !== "resolved") await notifyReturn(tx, updated, setting);
    });
    return isSame && !isReopened ? 0 : 1;
  }

  private async clearAlert(alert: AlertRow, evaluation: Evaluation) {
    if (isClearing(alert, evaluation)) {
      if (alert.clearSince) return 0;
      await this.options.db.update(alertTable).set({ clearSince: evaluation.now }).where(eq(alertTable.id, alert.id));
      return 0;
    }
    return this.endAlert(alert, evaluation, evaluation.setting.isOn ? "recovered" : "rule_off");
  }

  /** Only a recovery notifies. */
  private async endAlert({ id, state }: AlertRow, { setting, now }: Evaluation, clearedAs: AlertRow["clearedAs"]) {
    const { db, notifyRecovery } = this.options;
    const resolved = state === "resolved" ? {} : ({ state: "resolved", resolvedAt: now } as const);
    await db.transaction(async (tx) => {
      const [alert] = await tx
        .update(alertTable)
        .set({ clearedAt: now, clearedAs, ...resolved })
        .where(and(eq(alertTable.id, id), isNull(alertTable.clearedAt)))
        .returning();
      if (alert && clearedAs === "recovered") await notifyRecovery(tx, alert, setting);
    });
    return 1;
  }
}

/** True while an alert that is no longer found stays active. */
const isClearing = ({ clearSince }: AlertRow, { now, clearMs }: Evaluation) =>
  clearMs > 0 && (!clearSince || msBetween(now, clearSince) < clearMs);

function activeRefs(findings: readonly Finding[], own: Live, evaluation: Evaluation): ReadonlySet<string> {
  const live = new Set(own.map(({ ref }) => ref));
  const found = new Set(findings.map(({ ref }) => ref));
  const active = findings.filter(({ ref, isHold, isCovered }) => !isCovered && (!isHold || live.has(ref)));
  const clearing = own.filter((alert) => !found.has(alert.ref) && isClearing(alert, evaluation));
  return new Set([...active, ...clearing].map(({ ref }) => ref));
}

/** Absolute, so that a clock that was set back counts as time passed too. */
const msBetween = (now: Date, then: Date | null | undefined) => Math.abs(now.getTime() - (then?.getTime() ?? 0));

const fieldsOf = ({ isHold, isCovered, isEvent, since, ...finding }: Finding) => ({
  ...finding,
  isPhone: finding.isPhone ?? false,
  changedAt: finding.changedAt ?? null,
  count: finding.count ?? null,
  deliveryIds: finding.deliveryIds ?? null,
});

/** Platform texts can contain characters that PostgreSQL rejects, or line breaks that forge lines of a message. */
function storableFinding(finding: Finding): Finding {
  const { ref, subject, message, why, fingerprint, deliveryIds } = finding;
  const cut = (text: string, maxLength: number) => storable(text.slice(0, maxLength));
  const oneLine = (text: string, maxLength: number) => cut(visibleControls(text).replaceAll(/\s+/g, " "), maxLength);
  const texts = { subject: oneLine(subject, 300), message: oneLine(message, 600), why: oneLine(why, 600) };
  const ids = deliveryIds && { deliveryIds: deliveryIds.map((id) => oneLine(id, 100)) };
  return { ...finding, ...texts, ...ids, ref: cut(ref, 600), fingerprint: cut(fingerprint, 300) };
}
