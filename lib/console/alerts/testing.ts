import { eq } from "drizzle-orm";
import { pino } from "pino";
import { beforeEach } from "vitest";
import { keepSample } from "@/lib/console/collector/keep-record";
import { answerOf, keepVersion } from "@/lib/console/collector/keep-versions";
import {
  campaignSampleTable,
  collectorTaskTable,
  deliveryTable,
  recordVersionTable,
} from "@/lib/console/collector/tables";
import { personWith } from "@/lib/console/testing";
import type { RuleId } from "@/lib/contract/console/alert-rules";
import { type Alert, listAlerts } from "@/lib/contract/console/alerts";
import type { Operation, Role } from "@/lib/contract/operation";
import type { Database } from "@/lib/db/database";
import { consoleMigrations, migrate } from "@/lib/db/migrate";
import { freshDatabase } from "@/lib/db/testing";
import { alerts } from "./alerts";
import { createEngine } from "./engine";
import { alertRuleTable, alertTable } from "./tables";

export const keyPrint = "one organization";

const start = new Date("2026-11-20T14:00:00Z").getTime();
export const at = (minute: number) => new Date(start + minute * 60_000);

/** An engine on a database of its own, empty again at each test, and what is put before it and asked of it. */
export async function freshEngine() {
  const { db, pool } = await freshDatabase();
  await migrate(pool, consoleMigrations);
  const told: string[] = [];
  const disk = { isLow: false };
  const create = () =>
    createEngine({
      db,
      keyPrint,
      log: pino({ level: "silent" }),
      changed: () => undefined,
      isDiskLow: async () => disk.isLow,
      tell: async (_tx, { rule, subject, message }) => void told.push(`${rule}: ${subject} ${message}`),
    });
  let current = create();
  const restart = () => {
    current = create();
  };
  const tables = [alertTable, alertRuleTable, deliveryTable, recordVersionTable, campaignSampleTable];
  beforeEach(async () => {
    told.length = 0;
    disk.isLow = false;
    restart();
    for (const table of [...tables, collectorTaskTable]) await db.delete(table);
  });
  const engine = { evaluate: (now: Date) => current.evaluate(now) };
  return { db, engine, restart, told, disk, ...kept(db), ...asked(db) };
}

type Sent = { minute: number; status?: string; event?: string; webhook?: string; attempts?: number; first?: boolean };

/** What the collector would have kept. */
function kept(db: Database) {
  /** An entry that was first seen at a minute, by a read after another unless it is of the first. */
  async function deliver(count: number, { minute, status = "failed", event = "call.ended", ...more }: Sent) {
    const seen = at(minute);
    await db.insert(deliveryTable).values(
      Array.from({ length: count }, (_, nth) => ({
        keyPrint,
        key: `${minute} ${status} ${event} ${more.webhook} ${nth}`,
        webhookId: more.webhook ?? "w1",
        event,
        status,
        attempts: more.attempts ?? 2,
        at: seen,
        raw: {},
        firstSeenAt: seen,
        notSeenAt: more.first ? null : at(minute - 1),
        changedAt: seen,
      })),
    );
  }
  const keep = (resource: string, ref: string, record: unknown, minute = 0) =>
    keepVersion(db, { keyPrint, resource, ref, answer: answerOf(record), at: at(minute), askedBy: null });
  const reads = (task: string, minute: number, outcome = "ok", okMinute = minute) => {
    const read = { at: at(minute), outcome, okAt: at(okMinute) };
    return db
      .insert(collectorTaskTable)
      .values({ ...{ keyPrint, task, ms: 1, bytes: 1, rows: 1 }, ...read })
      .onConflictDoUpdate({ target: [collectorTaskTable.keyPrint, collectorTaskTable.task], set: read });
  };
  return { deliver, keep, reads, sample: (...given: Sample) => keepCampaign(db, ...given) };
}

type Sample = [through: number, minute: number, record?: Record<string, unknown>];

function keepCampaign(db: Database, ...[through, minute, record = {}]: Sample) {
  const counts = {
    status: "running",
    total_contacts: 100,
    completed_contacts: through,
    pending_contacts: 100 - through,
  };
  const found = { keyPrint, ref: "c1", at: at(minute) };
  const whole = { name: "Meters", ...counts, ...record };
  return Promise.all([
    keepSample(db, { ...found, record: whole }),
    keepVersion(db, { ...found, resource: "campaigns", answer: answerOf(whole), askedBy: null }),
  ]);
}

/** What a person asks, and how the alerts of a rule stand. */
function asked(db: Database) {
  const operations = alerts(db, keyPrint);
  async function ask<Answer>(op: Operation, input: Record<string, unknown>, role: Role = "admin") {
    const found = operations.find((each) => each.op === op);
    return (await found?.run(input, { person: personWith(role), address: null, requestId: "r" })) as Answer;
  }
  const listed = async (role?: Role) => (await ask<{ data: Alert[] }>(listAlerts, {}, role)).data;
  const sentences = async (role?: Role) => (await listed(role)).map(({ subject, message }) => `${subject} ${message}`);
  const stateOf = async (rule: RuleId) => {
    const rows = await db.select().from(alertTable).where(eq(alertTable.rule, rule));
    return rows.map(({ state, clearedAt }) => (clearedAt ? "over" : state));
  };
  return { ask, listed, sentences, stateOf };
}
