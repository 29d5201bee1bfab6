import { eq } from "drizzle-orm";
import { pino } from "pino";
import { beforeEach } from "vitest";
import { alerts } from "@/lib/alerts/alerts";
import { AlertEngine } from "@/lib/alerts/engine";
import { storeSample } from "@/lib/collector/campaigns/samples";
import { answerOf, storeVersion } from "@/lib/collector/records/store-versions";
import type { RuleId } from "@/lib/contract/console/alert-rule-ids";
import { type Alert, type AlertGroup, listAlertGroups, listAlerts } from "@/lib/contract/console/alerts";
import type { Outcome } from "@/lib/contract/console/webhook-log/filter";
import type { Operation, Role } from "@/lib/contract/operation";
import { alertRuleTable, alertTable } from "@/lib/db/console/tables/alerts";
import { collectorTaskTable } from "@/lib/db/console/tables/collector";
import { savedTable } from "@/lib/db/console/tables/registry";
import type { Database } from "@/lib/db/database";
import { textIn } from "@/lib/format/json";
import { personWith } from "./console";
import { emptyCollected } from "./database/empty-collected";
import { freshDatabase } from "./database/fresh-database";
import { storeDeliveries } from "./store-deliveries";

export const accountId = "one organization";
const log = pino({ level: "silent" });

/** The alert engine on a database of this test file, emptied before each test, with the operations on its alerts. */
export async function freshAlertEngine() {
  const { db } = await freshDatabase();
  const engineOf = (): AlertEngine =>
    new AlertEngine({
      db,
      accountId,
      log,
      changed: () => undefined,
      isLeading: () => now.isLeading,
      isDiskLow: async () => now.isLow,
      notify: async (_tx, { rule, subject, message }) => void now.notified.push(`${rule}: ${subject} ${message}`),
      notifyRecovery: async (_tx, { rule, subject }) => void now.recovered.push(`${rule}: ${subject}`),
      notifyReturn: async (_tx, { rule, subject }) => void now.returned.push(`${rule}: ${subject}`),
    });
  /** State of the current test: notifications, recoveries and returns so far, and the engine, which has state of its own. */
  const now = {
    notified: [] as string[],
    recovered: [] as string[],
    returned: [] as string[],
    isLeading: true,
    isLow: false,
    engine: engineOf(),
  };
  beforeEach(async () => {
    Object.assign(now, {
      notified: [],
      recovered: [],
      returned: [],
      isLeading: true,
      isLow: false,
      engine: engineOf(),
    });
    for (const table of [alertTable, alertRuleTable]) await db.delete(table);
    await emptyCollected(db);
  });
  return { db, now, engineOf, ...operationsOn(db), ...storingIn(db) };
}

const start = new Date("2026-11-20T14:00:00Z").getTime();
export const at = (minute: number) => new Date(start + minute * 60_000);
function operationsOn(db: Database) {
  const operations = alerts(db, accountId);

  async function ask<Answer>(op: Operation, input: Record<string, unknown>, role: Role = "admin") {
    const operation = operations.find((candidate) => candidate.op === op);
    return (await operation?.run(input, { person: personWith(role), address: null, requestId: "r" })) as Answer;
  }
  const listed = async (role?: Role) => (await ask<{ data: Alert[] }>(listAlerts, {}, role)).data;
  const sentences = async (role?: Role) => (await listed(role)).map(({ subject, message }) => `${subject} ${message}`);
  const groups = async (role?: Role) => (await ask<{ data: AlertGroup[] }>(listAlertGroups, {}, role)).data;
  const stateOf = async (rule: RuleId) => {
    const rows = await db.select().from(alertTable).where(eq(alertTable.rule, rule));
    return rows.map(({ state, clearedAt }) => (clearedAt ? "over" : state));
  };
  return { ask, groups, listed, sentences, stateOf };
}

type DeliveryOptions = {
  minute: number;
  status?: string;
  event?: string;
  webhook?: string;
  attempts?: number;
  outcome?: Outcome;
  first?: boolean;
  /** Minute of the arrival, and how late it was. */
  arrived?: number;
  late?: number;
};

function storingIn(db: Database) {
  /** Stores entries first seen at a minute. With `first`, the first read found them, so their time is unknown. */
  async function deliver(count: number, { minute, status = "failed", event = "call.ended", ...more }: DeliveryOptions) {
    const seenAt = at(minute);
    await storeDeliveries(
      db,
      Array.from({ length: count }, (_, nth) => ({
        accountId,
        key: `${minute} ${status} ${event} ${more.webhook} ${nth}`,
        webhookId: more.webhook ?? "w1",
        event,
        status,
        attempts: more.attempts ?? 2,
        ...(more.outcome ? { outcome: more.outcome } : {}),
        at: more.first ? null : seenAt,
        firstSeenAt: seenAt,
        notSeenAt: more.first ? null : at(minute - 1),
        changedAt: at(more.arrived ?? minute),
        lastAt: at(more.arrived ?? minute),
        late: more.late ?? (status === "delivered" ? 0 : -1),
      })),
    );
  }
  /** Registers a record and stores a version of it. */
  async function keep(resource: string, ref: string, record: Record<string, unknown>, minute = 0) {
    const lastStatusWord = textIn(record.status) ?? null;
    await db
      .insert(savedTable)
      .values({ accountId, resource, ref, lastStatusWord })
      .onConflictDoUpdate({
        target: [savedTable.accountId, savedTable.resource, savedTable.ref],
        set: { lastStatusWord },
      });
    await storeVersion(db, { accountId, resource, ref, answer: answerOf(record), at: at(minute) });
  }
  const reads = (task: string, minute: number, outcome = "ok", okMinute: number | undefined = minute) =>
    db
      .insert(collectorTaskTable)
      .values({
        ...{ accountId, task, at: at(minute), ms: 1, bytes: 1, rows: 1, outcome },
        okAt: okMinute === undefined ? null : at(okMinute),
      })
      .onConflictDoUpdate({
        target: [collectorTaskTable.accountId, collectorTaskTable.task],
        set: { at: at(minute), outcome, okAt: okMinute === undefined ? null : at(okMinute) },
      });

  /** Stores a sample and a version of a campaign with 100 contacts. */
  const sample = (through: number, minute: number, record: Record<string, unknown> = {}) => {
    const counts = {
      status: "running",
      total_contacts: 100,
      completed_contacts: through,
      pending_contacts: 100 - through,
    };
    const read = { accountId, ref: "c1", at: at(minute) };
    const campaign = { name: "Meters", ...counts, ...record };
    return Promise.all([
      storeSample(db, { ...read, record: campaign }),
      storeVersion(db, { ...read, resource: "campaigns", answer: answerOf(campaign) }),
    ]);
  };
  return { deliver, keep, reads, sample };
}
