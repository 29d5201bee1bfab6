import { and, eq, isNull, like, ne, or } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { everyMs, minIntervalFactor, startingState, type Task } from "@/lib/collector/polling/pace";
import { listWebhookLogs, listWebhooks } from "@/lib/contract/api/webhooks";
import type { LogReading } from "@/lib/contract/console/webhook-log/deliveries";
import { NO_WORD, onlyWordIn } from "@/lib/contract/console/webhook-log/words";
import { collectorTaskTable, recordVersionTable, watchedTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import type { Events } from "@/lib/events/events";

export const logTask = listWebhookLogs.id;

/** ID of the task that reads the log of one webhook, or of all webhooks. */
export const logTaskOf = (webhookId: string | undefined) =>
  webhookId === undefined ? logTask : `${logTask} ${webhookId}`;

/** Problem code of a log that is too large to read. Each webhook's own log is then read instead. */
export const tooLarge = "upstream-too-large";
const maxWebhooks = 200;

/** Prefix of a task with a waiting request. */
export const waitingPrefix = "fresh ";

type TaskRow = typeof collectorTaskTable.$inferSelect;

/** Tasks that read each webhook's own log. Empty unless the log of all webhooks is too large. */
export async function logsOfWebhooks(db: Database, accountId: string, paceMs: number): Promise<Task[]> {
  const isFullLog = and(eq(collectorTaskTable.accountId, accountId), eq(collectorTaskTable.task, logTask));
  const [fullLog] = await db.select({ outcome: collectorTaskTable.outcome }).from(collectorTaskTable).where(isFullLog);
  if (fullLog?.outcome !== tooLarge) return [];
  const ids = await webhooksOf(db, accountId);
  return ids.map((webhookId) => ({
    id: logTaskOf(webhookId),
    kind: "log",
    webhookId,
    paceMs,
    viewedAtMs: undefined,
  }));
}

export async function webhooksOf(db: Database, accountId: string): Promise<string[]> {
  const { resource, ref, goneAt } = recordVersionTable;
  const rows = await db
    .selectDistinct({ ref })
    .from(recordVersionTable)
    .where(and(eq(recordVersionTable.accountId, accountId), eq(resource, "webhooks"), ne(ref, ""), isNull(goneAt)))
    .orderBy(ref)
    .limit(maxWebhooks);
  return rows.map((row) => row.ref);
}

type LogReaderOptions = {
  db: Database;
  accountId: string;
  events: Pick<Events, "viewed" | "onPolled">;
  waitMs?: number;
};

/** Connects log viewers with the process that polls the log. */
export function createLogReader({ db, accountId, events, waitMs = 5_000 }: LogReaderOptions) {
  const reads = new Map<string, Promise<void>>();

  async function readNow(webhookId: string | undefined) {
    const tasks = tasksFor(await tasksOfLog(db, accountId), webhookId);
    const polled = whenPolled(tasks);
    // Also refreshes the list of webhooks, without waiting for it.
    events.viewed([...tasks, listWebhooks.id].map((task) => waitingPrefix + task));
    await polled;
  }

  /** Resolves when all tasks were polled, or after `waitMs`. */
  function whenPolled(tasks: readonly string[]) {
    return new Promise<void>((resolve) => {
      const pending = new Set(tasks);
      const timer = setTimeout(end, waitMs);
      const unsubscribe = events.onPolled((polled) => {
        for (const task of polled) pending.delete(task);
        if (pending.size === 0) end();
      });
      function end() {
        clearTimeout(timer);
        unsubscribe();
        resolve();
      }
    });
  }

  return {
    /** Requests a read of the log and waits for it, at most `waitMs`. Concurrent calls share one read. */
    readNow(webhook: string | undefined) {
      const webhookId = onlyWebhookIn(webhook);
      const task = logTaskOf(webhookId);
      const read = reads.get(task) ?? readNow(webhookId).finally(() => reads.delete(task));
      reads.set(task, read);
      return read;
    },
    async reading(): Promise<LogReading> {
      const [since, tasks] = await Promise.all([watchedSince(db, accountId), tasksOfLog(db, accountId)]);
      return { ...statusOf(tasks, clock.nowMs()), watched_since: since };
    },
  };
}

export type LogReader = ReturnType<typeof createLogReader>;

export async function logReadAt(db: Database, accountId: string): Promise<string | null> {
  return statusOf(await tasksOfLog(db, accountId), clock.nowMs()).ok_at;
}

function tasksOfLog(db: Database, accountId: string): Promise<TaskRow[]> {
  const isOfLog = or(eq(collectorTaskTable.task, logTask), like(collectorTaskTable.task, `${logTask} %`));
  return db
    .select()
    .from(collectorTaskTable)
    .where(and(eq(collectorTaskTable.accountId, accountId), isOfLog));
}

async function watchedSince(db: Database, accountId: string) {
  const isOfAccount = eq(watchedTable.accountId, accountId);
  const [first] = await db.select().from(watchedTable).where(isOfAccount).orderBy(watchedTable.fromAt).limit(1);
  return first?.fromAt.toISOString() ?? null;
}

/** Tasks that read a webhook's deliveries. Its own log is read only if the log of all webhooks is too large. */
function tasksFor(rows: readonly TaskRow[], webhookId: string | undefined): string[] {
  if (rows.find(({ task }) => task === logTask)?.outcome !== tooLarge) return [logTask];
  if (webhookId !== undefined) return [logTaskOf(webhookId)];
  const webhookTasks = rows.filter(({ task }) => task !== logTask).map(({ task }) => task);
  return webhookTasks.length > 0 ? webhookTasks : [logTask];
}

function statusOf(rows: readonly TaskRow[], nowMs: number): Omit<LogReading, "watched_since"> {
  const fullLog = rows.find(({ task }) => task === logTask);
  const webhookLogs = rows.filter(({ task }) => task !== logTask);
  const isSplit = fullLog?.outcome === tooLarge && webhookLogs.length > 0;
  const logs = isSplit ? webhookLogs : fullLog ? [fullLog] : [];
  const okTimes = logs.flatMap(({ okAt }) => (okAt ? [okAt.getTime()] : []));
  const isOk = logs.every(({ outcome }) => outcome === "ok");
  const defaultMs = everyMs({ id: logTask, kind: "log", viewedAtMs: nowMs }, startingState, nowMs);
  const slowestMs = Math.max(0, ...logs.map(({ ms }) => ms));
  const okCount = webhookLogs.filter(({ outcome }) => outcome === "ok").length;
  return {
    at: logs.length > 0 ? new Date(Math.max(...logs.map(({ at }) => at.getTime()))).toISOString() : null,
    ok_at: okTimes.length > 0 ? new Date(Math.min(...okTimes)).toISOString() : null,
    outcome: logs.length === 0 ? "none" : isOk ? "ok" : (logs.find(({ outcome }) => outcome !== "ok")?.outcome ?? "ok"),
    every_seconds: Math.round(Math.max(defaultMs, slowestMs * minIntervalFactor) / 1000),
    by_webhook: isSplit ? { read: okCount, of: webhookLogs.length } : null,
  };
}

function onlyWebhookIn(webhook: string | undefined) {
  const only = onlyWordIn(webhook);
  return only === NO_WORD ? undefined : only;
}
