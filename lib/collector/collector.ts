import { eq } from "drizzle-orm";
import type { Logger } from "pino";
import { clock } from "@/lib/clock";
import { endSession } from "@/lib/contract/api/sessions";
import { isOfPlatform, isWrite, placeholdersOf, resourceOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { collectorTaskTable } from "@/lib/db/console/tables/collector";
import type { OpenDatabase } from "@/lib/db/database";
import { createLeader } from "@/lib/db/leader";
import { isPlainObject } from "@/lib/format/json";
import type { Observation } from "@/lib/gateway/observation";
import { startTicker } from "@/lib/jobs/ticker";
import type { Collect } from "./collect";
import type { Task } from "./polling/pace";
import {
  changedBy,
  noteWatched,
  readTask,
  recordRun,
  storeMissing,
  storeRecord,
  type TaskResult,
} from "./polling/read-task";
import { Schedule } from "./polling/schedule";
import { readSettings } from "./polling/settings";
import { isMissing, keysOf, nameOf, operationIdOf } from "./polling/task-names";
import { readTasks, recordReadOf } from "./polling/tasks";
import { callsOfSession } from "./records/open-calls";
import { answerOf } from "./records/store-versions";
import { removeOld } from "./retention";
import { logTask, tooLarge, waitingPrefix } from "./webhook-log/log-reader";
import { endOthers, endWatched } from "./webhook-log/watched";

type CollectorOptions = Collect & {
  database: OpenDatabase;
  log: Logger;
  /** Called with the resources in which a read found a change. */
  changed?: (resources: readonly string[]) => void;
  /** Called with the ID of a task of the webhook log when its result is stored. */
  polled?: (tasks: readonly string[]) => void;
  /** Sends to the platform, exchanged between processes so that the one that polls reads their records again. */
  sent?: {
    publish: (names: readonly string[]) => void;
    subscribe: (run: (names: readonly string[]) => void) => unknown;
  };
  /** Called with the ID of each call whose record was stored. */
  onCall?: (ref: string) => Promise<unknown>;
  tickMs?: number;
};

const maxOpened = 100;
const removalEveryMs = 3_600_000;
/** The list of tasks is read again after this many ticks. */
const ticksPerTaskList = 5;

/**
 * Polls the platform and stores snapshots and changes, at a pace that does not depend on the number of viewers. Only the
 * leader of all processes on a database polls. The others store records that their own users open.
 */
export class Collector {
  readonly isLeading: () => boolean;
  readonly isLed: () => boolean;
  private readonly options: CollectorOptions;
  private readonly store: Parameters<typeof storeRecord>[0];
  private readonly tickMs: number;
  private readonly leader: ReturnType<typeof createLeader>;
  private readonly removal: ReturnType<typeof startTicker>;
  private readonly schedule = new Schedule();
  private readonly running = new Map<string, { op: string; run: Promise<void> }>();
  /** Opened records that are not stored yet, by name. */
  private readonly opened = new Map<string, Observation>();
  private storing: Promise<void> | undefined;
  private tasks: readonly Task[] = [];
  /** Monotonic time until which `tasks` is used without reading it again. */
  private tasksUntilMs = 0;
  private isRestored = false;
  private isTicking = false;
  private isClosed = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(options: CollectorOptions) {
    const { accountId, log, tickMs = 1_000, sent } = options;
    const { db, url } = options.database;
    this.options = options;
    this.tickMs = tickMs;
    this.store = { db, accountId, onCall: options.onCall };
    this.leader = createLeader({ url, name: "collector", onChange: (isLeading) => this.startOver(isLeading) });
    this.isLeading = this.leader.isLeading;
    this.isLed = this.leader.isLed;
    /** The first run is an hour after the start, when a wrong clock has been corrected. */
    this.removal = startTicker({
      ...{ name: "the removal of old history", everyMs: removalEveryMs, log },
      run: async () => (this.isLeading() ? removeOld(db, (await readSettings(db)).days) : undefined),
    });
    sent?.subscribe((names) => this.touch(names));
  }

  /** Call with each request of a person. Records that were sent to are read again, and opened records are stored. */
  observe(observation: Observation) {
    const { op, input, raw, problem, isShared } = observation;
    if (!isOfPlatform(op)) return;
    const recordRead = recordReadOf(op);
    if (isWrite(op)) {
      this.announce([resourceOf(op), nameOf(resourceOf(op), input[placeholdersOf(op)[0] ?? ""])]);
      if (op.id === endSession.id) void this.announceCallsOf(String(input.session_id));
    } else if (recordRead && !isShared && !problem && isPlainObject(raw) && this.opened.size < maxOpened) {
      this.opened.set(nameOf(recordRead.resource, input[recordRead.key]), observation);
      this.storing ??= this.storeOpened();
    }
  }

  /** Call with viewed page paths. A task ID after `waitingPrefix` has a waiting request. */
  viewed(names: readonly string[]) {
    this.schedule.viewed(names);
    if (names.some((name) => name.startsWith(waitingPrefix))) this.wakeIn(0);
  }

  /** Resolves when all reads that were started until now are stored, to false if there are none. */
  async whenStored(): Promise<boolean> {
    const underWay = [...[...this.running.values()].map(({ run }) => run), ...(this.storing ? [this.storing] : [])];
    await Promise.allSettled(underWay);
    return underWay.length > 0;
  }

  /** Resolves when all started reads are stored. */
  async close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.removal.stop();
    await this.leader.close();
    await this.whenStored();
  }

  private startOver(isLeading: boolean) {
    clearTimeout(this.timer);
    this.schedule.forgetReads();
    this.isRestored = false;
    this.tasksUntilMs = 0;
    if (!isLeading) return;
    void this.tick();
  }

  private announce(names: readonly string[]) {
    if (this.options.sent) this.options.sent.publish(names);
    else this.touch(names);
  }

  /** Ending a session also ends its calls. */
  private async announceCallsOf(session_id: string) {
    try {
      const refs = await callsOfSession(this.store.db, this.store.accountId, session_id);
      if (refs.length > 0) this.announce(refs.map((ref) => nameOf("calls", ref)));
    } catch (err) {
      this.options.log.warn({ err }, "the calls of an ended session were not found");
    }
  }

  private touch(names: readonly string[]) {
    this.schedule.touch(names);
    this.wakeIn(0);
  }

  private wakeIn(ms: number) {
    if (this.isClosed || !this.isLeading()) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.tick(), ms).unref();
  }

  private async tick() {
    if (this.isTicking) return;
    this.isTicking = true;
    let nextMs = this.tickMs;
    try {
      await this.listTasks();
      if (this.isClosed || !this.isLeading()) return;
      nextMs = Math.min(this.tickMs, this.startDue());
    } catch (err) {
      this.options.log.warn({ err }, "the collector waits");
    } finally {
      this.isTicking = false;
      this.wakeIn(nextMs);
    }
  }

  private async listTasks() {
    const nowMs = performance.now();
    if (nowMs < this.tasksUntilMs) return;
    const { db, accountId } = this.store;
    const settings = await readSettings(db);
    this.tasks = await readTasks(db, settings, accountId);
    if (!settings.paces.deliveries.isOn) await endWatched(db, accountId, "off");
    // Again each time, because a read of the other platform may still end.
    await endOthers(db, accountId, clock.now());
    if (!this.isRestored) await this.restoreSchedule();
    this.isRestored = true;
    this.tasksUntilMs = nowMs + ticksPerTaskList * this.tickMs;
  }

  /** Restores the last reads of another leader, so that its lists and records are not all read again at once. */
  private async restoreSchedule() {
    const { db, accountId } = this.store;
    const rows = await db.select().from(collectorTaskTable).where(eq(collectorTaskTable.accountId, accountId));
    for (const { task, at, ms, outcome, changedAt } of rows) {
      const isUrgent = task === logTask || task.startsWith("campaigns.");
      const startedAtMs = at.getTime();
      if (isUrgent || outcome !== "ok" || startedAtMs > clock.nowMs()) continue;
      this.schedule.restore(task, { startedAtMs, endedAtMs: startedAtMs + ms, ms, changedAtMs: changedAt?.getTime() });
    }
  }

  /** Starts due tasks. Returns the time in milliseconds until a paused endpoint can be read again. */
  private startDue(): number {
    const running = new Map([...this.running].map(([id, { op }]) => [id, op]));
    const { ready, nextMs } = this.schedule.due(this.tasks, running);
    for (const task of ready) this.start(task);
    return nextMs;
  }

  private start(task: Task) {
    const run = this.run(task)
      .catch((err: unknown) => {
        this.schedule.failed(task);
        this.options.log.warn({ err, task: task.id }, "not kept");
      })
      .finally(() => {
        this.running.delete(task.id);
        this.wakeIn(0);
      });
    this.running.set(task.id, { op: operationIdOf(task), run });
  }

  private async run(task: Task) {
    const at = clock.now();
    const startedMs = performance.now();
    let result: TaskResult = { ms: 0, bytes: 0, rows: 0, requests: 1, changed: [] };
    let problem: Problem | undefined;
    try {
      result = await readTask({ ...this.store, read: this.readAsLeader }, task, at);
    } catch (error) {
      if (!this.mayStore()) return;
      problem = error instanceof Problem ? error : new Problem("internal");
      if (problem !== error) this.options.log.warn({ err: error, task: task.id }, "not collected");
      result.ms = performance.now() - startedMs;
      await this.noteProblem(task, problem, at);
    }
    await this.finish(task, { at, result, problem });
  }

  private async finish(task: Task, end: { at: Date; result: TaskResult; problem: Problem | undefined }) {
    const { at, problem, result } = end;
    const { ms, changed, ...size } = result;
    const state = this.schedule.ended(task, { atMs: at.getTime(), ms, problem, hasChanged: changed.length > 0 });
    const run = { ...size, at, ms: state.ms, outcome: problem?.code ?? "ok" };
    await this.note(() => recordRun(this.store, task, run, state));
    if (task.kind === "log") await this.note(() => noteWatched(this.store, task, { at, state, isGood: !problem }));
    this.publish(keysOf(this.schedule.withViewer(task), changed));
    if (task.kind === "log") this.options.polled?.([task.id]);
  }

  private async note(run: () => Promise<unknown>) {
    await run().catch((err: unknown) => this.options.log.warn({ err }, "not noted"));
  }

  /** A log that is too large, or a record that is gone, changes the list of tasks. */
  private async noteProblem(task: Task, problem: Problem, at: Date) {
    const isGone = isMissing(task, problem) && (await storeMissing(this.store, task, at));
    if (isGone) this.publish(["saved", "records"]);
    if (isGone || problem.code === tooLarge) this.tasksUntilMs = 0;
  }

  /** After a process was suspended, the next leader has newer data. */
  private mayStore() {
    return this.isClosed || this.isLeading();
  }

  private readonly readAsLeader: Collect["read"] = async (op, input) => {
    const response = await this.options.read(op, input);
    if (!this.mayStore()) throw new Error("The lead was lost during a read.");
    return response;
  };

  private publish(keys: readonly string[]) {
    if (keys.length > 0) this.options.changed?.(keys);
  }

  /** Stores opened records one after the other. A record that is opened again meanwhile is stored once, as last read. */
  private async storeOpened() {
    for (const [name, { op, input, raw, body, at }] of this.opened) {
      this.opened.delete(name);
      const ref = String(input[recordReadOf(op)?.key ?? ""]);
      const record = { resource: resourceOf(op), ref, answer: body ?? answerOf(raw), raw, at };
      try {
        this.publish(changedBy(await storeRecord(this.store, record), [name]));
      } catch (err) {
        this.options.log.warn({ err }, "not kept");
      }
    }
    this.storing = undefined;
  }
}
