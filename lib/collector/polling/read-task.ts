import { and, eq, or, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { keepSample } from "@/lib/collector/campaigns/samples";
import type { Collect } from "@/lib/collector/collect";
import { answerOf, keepGone, keepList, keepVersion, type StoreResult } from "@/lib/collector/records/keep-versions";
import { keepLog } from "@/lib/collector/webhook-log/keep-log";
import { logTask } from "@/lib/collector/webhook-log/log-reader";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { listWebhookLogs } from "@/lib/contract/api/webhooks";
import { unwrapped } from "@/lib/contract/fields";
import { placeholdersOf, resourceOf } from "@/lib/contract/operation";
import { recordTitle } from "@/lib/contract/shapes/call";
import { collectorTaskTable } from "@/lib/db/console/tables/collector";
import { isSaved, savedTable } from "@/lib/db/console/tables/registry";
import type { OpenDatabase } from "@/lib/db/database";
import { storable } from "@/lib/db/storable";
import { isPlainObject } from "@/lib/format/json";
import { dueAt, resourceOfTask, type Task, type TaskState } from "./pace";
import { readPages } from "./tasks";

/** Result of a read, with the resources that changed. `ms` is the time spent waiting for the platform. */
export type TaskResult = { ms: number; bytes: number; rows: number; requests: number; changed: string[] };

/** Query keys to invalidate after storing records. The registry only if it shows something else now. */
export const changedBy = ({ changed, named }: StoreResult, own: readonly string[], hasRegistryChange = false) => [
  ...(changed > 0 ? [...own, "records"] : []),
  ...(named > 0 || hasRegistryChange ? ["saved"] : []),
];

type TaskRun = { at: Date; ms: number; bytes: number; rows: number; requests: number; outcome: string };
type RecordAnswer = {
  resource: string;
  ref: string;
  answer: Uint8Array;
  raw: unknown;
  at: Date;
  askedBy: string | null;
};

/** Runs polling tasks: reads from the platform and stores the result. */
export function createTaskReader({
  database: { db },
  accountId,
  read,
}: Collect & { database: Pick<OpenDatabase, "db"> }) {
  async function recordRun(task: Task, run: TaskRun, state: TaskState) {
    const isOk = run.outcome === "ok";
    const changedAt = state.changedAtMs === undefined ? null : new Date(state.changedAtMs);
    const row = { ...run, changedAt, nextAt: new Date(dueAt(task, state, clock.nowMs())) };
    await db
      .insert(collectorTaskTable)
      .values({ accountId, task: task.id, ...row, okAt: isOk ? run.at : null })
      .onConflictDoUpdate({
        target: [collectorTaskTable.accountId, collectorTaskTable.task],
        set: { ...row, ...(isOk ? { okAt: run.at } : {}) },
      });
  }

  async function readTask(task: Task, at: Date): Promise<TaskResult> {
    if (task.kind === "log") {
      const { webhookId } = task;
      const { answer, ms = 0 } = await read(listWebhookLogs, webhookId === undefined ? {} : { webhook_id: webhookId });
      const before = (await lastRead(task.id)) ?? (await lastRead(logTask));
      const { rows, added, changed, gone } = await keepLog(db, { accountId, answer, webhookId, at, before });
      const hasChanged = added + changed + gone > 0;
      return { ms, bytes: answer.length, rows, requests: 1, changed: hasChanged ? ["deliveries"] : [] };
    }
    if (task.kind === "list") return readList(task, at);
    const op = task.kind === "campaign" ? getCampaign : task.op;
    const { answer, raw, ms = 0 } = await read(op, { [placeholdersOf(op)[0] ?? ""]: task.ref });
    const resource = resourceOfTask(task);
    const stored = await storeRecord({ resource, ref: task.ref, answer, raw, at, askedBy: null });
    const hasRegistryChange = await updateRegistry(resource, task.ref, unwrapped(raw));
    return {
      ms,
      bytes: answer.length,
      rows: 1,
      requests: 1,
      changed: changedBy(stored, [resource], hasRegistryChange),
    };
  }

  async function readList({ id, op, resource }: Extract<Task, { kind: "list" }>, at: Date): Promise<TaskResult> {
    const { answers, isWhole, ms } = await readPages(op, read);
    const bytes = answers.reduce((sum, { length }) => sum + length, 0);
    const size = { ms, bytes, requests: answers.length };
    if (resource === "plan-limits") {
      const [answer = answerOf(null)] = answers;
      const stored = await keepVersion(db, { accountId, resource, ref: "", answer, at, askedBy: null });
      return { ...size, rows: 1, changed: changedBy(stored, [resourceOf(op)]) };
    }
    const before = await lastRead(id);
    const stored = await keepList(db, { accountId, resource, answers, isWhole, at, before, askedBy: null });
    const own = resource === "webhooks" ? [resource, "deliveries"] : [resource];
    return { ...size, rows: stored.rows, changed: changedBy(stored, own) };
  }

  async function storeRecord({ raw, ...read }: RecordAnswer) {
    const stored = await keepVersion(db, { accountId, ...read });
    const record = unwrapped(raw);
    if (read.resource === "campaigns") await keepSample(db, { accountId, ref: read.ref, record, at: read.at });
    return stored;
  }

  /** Updates a record's name and status in the registry. Returns true if anything changed. */
  async function updateRegistry(resource: string, ref: string, record: unknown) {
    const fields = isPlainObject(record) ? record : {};
    const textOf = (value: unknown) => (typeof value === "string" ? storable(value.slice(0, 300)) : null);
    const [name, lastStatusWord] = [textOf(recordTitle(resource, fields)), textOf(fields.status)];
    const isDifferent = or(
      sql`${savedTable.name} is distinct from ${name}`,
      sql`${savedTable.lastStatusWord} is distinct from ${lastStatusWord}`,
      sql`${savedTable.notFoundTimes} > 0`,
    );
    const { rowCount } = await db
      .update(savedTable)
      .set({ name, lastStatusWord, notFoundSince: null, notFoundTimes: 0 })
      .where(and(isSaved({ accountId, resource, ref }), isDifferent));
    return rowCount !== 0;
  }

  /** Counts a 404. A record that answered 404 twice is gone. Returns true if it is gone. */
  async function storeMissing(task: Task & { ref: string }, at: Date) {
    const resource = resourceOfTask(task);
    const [saved] = await db
      .update(savedTable)
      .set({
        notFoundTimes: sql`${savedTable.notFoundTimes} + 1`,
        notFoundSince: sql`case when ${savedTable.notFoundTimes} > 0 then coalesce(${savedTable.notFoundSince}, ${at.toISOString()}) end`,
      })
      .where(isSaved({ accountId, resource, ref: task.ref }))
      .returning({ times: savedTable.notFoundTimes });
    if ((saved?.times ?? 0) < 2) return false;
    await keepGone(db, { accountId, resource, ref: task.ref }, at);
    return true;
  }

  async function lastRead(task: string): Promise<Date | undefined> {
    const isTask = and(eq(collectorTaskTable.accountId, accountId), eq(collectorTaskTable.task, task));
    const [last] = await db.select({ at: collectorTaskTable.okAt }).from(collectorTaskTable).where(isTask);
    return last?.at ?? undefined;
  }

  return { readTask, recordRun, storeRecord, storeMissing };
}
