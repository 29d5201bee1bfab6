import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Logger } from "pino";
import { clock } from "@/lib/clock";
import type { Collect, Observation } from "@/lib/console/console-types";
import { listWebhookLogs } from "@/lib/contract/api/webhooks";
import { isOfPlatform, isWrite, placeholdersOf, resourceOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import type { OpenDatabase } from "@/lib/db/database";
import { createLeader } from "@/lib/db/leader";
import { isPlainObject } from "@/lib/format/json";
import { startTicker } from "@/lib/jobs/ticker";
import { answerOf } from "./keep-versions";
import { fresh, logTask, tooLarge } from "./log-reader";
import type { Task } from "./pace";
import { changedBy, createTaskReader, type Found } from "./read-task";
import { removeOld } from "./retention";
import { createSchedule } from "./schedule";
import { collectorTaskTable } from "./tables";
import { isMissing, keysOf, nameOf, opOf } from "./task-names";
import { readSettings, readTasks, recordReadOf } from "./tasks";

type CollectorOptions = Collect & {
  database: OpenDatabase;
  log: Logger;
  /** Called with the resources in which a read found a change. */
  changed?: (resources: readonly string[]) => void;
  /** What was sent to the platform, to and from every process, so that the one that reads knows. */
  sent?: {
    publish: (names: readonly string[]) => void;
    subscribe: (run: (names: readonly string[]) => void) => unknown;
  };
  /** How long from one look at what is due to the next. */
  tickMs?: number;
};

const mostWaiting = 100;
const mostRemembered = 2_000;
const removesEveryMs = 3_600_000;
const sameForMs = 60_000;
/** What there is to read and how often is looked up again after so many looks at what is due. */
const looksAList = 5;

/**
 * Reads the platform at a steady pace, however many people watch, and keeps what it saw and when. One process of all on a
 * database does it; the others only keep what their own people opened.
 */
export function createCollector(options: CollectorOptions) {
  const { database, keyPrint, log, changed = () => undefined, sent, tickMs = 1_000 } = options;
  const { db, url } = database;
  const schedule = createSchedule();
  const running = new Map<string, { op: string; run: Promise<void> }>();
  /** What a person's read held that was kept, and when. */
  const keptLately = new Map<string, { digest: string; atMs: number }>();
  let known: { tasks: Task[]; atMs: number } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isTicking = false;
  let isClosed = false;
  let waiting = 0;
  let keeping: Promise<unknown> = Promise.resolve();
  const { carry, note, keepRecord, keepMissing } = createTaskReader({ ...options, read: readAsLeader });

  const leader = createLeader({
    url,
    name: "collector",
    onChange: (isLeading) => {
      clearTimeout(timer);
      schedule.forgetReads();
      known = undefined;
      if (isLeading) void tick();
    },
  });
  sent?.subscribe(touch);
  /** First an hour after the start: a clock that was wrong then has been put right. */
  const removal = startTicker({
    ...{ name: "the removal of old history", everyMs: removesEveryMs, log },
    run: async () => (leader.isLeading() ? removeOld(db, (await readSettings(db)).days) : undefined),
  });

  /** The first read after a send shows its effect, and is stored even if it is the same as before. */
  function storeNextRead(names: readonly string[]) {
    for (const name of names) keptLately.delete(name);
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
      const tasks = await whatToRead();
      if (isClosed || !leader.isLeading()) return;
      nextMs = Math.min(tickMs, startDue(tasks));
    } catch (err) {
      log.warn({ err }, "the collector waits");
    } finally {
      isTicking = false;
      wakeIn(nextMs);
    }
  }

  async function whatToRead() {
    if (known && performance.now() - known.atMs < looksAList * tickMs) return known.tasks;
    const isFirst = known === undefined;
    const tasks = await readTasks(db, await readSettings(db), keyPrint);
    known = { tasks, atMs: performance.now() };
    if (isFirst) await remember();
    return tasks;
  }

  /** Lists and records that another process read a while ago are not all read again at once. */
  async function remember() {
    const rows = await db.select().from(collectorTaskTable).where(eq(collectorTaskTable.keyPrint, keyPrint));
    for (const { task, at, ms, outcome, changedAt } of rows) {
      const isUrgent = task === logTask || task.startsWith("campaigns.");
      const startedAtMs = at.getTime();
      if (isUrgent || outcome !== "ok" || startedAtMs > clock.nowMs()) continue;
      schedule.wasRead(task, { startedAtMs, endedAtMs: startedAtMs + ms, ms, changedAtMs: changedAt?.getTime() });
    }
  }

  /** Starts what is due, and says in how long something may be started again. */
  function startDue(tasks: readonly Task[]): number {
    const { ready, nextMs } = schedule.due(tasks, new Map([...running].map(([id, { op }]) => [id, op])));
    for (const task of ready) start(task);
    return nextMs;
  }

  /** A process that was stopped for a while lost the lead: the next leader has newer answers by then. */
  const mayStore = () => isClosed || leader.isLeading();

  async function readAsLeader(...asked: Parameters<Collect["read"]>) {
    const found = await options.read(...asked);
    if (!mayStore()) throw new Error("The lead was lost during a read.");
    return found;
  }

  function start(task: Task) {
    const run = carryOut(task)
      .catch((err: unknown) => {
        schedule.failed(task);
        log.warn({ err, task: task.id }, "not kept");
      })
      .finally(() => {
        running.delete(task.id);
        wakeIn(0);
      });
    running.set(task.id, { op: opOf(task), run });
  }

  async function carryOut(task: Task) {
    const at = clock.now();
    const startedMs = performance.now();
    let found: Found = { ms: 0, bytes: 0, rows: 0, requests: 1, changed: [] };
    let problem: Problem | undefined;
    try {
      found = await carry(task, at);
    } catch (error) {
      if (!mayStore()) return;
      problem = error instanceof Problem ? error : new Problem("internal");
      if (problem.code === tooLarge) known = undefined;
      if (problem !== error) log.warn({ err: error, task: task.id }, "not collected");
      found.ms = performance.now() - startedMs;
      if (isMissing(task, problem) && (await keepMissing(task, at))) {
        if (known) known = { ...known, atMs: Number.NEGATIVE_INFINITY };
        changed(["saved", "records"]);
      }
    }
    const hasChanged = found.changed.length > 0;
    const state = schedule.ended(task, { atMs: at.getTime(), ms: found.ms, problem, hasChanged });
    const { bytes, rows, requests } = found;
    const done = { at, ms: state.ms, bytes, rows, requests, outcome: problem?.code ?? "ok" };
    await note(task, done, state).catch((err: unknown) => log.warn({ err }, "not noted"));
    const keys = keysOf(schedule.withLook(task), found.changed);
    if (keys.length > 0) changed(keys);
  }

  /** A record that somebody opened, unless the same was kept a moment ago and since the last send. Nobody waits for it. */
  function keepOpened(resource: string, ref: string, { at, raw, body, person }: Observation) {
    const answer = body ?? answerOf(raw);
    const digest = createHash("sha1").update(answer).digest("base64");
    const name = nameOf(resource, ref);
    const last = keptLately.get(name);
    const isSame = last?.digest === digest && performance.now() - last.atMs < sameForMs;
    if (isSame || waiting >= mostWaiting) return;
    if (keptLately.size >= mostRemembered) keptLately.clear();
    keptLately.set(name, { digest, atMs: performance.now() });
    waiting += 1;
    keeping = keeping
      .then(() => keepRecord({ resource, ref, answer, raw, at, askedBy: person.name }))
      .then((kept) => {
        const keys = changedBy(kept, [name]);
        if (keys.length > 0) changed(keys);
      })
      .catch((err: unknown) => log.warn({ err }, "not kept"))
      .finally(() => {
        waiting -= 1;
      });
  }

  return {
    /** What somebody's own reads and sends say: what they look at is read more often, and what they opened is kept. */
    observe(observation: Observation) {
      const { op, input, raw, problem } = observation;
      if (!isOfPlatform(op)) return;
      const opened = recordReadOf(op);
      if (isWrite(op)) {
        const names = [resourceOf(op), nameOf(resourceOf(op), input[placeholdersOf(op)[0] ?? ""])];
        storeNextRead(names);
        (sent?.publish ?? touch)(names);
      } else if (op.id === listWebhookLogs.id) schedule.look([logTask]);
      else if (opened && !problem && isPlainObject(raw))
        keepOpened(opened.resource, String(input[opened.key]), observation);
    },
    /** Somebody has these before their eyes: paths of pages, or tasks; one behind `fresh ` is waited for. */
    look(names: readonly string[]) {
      schedule.look(names);
      if (names.some((name) => name.startsWith(fresh))) wakeIn(0);
    },
    isLeading: leader.isLeading,
    isLed: leader.isLed,
    /** Everything that was begun is kept when this is done. */
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await removal.stop();
      await leader.close();
      await Promise.allSettled([...[...running.values()].map(({ run }) => run), keeping]);
    },
  };
}
