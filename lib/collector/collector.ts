import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Logger } from "pino";
import { clock } from "@/lib/clock";
import type { Task } from "@/lib/collector/polling/pace";
import { changedBy, createTaskReader, type TaskResult } from "@/lib/collector/polling/read-task";
import { createSchedule } from "@/lib/collector/polling/schedule";
import { isMissing, keysOf, nameOf, operationIdOf } from "@/lib/collector/polling/task-names";
import { readSettings, readTasks, recordReadOf } from "@/lib/collector/polling/tasks";
import { answerOf } from "@/lib/collector/records/keep-versions";
import { logTask, tooLarge, waitingPrefix } from "@/lib/collector/webhook-log/log-reader";
import { listWebhookLogs } from "@/lib/contract/api/webhooks";
import { isOfPlatform, isWrite, placeholdersOf, resourceOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { collectorTaskTable } from "@/lib/db/console/tables/collector";
import type { OpenDatabase } from "@/lib/db/database";
import { createLeader } from "@/lib/db/leader";
import { isPlainObject } from "@/lib/format/json";
import type { Observation } from "@/lib/gateway/observation";
import { startTicker } from "@/lib/jobs/ticker";
import type { Collect } from "./collect";
import { removeOld } from "./retention";

type CollectorOptions = Collect & {
  database: OpenDatabase;
  log: Logger;
  /** Called with the resources in which a read found a change. */
  changed?: (resources: readonly string[]) => void;
  /** Sends to the platform, exchanged between processes so that the one that polls reads their records again. */
  sent?: {
    publish: (names: readonly string[]) => void;
    subscribe: (run: (names: readonly string[]) => void) => unknown;
  };
  /** Interval of checks for due tasks. */
  tickMs?: number;
};

const maxQueued = 100;
const maxRecentlyStored = 2_000;
const removalEveryMs = 3_600_000;
const dedupeMs = 60_000;
/** The list of tasks is read again after this many ticks. */
const ticksPerTaskList = 5;

/**
 * Polls the platform and stores snapshots and changes, at a pace that does not depend on the number of viewers. Only the
 * leader of all processes on a database polls. The others store records that their own users open.
 */
export function createCollector(options: CollectorOptions) {
  const { database, accountId, log, changed = () => undefined, sent, tickMs = 1_000 } = options;
  const { db, url } = database;
  const schedule = createSchedule();
  const running = new Map<string, { op: string; run: Promise<void> }>();
  /** Digests of opened records that were stored recently. */
  const recentlyStored = new Map<string, { digest: string; atMs: number }>();
  let taskList: { tasks: Task[]; atMs: number } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isTicking = false;
  let isClosed = false;
  let queued = 0;
  let storing: Promise<unknown> = Promise.resolve();
  const { readTask, recordRun, storeRecord, storeMissing } = createTaskReader({ ...options, read: readAsLeader });

  const leader = createLeader({
    url,
    name: "collector",
    onChange: (isLeading) => {
      clearTimeout(timer);
      schedule.forgetReads();
      taskList = undefined;
      if (isLeading) void tick();
    },
  });
  sent?.subscribe(touch);
  /** The first run is an hour after the start, when a wrong clock has been corrected. */
  const removal = startTicker({
    ...{ name: "the removal of old history", everyMs: removalEveryMs, log },
    run: async () => (leader.isLeading() ? removeOld(db, (await readSettings(db)).days) : undefined),
  });

  /** The first read after a send shows its effect, so it is stored even without a change. */
  function storeNextRead(names: readonly string[]) {
    for (const name of names) recentlyStored.delete(name);
  }

  function touch(names: readonly string[]) {
    storeNextRead(names);
    schedule.touch(names);
    wakeIn(0);
  }

  function wakeIn(ms: number) {
    if (isClosed || !leader.isLeading()) return;
    clearTimeout(timer);
    timer = setTimeout(() => void tick(), ms).unref();
  }

  async function tick() {
    if (isTicking) return;
    isTicking = true;
    let nextMs = tickMs;
    try {
      const tasks = await currentTasks();
      if (isClosed || !leader.isLeading()) return;
      nextMs = Math.min(tickMs, startDue(tasks));
    } catch (err) {
      log.warn({ err }, "the collector waits");
    } finally {
      isTicking = false;
      wakeIn(nextMs);
    }
  }

  async function currentTasks() {
    if (taskList && performance.now() - taskList.atMs < ticksPerTaskList * tickMs) return taskList.tasks;
    const isFirst = taskList === undefined;
    const tasks = await readTasks(db, await readSettings(db), accountId);
    taskList = { tasks, atMs: performance.now() };
    if (isFirst) await restoreSchedule();
    return tasks;
  }

  /** Restores the last reads of another leader, so that its lists and records are not all read again at once. */
  async function restoreSchedule() {
    const rows = await db.select().from(collectorTaskTable).where(eq(collectorTaskTable.accountId, accountId));
    for (const { task, at, ms, outcome, changedAt } of rows) {
      const isUrgent = task === logTask || task.startsWith("campaigns.");
      const startedAtMs = at.getTime();
      if (isUrgent || outcome !== "ok" || startedAtMs > clock.nowMs()) continue;
      schedule.restore(task, { startedAtMs, endedAtMs: startedAtMs + ms, ms, changedAtMs: changedAt?.getTime() });
    }
  }

  /** Starts due tasks. Returns the time in milliseconds until a paused endpoint can be read again. */
  function startDue(tasks: readonly Task[]): number {
    const { ready, nextMs } = schedule.due(tasks, new Map([...running].map(([id, { op }]) => [id, op])));
    for (const task of ready) start(task);
    return nextMs;
  }

  /** After a process was suspended, the next leader has newer data. */
  const mayStore = () => isClosed || leader.isLeading();

  async function readAsLeader(...request: Parameters<Collect["read"]>) {
    const response = await options.read(...request);
    if (!mayStore()) throw new Error("The lead was lost during a read.");
    return response;
  }

  function start(task: Task) {
    const run = runTask(task)
      .catch((err: unknown) => {
        schedule.failed(task);
        log.warn({ err, task: task.id }, "not kept");
      })
      .finally(() => {
        running.delete(task.id);
        wakeIn(0);
      });
    running.set(task.id, { op: operationIdOf(task), run });
  }

  async function runTask(task: Task) {
    const at = clock.now();
    const startedMs = performance.now();
    let result: TaskResult = { ms: 0, bytes: 0, rows: 0, requests: 1, changed: [] };
    let problem: Problem | undefined;
    try {
      result = await readTask(task, at);
    } catch (error) {
      if (!mayStore()) return;
      problem = error instanceof Problem ? error : new Problem("internal");
      if (problem.code === tooLarge) taskList = undefined;
      if (problem !== error) log.warn({ err: error, task: task.id }, "not collected");
      result.ms = performance.now() - startedMs;
      if (isMissing(task, problem) && (await storeMissing(task, at))) {
        if (taskList) taskList = { ...taskList, atMs: Number.NEGATIVE_INFINITY };
        changed(["saved", "records"]);
      }
    }
    const hasChanged = result.changed.length > 0;
    const state = schedule.ended(task, { atMs: at.getTime(), ms: result.ms, problem, hasChanged });
    const { bytes, rows, requests } = result;
    const run = { at, ms: state.ms, bytes, rows, requests, outcome: problem?.code ?? "ok" };
    await recordRun(task, run, state).catch((err: unknown) => log.warn({ err }, "not noted"));
    const keys = keysOf(schedule.withViewer(task), result.changed);
    if (keys.length > 0) changed(keys);
  }

  /** Stores an opened record, unless the same content was stored within a minute and not sent to since. Never waits. */
  function storeOpened(resource: string, ref: string, { at, raw, body, person }: Observation) {
    const answer = body ?? answerOf(raw);
    const digest = createHash("sha1").update(answer).digest("base64");
    const name = nameOf(resource, ref);
    const last = recentlyStored.get(name);
    const isSame = last?.digest === digest && performance.now() - last.atMs < dedupeMs;
    if (isSame || queued >= maxQueued) return;
    if (recentlyStored.size >= maxRecentlyStored) recentlyStored.clear();
    recentlyStored.set(name, { digest, atMs: performance.now() });
    queued += 1;
    storing = storing
      .then(() => storeRecord({ resource, ref, answer, raw, at, askedBy: person.name }))
      .then((result) => {
        const keys = changedBy(result, [name]);
        if (keys.length > 0) changed(keys);
      })
      .catch((err: unknown) => log.warn({ err }, "not kept"))
      .finally(() => {
        queued -= 1;
      });
  }

  return {
    /** Call with each request of a person. Viewed lists are polled more often, and opened records are stored. */
    observe(observation: Observation) {
      const { op, input, raw, problem } = observation;
      if (!isOfPlatform(op)) return;
      const recordRead = recordReadOf(op);
      if (isWrite(op)) {
        const names = [resourceOf(op), nameOf(resourceOf(op), input[placeholdersOf(op)[0] ?? ""])];
        storeNextRead(names);
        (sent?.publish ?? touch)(names);
      } else if (op.id === listWebhookLogs.id) schedule.viewed([logTask]);
      else if (recordRead && !problem && isPlainObject(raw))
        storeOpened(recordRead.resource, String(input[recordRead.key]), observation);
    },
    /** Call with viewed page paths or task IDs. A task ID after `waitingPrefix` has a waiting request. */
    viewed(names: readonly string[]) {
      schedule.viewed(names);
      if (names.some((name) => name.startsWith(waitingPrefix))) wakeIn(0);
    },
    isLeading: leader.isLeading,
    isLed: leader.isLed,
    /** Resolves when all started reads are stored. */
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await removal.stop();
      await leader.close();
      await Promise.allSettled([...[...running.values()].map(({ run }) => run), storing]);
    },
  };
}
