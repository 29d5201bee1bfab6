import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Collect, Observation } from "@/lib/console/console-types";
import { savedTable } from "@/lib/console/tables";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { listWebhookLogs } from "@/lib/contract/api/webhooks";
import { unwrapped } from "@/lib/contract/fields";
import { isOfPlatform, isWrite, resourceOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import type { OpenDatabase } from "@/lib/db/database";
import { createLeader } from "@/lib/db/leader";
import { isPlainObject } from "@/lib/format/json";
import { keepLog } from "./keep-log";
import { keepSample, keepVersion, type RecordRead } from "./keep-record";
import { logsOfWebhooks, logTask } from "./log-reader";
import { dueAt, startingState, type Task, type TaskState } from "./pace";
import { removeOld } from "./retention";
import { collectorTaskTable } from "./tables";

type CollectorOptions = Collect & {
  database: OpenDatabase;
  log: Logger;
  /** Told which resources a read found to be not what they were. */
  changed?: (resources: readonly string[]) => void;
  /** How long from one look at what is due to the next. */
  tickMs?: number;
};

const mostAtOnce = 2;
const mostCampaigns = 200;
const wantedEveryMs = 2_000;
const removesEveryMs = 3_600_000;

/**
 * Reads the platform at a steady pace, however many people watch, and keeps what it saw and when. One process of all on a
 * database does it; the others only keep what their own people opened.
 */
export function createCollector({
  database,
  keyPrint,
  read,
  log,
  changed = () => undefined,
  tickMs = 1_000,
}: CollectorOptions) {
  const { db, url } = database;
  const states = new Map<string, TaskState>();
  const running = new Map<string, Promise<void>>();
  const looked = new Map<string, number>();
  /** When something of a resource was last sent: what was read before that, or began to be, is read again. */
  const touched = new Map<string, number>();
  /** When somebody wanted a task read now. */
  const wanted = new Map<string, number>();
  let removedAtMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let keeping: Promise<unknown> = Promise.resolve();

  const leader = createLeader({
    url,
    name: "collector",
    onChange: (isLeading) => {
      clearTimeout(timer);
      states.clear();
      if (isLeading) void tick();
    },
  });

  async function tick() {
    try {
      const nowMs = Date.now();
      const all = await tasks();
      if (isClosed || !leader.isLeading()) return;
      const due = all
        .filter(({ id }) => !running.has(id))
        .map((task) => ({
          task,
          atMs: isTouched(task) || isWanted(task, nowMs) ? 0 : dueAt(task, stateOf(task), nowMs),
        }))
        .filter(({ atMs }) => atMs <= nowMs)
        .sort((a, b) => a.atMs - b.atMs);
      for (const { task } of due.slice(0, mostAtOnce - running.size)) start(task);
      if (nowMs - removedAtMs > removesEveryMs) {
        removedAtMs = nowMs;
        await removeOld(db);
      }
    } catch (err) {
      log.warn({ err }, "the collector waits");
    }
    clearTimeout(timer);
    if (leader.isLeading() && !isClosed) timer = setTimeout(() => void tick(), tickMs).unref();
  }

  const stateOf = ({ id }: Task) => states.get(id) ?? startingState;

  const isTouched = (task: Task) =>
    (touched.get(task.id.slice(0, task.id.indexOf("."))) ?? 0) > stateOf(task).startedAtMs;

  /** What somebody wants is read at once, but for what was read just now and where the platform asked to be left alone. */
  function isWanted(task: Task, nowMs: number) {
    const { startedAtMs, endedAtMs, retryAfterMs } = stateOf(task);
    const isRested = nowMs - endedAtMs >= Math.max(wantedEveryMs, retryAfterMs);
    return isRested && (wanted.get(task.id) ?? 0) > startedAtMs;
  }

  /** Everything that is read, with how urgent it is now. */
  async function tasks(): Promise<Task[]> {
    const campaigns = await db
      .select({ ref: savedTable.ref, status: savedTable.lastStatusWord, seenAt: savedTable.lastSeenAt })
      .from(savedTable)
      .where(and(eq(savedTable.resource, "campaigns"), isNull(savedTable.notFoundSince)))
      .orderBy(desc(savedTable.isPinned), sql`${savedTable.lastSeenAt} desc nulls last`, savedTable.ref)
      .limit(mostCampaigns);
    return [
      { id: logTask, kind: "log", lookedAtMs: looked.get(logTask) },
      ...(await logsOfWebhooks(db, keyPrint, looked)),
      ...campaigns.map(({ ref, status, seenAt }) => ({
        id: `${getCampaign.id} ${ref}`,
        kind: "campaign" as const,
        ref,
        status,
        lookedAtMs: seenAt?.getTime(),
      })),
    ];
  }

  function start(task: Task) {
    const run = carryOut(task).finally(() => running.delete(task.id));
    running.set(task.id, run);
  }

  async function carryOut(task: Task) {
    const at = new Date();
    const startedMs = performance.now();
    const state = stateOf(task);
    const done = { keyPrint, task: task.id, at, bytes: 0, rows: 0, outcome: "ok" };
    let retryAfterMs = 0;
    let hasChanged = false;
    try {
      const found = await carry(task, at);
      hasChanged = found.hasChanged;
      if (hasChanged) changed([task.kind === "log" ? "deliveries" : "campaigns"]);
      Object.assign(done, { bytes: found.bytes, rows: found.rows });
    } catch (error) {
      done.outcome = error instanceof Problem ? error.code : "internal";
      if (error instanceof Problem) retryAfterMs = (error.retryAfterSeconds ?? 0) * 1000;
      else log.warn({ err: error, task: task.id }, "not collected");
    }
    const ms = Math.round(performance.now() - startedMs);
    const isOk = done.outcome === "ok";
    states.set(task.id, {
      startedAtMs: at.getTime(),
      endedAtMs: Date.now(),
      ms,
      failures: isOk ? 0 : state.failures + 1,
      retryAfterMs,
      changedAtMs: hasChanged ? Date.now() : state.changedAtMs,
    });
    const noted = { ...done, ms };
    await db
      .insert(collectorTaskTable)
      .values({ ...noted, okAt: isOk ? at : null })
      .onConflictDoUpdate({
        target: [collectorTaskTable.keyPrint, collectorTaskTable.task],
        set: isOk ? { ...noted, okAt: at } : noted,
      })
      .catch((err: unknown) => log.warn({ err }, "not noted"));
  }

  async function carry(task: Task, at: Date) {
    if (task.kind === "log") {
      const { webhookId } = task;
      const { answer } = await read(listWebhookLogs, webhookId === undefined ? {} : { webhook_id: webhookId });
      const kept = await keepLog(db, { keyPrint, answer, webhookId, at, before: await lastRead(task.id) });
      return { bytes: answer.length, rows: kept.rows, hasChanged: kept.added + kept.changed + kept.gone > 0 };
    }
    const { answer, raw } = await read(getCampaign, { campaign_id: task.ref });
    const found: RecordRead = {
      keyPrint,
      resource: "campaigns",
      ref: task.ref,
      record: unwrapped(raw),
      at,
      askedBy: null,
    };
    return { bytes: answer.length, rows: 1, hasChanged: await keepRecord(found) };
  }

  async function keepRecord(found: RecordRead) {
    const hasChanged = await keepVersion(db, found);
    if (found.resource === "campaigns") await keepSample(db, found);
    return hasChanged;
  }

  async function lastRead(task: string): Promise<Date | undefined> {
    const isIt = and(eq(collectorTaskTable.keyPrint, keyPrint), eq(collectorTaskTable.task, task));
    const [last] = await db.select({ at: collectorTaskTable.okAt }).from(collectorTaskTable).where(isIt);
    return last?.at ?? undefined;
  }

  return {
    /** What somebody's own reads and sends say: what they look at is read more often, and what they opened is kept. */
    observe({ op, input, person, at, raw, problem }: Observation) {
      if (!isOfPlatform(op)) return;
      if (isWrite(op)) touched.set(resourceOf(op), Date.now());
      else if (op.id === listWebhookLogs.id) looked.set(logTask, at.getTime());
      else if (op.id === getCampaign.id && !problem && isPlainObject(raw)) {
        const found = { keyPrint, resource: "campaigns", ref: String(input.campaign_id), record: unwrapped(raw), at };
        keeping = keeping
          .then(() => keepRecord({ ...found, askedBy: person.name }))
          .then((hasChanged) => hasChanged && changed(["campaigns"]))
          .catch((err: unknown) => log.warn({ err }, "not kept"));
      }
    },
    isLeading: leader.isLeading,
    /** Somebody looks at what a task brings. */
    look: (task: string) => void looked.set(task, Date.now()),
    /** Somebody waits for a task to be carried out. */
    want(task: string) {
      wanted.set(task, Date.now());
      if (leader.isLeading() && !isClosed) void tick();
    },
    /** Everything that was begun is kept when this is done. */
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await leader.close();
      await Promise.allSettled([...running.values(), keeping]);
    },
  };
}
