import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, isNull, like, ne, or, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { Events } from "@/lib/console/events/events";
import { onceAtATime } from "@/lib/console/health";
import { listWebhookLogs, listWebhooks } from "@/lib/contract/api/webhooks";
import { type LogReading, NO_WORD, onlyWordIn } from "@/lib/contract/console/deliveries";
import type { Database } from "@/lib/db/database";
import { inMs } from "./delivery-filter";
import { everyMs, restFor, startingState, type Task } from "./pace";
import { collectorTaskTable, recordVersionTable } from "./tables";

export const logTask = listWebhookLogs.id;

/** The task that reads the log of one webhook, or of all. */
export const logTaskOf = (webhookId: string | undefined) =>
  webhookId === undefined ? logTask : `${logTask} ${webhookId}`;

/** The log of all is too large to be read: each webhook's own is read instead. */
export const tooLarge = "upstream-too-large";
const mostWebhooks = 200;
const sameForMs = 2_000;
const looksAgainMs = 100;
const reportEveryMs = 10_000;

/** Stands before a task that somebody waits for. */
export const fresh = "fresh ";

type TaskRow = typeof collectorTaskTable.$inferSelect;

/** Each webhook's own log, where the log of all is too large to be read. */
export async function logsOfWebhooks(db: Database, keyPrint: string, paceMs: number): Promise<Task[]> {
  const isWhole = and(eq(collectorTaskTable.keyPrint, keyPrint), eq(collectorTaskTable.task, logTask));
  const [whole] = await db.select({ outcome: collectorTaskTable.outcome }).from(collectorTaskTable).where(isWhole);
  if (whole?.outcome !== tooLarge) return [];
  const ids = await webhooksOf(db, keyPrint);
  return ids.map((webhookId) => ({
    id: logTaskOf(webhookId),
    kind: "log",
    webhookId,
    paceMs,
    lookedAtMs: undefined,
  }));
}

async function webhooksOf(db: Database, keyPrint: string): Promise<string[]> {
  const { resource, ref, goneAt } = recordVersionTable;
  const rows = await db
    .selectDistinct({ ref })
    .from(recordVersionTable)
    .where(and(eq(recordVersionTable.keyPrint, keyPrint), eq(resource, "webhooks"), ne(ref, ""), isNull(goneAt)))
    .orderBy(ref)
    .limit(mostWebhooks);
  return rows.map((row) => row.ref);
}

type Parts = {
  db: Database;
  keyPrint: string;
  events: Pick<Events, "looking">;
  /** How long a read that was asked for is waited for. */
  waitsMs?: number;
};

/** How those who show the log stand to what reads it, in this process or another. */
export function createLogReader({ db, keyPrint, events, waitsMs = 5_000 }: Parts) {
  const reportedAtMs = new Map<string, number>();
  const reads = new Map<string, () => Promise<void>>();

  const rowsOf = () =>
    db
      .select()
      .from(collectorTaskTable)
      .where(
        and(
          eq(collectorTaskTable.keyPrint, keyPrint),
          or(eq(collectorTaskTable.task, logTask), like(collectorTaskTable.task, `${logTask} %`)),
        ),
      );

  async function readNow(webhookId: string | undefined) {
    const askedAtMs = clock.nowMs();
    const tasks = wantedOf(await rowsOf(), webhookId);
    // Which webhooks there are is read along, and not waited for.
    events.looking([...tasks, listWebhooks.id].map((task) => fresh + task));
    const startedMs = performance.now();
    while (performance.now() - startedMs < waitsMs) {
      const isNew = ({ at }: TaskRow) =>
        at.getTime() >= askedAtMs - sameForMs && at.getTime() <= clock.nowMs() + sameForMs;
      const done = (await rowsOf()).filter(isNew);
      if (tasks.every((task) => done.some((row) => row.task === task))) return;
      await sleep(looksAgainMs);
    }
  }

  return {
    /** Somebody looks at the log, or at that of one webhook. */
    look(webhook: string | undefined) {
      const name = logTaskOf(plain(webhook));
      const nowMs = performance.now();
      if (nowMs - (reportedAtMs.get(name) ?? Number.NEGATIVE_INFINITY) < reportEveryMs) return;
      if (reportedAtMs.size > mostWebhooks) reportedAtMs.clear();
      reportedAtMs.set(name, nowMs);
      events.looking([name]);
    },
    /** Has the log read, unless that was done just now, and waits for it a while. Once, however many ask. */
    readNow(webhook: string | undefined) {
      const task = logTaskOf(plain(webhook));
      const read = reads.get(task) ?? onceAtATime(() => readNow(plain(webhook)).finally(() => reads.delete(task)));
      reads.set(task, read);
      return read();
    },
    async reading(): Promise<LogReading> {
      const [{ rows }, tasks] = await Promise.all([
        // Without an entry of the first read, the oldest one was missing at a read that is still known.
        db.execute<{ since: number | null }>(sql`
          select ${inMs(sql`coalesce(
            (select first_seen_at from console.delivery
              where key_print = ${keyPrint} and not_seen_at is null order by first_seen_at limit 1),
            (select not_seen_at from console.delivery where key_print = ${keyPrint} order by at limit 1))`)} as since`),
        rowsOf(),
      ]);
      return { ...readingOf(tasks, clock.nowMs()), watched_since: isoOf(rows[0]?.since ?? null) };
    },
  };
}

export type LogReader = ReturnType<typeof createLogReader>;

/** Which tasks bring what is shown: the webhook's own only where the log of all cannot be read. */
function wantedOf(rows: readonly TaskRow[], webhookId: string | undefined): string[] {
  if (rows.find(({ task }) => task === logTask)?.outcome !== tooLarge) return [logTask];
  if (webhookId !== undefined) return [logTaskOf(webhookId)];
  const each = rows.filter(({ task }) => task !== logTask).map(({ task }) => task);
  return each.length > 0 ? each : [logTask];
}

const isoOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

function readingOf(rows: readonly TaskRow[], nowMs: number): Omit<LogReading, "watched_since"> {
  const whole = rows.find(({ task }) => task === logTask);
  const each = rows.filter(({ task }) => task !== logTask);
  const isSplit = whole?.outcome === tooLarge && each.length > 0;
  const of = isSplit ? each : whole ? [whole] : [];
  const okTimes = of.flatMap(({ okAt }) => (okAt ? [okAt.getTime()] : []));
  const isOk = of.every(({ outcome }) => outcome === "ok");
  const usualMs = everyMs({ id: logTask, kind: "log", lookedAtMs: nowMs }, startingState, nowMs);
  const slowestMs = Math.max(0, ...of.map(({ ms }) => ms));
  return {
    at: of.length > 0 ? new Date(Math.max(...of.map(({ at }) => at.getTime()))).toISOString() : null,
    ok_at: okTimes.length > 0 ? new Date(Math.min(...okTimes)).toISOString() : null,
    outcome: of.length === 0 ? "none" : isOk ? "ok" : (of.find(({ outcome }) => outcome !== "ok")?.outcome ?? "ok"),
    every_seconds: Math.round(Math.max(usualMs, slowestMs * restFor) / 1000),
    by_webhook: isSplit ? { read: each.filter(({ outcome }) => outcome === "ok").length, of: each.length } : null,
  };
}

/** The one webhook that is chosen, where one is. */
function plain(webhook: string | undefined) {
  const only = onlyWordIn(webhook);
  return only === NO_WORD ? undefined : only;
}
