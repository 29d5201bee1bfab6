import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Logger } from "pino";
import type { Collect, Observation } from "@/lib/console/console-types";
import { listWebhookLogs } from "@/lib/contract/api/webhooks";
import { isOfPlatform, isWrite, placeholdersOf, resourceOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import type { OpenDatabase } from "@/lib/db/database";
import { createLeader } from "@/lib/db/leader";
import { isPlainObject } from "@/lib/format/json";
import { answerOf } from "./keep-versions";
import { fresh, logTask, tooLarge } from "./log-reader";
import { dueAt, restFor, startingState, type Task, type TaskState } from "./pace";
import { createTaskReader, type Found } from "./read-task";
import { removeOld } from "./retention";
import { collectorTaskTable } from "./tables";
import { isMissing, isOurs, keysOf, lookedAt, nameOf, opOf, tasksOn, touchName } from "./task-names";
import { readSettings, readTasks, recordReadOf, type Settings } from "./tasks";

type CollectorOptions = Collect & {
  database: OpenDatabase;
  log: Logger;
  /** Told which resources a read found to be not what they were. */
  changed?: (resources: readonly string[]) => void;
  /** Tells every process what was sent to the platform, so that the one that reads knows; and is told it. */
  sent?: { tell: (names: readonly string[]) => void; onTold: (run: (names: readonly string[]) => void) => unknown };
  /** How long from one look at what is due to the next. */
  tickMs?: number;
};

const mostAtOnce = 2;
const mostWaiting = 100;
const mostRemembered = 2_000;
const mostLooked = 5_000;
const wantedEveryMs = 2_000;
const removesEveryMs = 3_600_000;
const sameForMs = 60_000;
const firstRestMs = 500;
const longestRestMs = 600_000;
/** What there is to read and how often is looked up again after so many looks at what is due. */
const looksAList = 5;

/**
 * Reads the platform at a steady pace, however many people watch, and keeps what it saw and when. One process of all on a
 * database does it; the others only keep what their own people opened.
 */
export function createCollector(options: CollectorOptions) {
  const { database, keyPrint, log, changed = () => undefined, sent, tickMs = 1_000 } = options;
  const { db, url } = database;
  const states = new Map<string, TaskState>();
  const running = new Map<string, { op: string; run: Promise<void> }>();
  /** When an endpoint may be asked again: a tenth of the time at most is spent waiting for it, and less where it fails. */
  const endpoints = new Map<string, { restsUntilMs: number; failures: number }>();
  let restsUntilMs = 0;
  const looked = new Map<string, number>();
  /** When something was last sent: what was read before that, or began to be, is read again. */
  const touched = new Map<string, number>();
  /** When somebody wanted a task carried out now. */
  const wanted = new Map<string, number>();
  /** What a person's read held that was kept, and when. */
  const keptLately = new Map<string, { digest: string; atMs: number }>();
  let known: { tasks: Task[]; settings: Settings; atMs: number } | undefined;
  let removedAtMs = 0;
  let tickedAtMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let isTicking = false;
  let isClosed = false;
  let waiting = 0;
  let keeping: Promise<unknown> = Promise.resolve();
  const { carry, note, keepRecord, keepMissing } = createTaskReader(options);

  const leader = createLeader({
    url,
    name: "collector",
    onChange: (isLeading) => {
      clearTimeout(timer);
      states.clear();
      known = undefined;
      if (isLeading) void tick();
    },
  });
  sent?.onTold(touch);

  function touch(names: readonly string[]) {
    const nowMs = Date.now();
    for (const [name, atMs] of touched) if (nowMs - atMs > 10 * sameForMs) touched.delete(name);
    for (const name of names) touched.set(name, nowMs);
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
      if (Date.now() < tickedAtMs - sameForMs) forgetTimes();
      tickedAtMs = Date.now();
      const { tasks, settings } = await whatToRead();
      if (isClosed || !leader.isLeading()) return;
      nextMs = Math.min(tickMs, startDue(tasks));
      if (Date.now() - removedAtMs > removesEveryMs) {
        removedAtMs = Date.now();
        await removeOld(db, settings.days);
      }
    } catch (err) {
      log.warn({ err }, "the collector waits");
    } finally {
      isTicking = false;
      wakeIn(nextMs);
    }
  }

  /** After the clock was set back, nothing would be due until it is again as late as what was noted before. */
  function forgetTimes() {
    for (const each of [states, endpoints, looked, touched, wanted, keptLately]) each.clear();
    restsUntilMs = 0;
    removedAtMs = 0;
    known = undefined;
  }

  async function whatToRead() {
    if (known && Date.now() - known.atMs < looksAList * tickMs) return known;
    const isFirst = known === undefined;
    const settings = await readSettings(db);
    known = { settings, tasks: await readTasks(db, settings, keyPrint), atMs: Date.now() };
    if (isFirst) await remember();
    return known;
  }

  /** Lists and records that another process read a while ago are not all read again at once. */
  async function remember() {
    const rows = await db.select().from(collectorTaskTable).where(eq(collectorTaskTable.keyPrint, keyPrint));
    for (const { task, at, ms, outcome, changedAt } of rows) {
      const isUrgent = task === logTask || task.startsWith("campaigns.");
      const startedAtMs = at.getTime();
      if (isUrgent || outcome !== "ok" || startedAtMs > Date.now()) continue;
      const changedAtMs = changedAt?.getTime();
      states.set(task, { ...startingState, startedAtMs, endedAtMs: startedAtMs + ms, ms, changedAtMs });
    }
  }

  /** Starts what is due, the most urgent first, and says in how long something may be started again. */
  function startDue(tasks: readonly Task[]): number {
    const nowMs = Date.now();
    const due = tasks
      .filter(({ id }) => !running.has(id))
      .map((task) => withLook(task))
      .map((task) => ({ task, atMs: isTouched(task) || isWanted(task) ? 0 : dueAt(task, stateOf(task), nowMs) }))
      .filter(({ atMs }) => atMs <= nowMs)
      .sort((a, b) => lookedAt(b.task, nowMs) - lookedAt(a.task, nowMs) || a.atMs - b.atMs);
    let nextMs = Number.POSITIVE_INFINITY;
    for (const { task } of due) {
      const op = opOf(task);
      const restMs = Math.max(endpoints.get(op)?.restsUntilMs ?? 0, restsUntilMs) - nowMs;
      if (running.size >= mostAtOnce) break;
      if ([...running.values()].some((each) => each.op === op)) continue;
      if (restMs > 0 && !isWanted(task)) nextMs = Math.min(nextMs, restMs);
      else start(task);
    }
    return nextMs;
  }

  const withLook = (task: Task): Task => {
    const atMs = looked.get(task.id);
    return atMs !== undefined && atMs > (task.lookedAtMs ?? 0) ? { ...task, lookedAtMs: atMs } : task;
  };

  const stateOf = ({ id }: Task) => states.get(id) ?? startingState;

  const isTouched = (task: Task) => (touched.get(touchName(task)) ?? 0) > stateOf(task).startedAtMs;

  /** What somebody waits for is read at once, but for what was read just now and where the platform asked to be left alone. */
  function isWanted(task: Task) {
    const { startedAtMs, endedAtMs, retryAfterMs } = stateOf(task);
    const nowMs = Date.now();
    const isRested = nowMs - endedAtMs >= Math.max(wantedEveryMs, retryAfterMs) && nowMs >= restsUntilMs;
    return isRested && (wanted.get(task.id) ?? 0) > startedAtMs;
  }

  function start(task: Task) {
    const run = carryOut(task)
      .catch((err: unknown) => {
        states.set(task.id, { ...stateOf(task), endedAtMs: Date.now(), failures: stateOf(task).failures + 1 });
        log.warn({ err, task: task.id }, "not kept");
      })
      .finally(() => {
        running.delete(task.id);
        wakeIn(0);
      });
    running.set(task.id, { op: opOf(task), run });
  }

  async function carryOut(task: Task) {
    const at = new Date();
    const startedMs = performance.now();
    const before = stateOf(task);
    let found: Found = { ms: 0, bytes: 0, rows: 0, requests: 1, changed: [] };
    let problem: Problem | undefined;
    try {
      found = await carry(task, at);
    } catch (error) {
      problem = error instanceof Problem ? error : new Problem("internal");
      if (problem.code === tooLarge) known = undefined;
      if (problem !== error) log.warn({ err: error, task: task.id }, "not collected");
      found.ms = performance.now() - startedMs;
      if (isMissing(task, problem) && (await keepMissing(task, at))) {
        if (known) known = { ...known, atMs: 0 };
        changed(["saved"]);
      }
    }
    const state: TaskState = {
      startedAtMs: at.getTime(),
      endedAtMs: Date.now(),
      ms: Math.round(found.ms),
      failures: problem && !isOurs(problem) ? before.failures + 1 : 0,
      retryAfterMs: (problem?.retryAfterSeconds ?? 0) * 1000,
      changedAtMs: found.changed.length > 0 ? Date.now() : before.changedAtMs,
      isMissing: isMissing(task, problem),
    };
    states.set(task.id, state);
    rest(opOf(task), state, problem);
    const { bytes, rows, requests } = found;
    const done = { at, ms: state.ms, bytes, rows, requests, outcome: problem?.code ?? "ok" };
    await note(task, done, state).catch((err: unknown) => log.warn({ err }, "not noted"));
    const keys = keysOf(withLook(task), found.changed);
    if (keys.length > 0) changed(keys);
  }

  /** A platform that asks for a pause, or that is left to rest, gets it from all reads; an endpoint that fails, from its own. */
  function rest(op: string, { endedAtMs, ms, retryAfterMs }: TaskState, problem: Problem | undefined) {
    const isFault = problem?.code.startsWith("upstream-") ?? false;
    const failures = isFault ? (endpoints.get(op)?.failures ?? 0) + 1 : 0;
    const faultMs = failures === 0 ? 0 : Math.min(firstRestMs * 2 ** failures, longestRestMs);
    endpoints.set(op, { failures, restsUntilMs: endedAtMs + Math.max(ms * (restFor - 1), faultMs) });
    if (problem && (isOurs(problem) || problem.code === "rate_limited"))
      restsUntilMs = endedAtMs + Math.max(retryAfterMs, firstRestMs);
  }

  /** A record that somebody opened, unless the same was kept a moment ago. People are not made to wait for it. */
  function keepOpened(resource: string, ref: string, { at, raw, body, person }: Observation) {
    const answer = body ?? answerOf(raw);
    const digest = createHash("sha1").update(answer).digest("base64");
    const last = keptLately.get(`${resource} ${ref}`);
    const isSame = last?.digest === digest && at.getTime() - last.atMs < sameForMs;
    if (isSame || waiting >= mostWaiting) return;
    if (keptLately.size >= mostRemembered) keptLately.clear();
    keptLately.set(`${resource} ${ref}`, { digest, atMs: at.getTime() });
    waiting += 1;
    keeping = keeping
      .then(() => keepRecord({ resource, ref, answer, raw, at, askedBy: person.name }))
      .then((hasChanged) => hasChanged && changed([nameOf(resource, ref), "records"]))
      .catch((err: unknown) => log.warn({ err }, "not kept"))
      .finally(() => {
        waiting -= 1;
      });
  }

  return {
    /** What somebody's own reads and sends say: what they look at is read more often, and what they opened is kept. */
    observe(observation: Observation) {
      const { op, input, at, raw, problem } = observation;
      if (!isOfPlatform(op)) return;
      const opened = recordReadOf(op);
      if (isWrite(op))
        (sent?.tell ?? touch)([resourceOf(op), nameOf(resourceOf(op), input[placeholdersOf(op)[0] ?? ""])]);
      else if (op.id === listWebhookLogs.id) looked.set(logTask, at.getTime());
      else if (opened && !problem && isPlainObject(raw))
        keepOpened(opened.resource, String(input[opened.key]), observation);
    },
    /** Somebody has these before their eyes: paths of pages, or tasks; one behind `fresh ` is waited for. */
    look(names: readonly string[]) {
      const nowMs = Date.now();
      for (const each of [looked, wanted]) if (each.size > mostLooked) each.clear();
      for (const name of names) {
        if (name.startsWith(fresh)) wanted.set(name.slice(fresh.length), nowMs);
        else for (const task of name.startsWith("/") ? tasksOn(name) : [name]) looked.set(task, nowMs);
      }
      if (names.some((name) => name.startsWith(fresh))) wakeIn(0);
    },
    isLeading: leader.isLeading,
    /** Everything that was begun is kept when this is done. */
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await leader.close();
      await Promise.allSettled([...[...running.values()].map(({ run }) => run), keeping]);
    },
  };
}
