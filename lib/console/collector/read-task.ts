import { and, eq, or, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { storable } from "@/lib/console/audit/audit-lines";
import type { Collect } from "@/lib/console/console-types";
import { isSaved, savedTable } from "@/lib/console/tables";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { listWebhookLogs } from "@/lib/contract/api/webhooks";
import { unwrapped } from "@/lib/contract/fields";
import { placeholdersOf, resourceOf } from "@/lib/contract/operation";
import { recordTitle } from "@/lib/contract/shapes/call";
import type { OpenDatabase } from "@/lib/db/database";
import { isPlainObject } from "@/lib/format/json";
import { keepLog } from "./keep-log";
import { keepSample } from "./keep-record";
import { answerOf, type Kept, keepGone, keepList, keepVersion } from "./keep-versions";
import { logTask } from "./log-reader";
import { dueAt, resourceOfTask, type Task, type TaskState } from "./pace";
import { collectorTaskTable } from "./tables";
import { readPages } from "./tasks";

/** What a read brought, and the resources that are not what they were. `ms` is the time spent waiting for the platform. */
export type Found = { ms: number; bytes: number; rows: number; requests: number; changed: string[] };

/** What is to be read again: the records' own, and the list of known ones only where it shows something else now. */
export const changedBy = ({ changed, named }: Kept, own: readonly string[], isOther = false) => [
  ...(changed > 0 ? [...own, "records"] : []),
  ...(named > 0 || isOther ? ["saved"] : []),
];

type Done = { at: Date; ms: number; bytes: number; rows: number; requests: number; outcome: string };
type Opened = { resource: string; ref: string; answer: Uint8Array; raw: unknown; at: Date; askedBy: string | null };

/** Reads one thing of the platform and keeps what it holds. */
export function createTaskReader({
  database: { db },
  keyPrint,
  read,
}: Collect & { database: Pick<OpenDatabase, "db"> }) {
  async function note(task: Task, done: Done, state: TaskState) {
    const isOk = done.outcome === "ok";
    const changedAt = state.changedAtMs === undefined ? null : new Date(state.changedAtMs);
    const row = { ...done, changedAt, nextAt: new Date(dueAt(task, state, clock.nowMs())) };
    await db
      .insert(collectorTaskTable)
      .values({ keyPrint, task: task.id, ...row, okAt: isOk ? done.at : null })
      .onConflictDoUpdate({
        target: [collectorTaskTable.keyPrint, collectorTaskTable.task],
        set: { ...row, ...(isOk ? { okAt: done.at } : {}) },
      });
  }

  async function carry(task: Task, at: Date): Promise<Found> {
    if (task.kind === "log") {
      const { webhookId } = task;
      const { answer, ms = 0 } = await read(listWebhookLogs, webhookId === undefined ? {} : { webhook_id: webhookId });
      const before = (await lastRead(task.id)) ?? (await lastRead(logTask));
      const kept = await keepLog(db, { keyPrint, answer, webhookId, at, before });
      const hasChanged = kept.added + kept.changed + kept.gone > 0;
      return { ms, bytes: answer.length, rows: kept.rows, requests: 1, changed: hasChanged ? ["deliveries"] : [] };
    }
    if (task.kind === "list") return carryList(task, at);
    const op = task.kind === "campaign" ? getCampaign : task.op;
    const { answer, raw, ms = 0 } = await read(op, { [placeholdersOf(op)[0] ?? ""]: task.ref });
    const resource = resourceOfTask(task);
    const kept = await keepRecord({ resource, ref: task.ref, answer, raw, at, askedBy: null });
    const isOther = await keepKnown(resource, task.ref, unwrapped(raw));
    return {
      ms,
      bytes: answer.length,
      rows: 1,
      requests: 1,
      changed: changedBy(kept, [resource], isOther),
    };
  }

  async function carryList({ id, op, resource }: Extract<Task, { kind: "list" }>, at: Date): Promise<Found> {
    const { answers, isWhole, ms } = await readPages(op, read);
    const bytes = answers.reduce((sum, { length }) => sum + length, 0);
    const found = { ms, bytes, requests: answers.length };
    if (resource === "plan-limits") {
      const [answer = answerOf(null)] = answers;
      const kept = await keepVersion(db, { keyPrint, resource, ref: "", answer, at, askedBy: null });
      return { ...found, rows: 1, changed: changedBy(kept, [resourceOf(op)]) };
    }
    const before = await lastRead(id);
    const kept = await keepList(db, { keyPrint, resource, answers, isWhole, at, before, askedBy: null });
    const own = resource === "webhooks" ? [resource, "deliveries"] : [resource];
    return { ...found, rows: kept.rows, changed: changedBy(kept, own) };
  }

  async function keepRecord({ raw, ...found }: Opened) {
    const kept = await keepVersion(db, { keyPrint, ...found });
    const record = unwrapped(raw);
    if (found.resource === "campaigns") await keepSample(db, { keyPrint, ref: found.ref, record, at: found.at });
    return kept;
  }

  /** What a list shows of a record that nobody opened since. Says whether that is something else now. */
  async function keepKnown(resource: string, ref: string, record: unknown) {
    const fields = isPlainObject(record) ? record : {};
    const textOf = (value: unknown) => (typeof value === "string" ? storable(value.slice(0, 300)) : null);
    const [name, lastStatusWord] = [textOf(recordTitle(resource, fields)), textOf(fields.status)];
    const isOther = or(
      sql`${savedTable.name} is distinct from ${name}`,
      sql`${savedTable.lastStatusWord} is distinct from ${lastStatusWord}`,
      sql`${savedTable.notFoundTimes} > 0`,
    );
    const { rowCount } = await db
      .update(savedTable)
      .set({ name, lastStatusWord, notFoundSince: null, notFoundTimes: 0 })
      .where(and(isSaved({ keyPrint, resource, ref }), isOther));
    return rowCount !== 0;
  }

  /** What answers 404 twice is gone. Says whether it is. */
  async function keepMissing(task: Task & { ref: string }, at: Date) {
    const resource = resourceOfTask(task);
    const [saved] = await db
      .update(savedTable)
      .set({
        notFoundTimes: sql`${savedTable.notFoundTimes} + 1`,
        notFoundSince: sql`case when ${savedTable.notFoundTimes} > 0 then coalesce(${savedTable.notFoundSince}, ${at.toISOString()}) end`,
      })
      .where(isSaved({ keyPrint, resource, ref: task.ref }))
      .returning({ times: savedTable.notFoundTimes });
    if ((saved?.times ?? 0) < 2) return false;
    await keepGone(db, { keyPrint, resource, ref: task.ref }, at);
    return true;
  }

  async function lastRead(task: string): Promise<Date | undefined> {
    const isIt = and(eq(collectorTaskTable.keyPrint, keyPrint), eq(collectorTaskTable.task, task));
    const [last] = await db.select({ at: collectorTaskTable.okAt }).from(collectorTaskTable).where(isIt);
    return last?.at ?? undefined;
  }

  return { carry, note, keepRecord, keepMissing };
}
