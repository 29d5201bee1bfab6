import { and, asc, eq, lte, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import { clock } from "@/lib/clock";
import type { Database } from "@/lib/db/database";

/**
 * A table used as a queue. A row is a job that is due at `nextAttemptAt`, or not queued while that is null.
 * `attempts` counts claims and is the fencing token: only the claimer with the current number can settle the job.
 */
export type QueueTable = PgTable & { id: AnyPgColumn; nextAttemptAt: AnyPgColumn; attempts: AnyPgColumn };

export type Job = { id: string; attempts: number };

type Claim<Table extends QueueTable> = {
  most: number;
  /** Another process can claim the job after this time. */
  leaseMs: number;
  where?: SQL | undefined;
  set?: PgUpdateSetSource<Table>;
};

/**
 * Claims due jobs, the oldest first, and counts the attempt before it is made. Jobs of a process that died can be claimed
 * again when their lease ends, so each job runs at least once.
 * https://www.postgresql.org/docs/current/sql-select.html#SQL-FOR-UPDATE-SHARE (SKIP LOCKED)
 */
export async function claimDue<Table extends QueueTable>(
  db: Pick<Database, "$with" | "with" | "select">,
  table: Table,
  { most, leaseMs, where, set }: Claim<Table>,
): Promise<Table["$inferSelect"][]> {
  const columns: QueueTable = table;
  const due = db.$with("due").as(
    db
      .select({ due_id: sql`${columns.id}`.as("due_id") })
      .from(columns)
      .where(and(where, lte(columns.nextAttemptAt, inFuture(0))))
      .orderBy(asc(columns.nextAttemptAt), asc(columns.id))
      .limit(most)
      .for("update", { skipLocked: true }),
  );
  const claim = { ...set, attempts: sql`${columns.attempts} + 1`, nextAttemptAt: inFuture(leaseMs) };
  return db
    .with(due)
    .update(table)
    .set(claim as unknown as PgUpdateSetSource<Table>)
    .where(sql`${columns.id} in (select due_id from ${due})`)
    .returning() as Promise<Table["$inferSelect"][]>;
}

/** True while the job is neither settled nor claimed again. */
export const isClaimedAs = (table: QueueTable, { id, attempts }: Job) =>
  and(eq(table.id, id), eq(table.attempts, attempts), sql`${table.nextAttemptAt} is not null`);

/** SQL for a time from now. Works with timestamp columns of either Drizzle mode. */
export const inFuture = (ms: number) => sql`${new Date(clock.nowMs() + ms).toISOString()}::timestamptz`;
