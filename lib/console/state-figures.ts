import { and, count, eq, inArray, lt, ne } from "drizzle-orm";
import { readBackups } from "@/lib/backup/backup-settings";
import { clock } from "@/lib/clock";
import { alertMessageTable, alertTable } from "@/lib/db/console/tables/alerts";
import { plannedActionTable } from "@/lib/db/console/tables/automation";
import { collectorTaskTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";

/** Times are in milliseconds since 1970, null if there is none. */
export type StateFigures = {
  /** Last successful poll by operation. The logs of single webhooks count as one: the one that was polled longest ago. */
  polls: ReadonlyMap<string, number>;
  lastBackupMs: number | null;
  /** Alerts that are not resolved, by tone. */
  alerts: ReadonlyMap<string, number>;
  waitingMessages: number;
  /** Scheduled actions whose time has come and that are not sent yet. */
  dueActions: number;
};

/** Reads the figures for `/metrics` that are in the database. */
export async function stateFigures(db: Database, accountId: string): Promise<StateFigures> {
  const tasks = await db.select().from(collectorTaskTable).where(eq(collectorTaskTable.accountId, accountId));
  const alerts = await db
    .select({ tone: alertTable.tone, count: count() })
    .from(alertTable)
    .where(and(eq(alertTable.accountId, accountId), ne(alertTable.state, "resolved")))
    .groupBy(alertTable.tone);
  const isWaiting = inArray(alertMessageTable.state, ["waiting", "sending"]);
  const isDue = and(eq(plannedActionTable.state, "planned"), lt(plannedActionTable.at, clock.now()));
  const { run } = await readBackups(db);
  const polls = new Map<string, number>();
  for (const { task, okAt } of tasks) {
    const operation = task.split(" ", 1)[0] ?? task;
    const atMs = okAt?.getTime() ?? 0;
    polls.set(operation, Math.min(atMs, polls.get(operation) ?? atMs));
  }
  return {
    polls,
    lastBackupMs: run?.last ? Date.parse(run.last.at) : null,
    alerts: new Map(alerts.map((row) => [row.tone, row.count])),
    waitingMessages: await db.$count(alertMessageTable, and(eq(alertMessageTable.accountId, accountId), isWaiting)),
    dueActions: await db.$count(plannedActionTable, and(eq(plannedActionTable.accountId, accountId), isDue)),
  };
}
