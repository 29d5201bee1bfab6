import { and, eq, or, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { storeSample } from "@/lib/collector/campaigns/samples";
import type { Collect } from "@/lib/collector/collect";
import { markGone, markReturned, mayReturn } from "@/lib/collector/records/gone";
import { registryFields } from "@/lib/collector/records/registry";
import { answerOf, keepList, type StoreResult, storeVersion } from "@/lib/collector/records/store-versions";
import { logTask } from "@/lib/collector/webhook-log/log-reader";
import { storeLog } from "@/lib/collector/webhook-log/store-log";
import { noteNoAnswer, storeWatched } from "@/lib/collector/webhook-log/watched";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { listWebhookLogs } from "@/lib/contract/api/webhooks";
import { unwrapped } from "@/lib/contract/fields";
import { placeholdersOf, resourceOf } from "@/lib/contract/operation";
import { collectorTaskTable } from "@/lib/db/console/tables/collector";
import { isSaved, savedTable } from "@/lib/db/console/tables/registry";
import type { Database } from "@/lib/db/database";
import { dueAt, resourceOfTask, type Task, type TaskState } from "./pace";
import { readPages } from "./tasks";

/** Result of a read, with the resources that changed. `ms` is the time spent waiting for the platform. */
export type TaskResult = { ms: number; bytes: number; rows: number; requests: number; changed: string[] };

/** Query keys to invalidate after storing records. The registry only if it shows something else now. */
export const changedBy = ({ changed, named }: StoreResult, own: readonly string[], hasRegistryChange = false) => [
  ...(changed > 0 ? [...own, "records"] : []),
  ...(named > 0 || hasRegistryChange ? ["saved"] : []),
];

type Store = {
  db: Database;
  accountId: string;
  /** Called with the ID of each call whose record was stored. */
  onCall?: ((ref: string) => Promise<unknown>) | undefined;
};
type Reader = Store & Pick<Collect, "read">;
type TaskRun = { at: Date; ms: number; bytes: number; rows: number; requests: number; outcome: string };
type RecordAnswer = { resource: string; ref: string; answer: Uint8Array; raw: unknown; at: Date };

export async function readTask(reader: Reader, task: Task, at: Date): Promise<TaskResult> {
  if (task.kind === "log") return readLog(reader, task, at);
  if (task.kind === "list") return readList(reader, task, at);
  const op = task.kind === "campaign" ? getCampaign : task.op;
  const { answer, raw, ms = 0 } = await reader.read(op, { [placeholdersOf(op)[0] ?? ""]: task.ref });
  const resource = resourceOfTask(task);
  const stored = await storeRecord(reader, { resource, ref: task.ref, answer, raw, at });
  const hasRegistryChange = await updateRegistry(reader, { resource, ref: task.ref, raw, at });
  const changed = changedBy(stored, [resource], hasRegistryChange);
  return { ms, bytes: answer.length, rows: 1, requests: 1, changed };
}

async function readLog(reader: Reader, { id, webhookId }: Extract<Task, { kind: "log" }>, at: Date) {
  const { db, accountId, read } = reader;
  const { answer, ms = 0 } = await read(listWebhookLogs, webhookId === undefined ? {} : { webhook_id: webhookId });
  const before = (await lastRead(reader, id)) ?? (await lastRead(reader, logTask));
  const { rows, added, changed, gone } = await storeLog(db, { accountId, answer, webhookId, at, before });
  const hasChanged = added + changed + gone > 0;
  return {
    ms,
    bytes: answer.length,
    rows,
    requests: 1,
    changed: hasChanged ? ["deliveries", "found-calls.deliveries"] : [],
  };
}

async function readList(reader: Reader, { id, op, resource }: Extract<Task, { kind: "list" }>, at: Date) {
  const { db, accountId } = reader;
  const { answers, isWhole, ms } = await readPages(op, reader.read);
  const size = { ms, bytes: answers.reduce((sum, { length }) => sum + length, 0), requests: answers.length };
  if (resource === "plan-limits") {
    const [answer = answerOf(null)] = answers;
    const stored = await storeVersion(db, { accountId, resource, ref: "", answer, at });
    return { ...size, rows: 1, changed: changedBy(stored, [resourceOf(op)]) };
  }
  const before = await lastRead(reader, id);
  const stored = await keepList(db, { accountId, resource, answers, isWhole, at, before });
  const own = resource === "webhooks" ? [resource, "deliveries"] : [resource];
  return { ...size, rows: stored.rows, changed: changedBy(stored, own) };
}

export async function storeRecord({ db, accountId, onCall }: Store, { raw, ...read }: RecordAnswer) {
  const stored = await storeVersion(db, { accountId, ...read });
  const record = unwrapped(raw);
  if (read.resource === "calls") await onCall?.(read.ref);
  if (read.resource === "campaigns") await storeSample(db, { accountId, ref: read.ref, record, at: read.at });
  return stored;
}

export async function recordRun({ db, accountId }: Store, task: Task, run: TaskRun, state: TaskState) {
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

type LogRun = { at: Date; state: TaskState; isGood: boolean };

/** Notes whether a log is being watched. A log that is too large is not: the own logs of its webhooks are. */
export async function noteWatched(
  { db, accountId }: Store,
  task: Task & { kind: "log" },
  { at, state, isGood }: LogRun,
) {
  const log = { accountId, webhookId: task.webhookId };
  const startedMs = clock.startedMs();
  if (!isGood) return noteNoAnswer(db, log, { at, startedMs });
  return storeWatched(db, log, { at, everyMs: dueAt(task, state, at.getTime()) - at.getTime(), startedMs });
}

/** Updates a record's name and status in the registry. Returns true if anything changed. */
async function updateRegistry({ db, accountId }: Store, read: Pick<RecordAnswer, "resource" | "ref" | "at" | "raw">) {
  const { resource, ref, at, raw } = read;
  const fields = registryFields(resource, unwrapped(raw));
  const isBack = await markReturned(db, { accountId, resource, ref }, at);
  const isDifferent = or(
    sql`${savedTable.name} is distinct from ${fields.name}`,
    sql`${savedTable.lastStatusWord} is distinct from ${fields.lastStatusWord}`,
  );
  const { rowCount } = await db
    .update(savedTable)
    .set(fields)
    .where(and(isSaved({ accountId, resource, ref }), mayReturn(at), isDifferent));
  return isBack || rowCount !== 0;
}

/** Counts a 404. A record that answered 404 twice is gone. Returns true if it is gone. */
export async function storeMissing({ db, accountId }: Store, task: Task & { ref: string }, at: Date) {
  const record = { accountId, resource: resourceOfTask(task), ref: task.ref };
  const [saved] = await db
    .select({ times: savedTable.notFoundTimes, since: savedTable.notFoundSince })
    .from(savedTable)
    .where(isSaved(record));
  if (saved && (saved.times > 0 || saved.since)) {
    await markGone(db, record, { at });
    return true;
  }
  await db.update(savedTable).set({ notFoundTimes: 1 }).where(isSaved(record));
  return false;
}

async function lastRead({ db, accountId }: Store, task: string): Promise<Date | undefined> {
  const isTask = and(eq(collectorTaskTable.accountId, accountId), eq(collectorTaskTable.task, task));
  const [last] = await db.select({ at: collectorTaskTable.okAt }).from(collectorTaskTable).where(isTask);
  return last?.at ?? undefined;
}
