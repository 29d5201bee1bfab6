import { and, asc, eq, lte, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import { clock } from "@/lib/clock";
import type { Database } from "@/lib/db/database";

/**
 * A table that is a queue: a row is a job, due at `nextAttemptAt`, and never while that is null.
 * `attempts` counts claims. It is the fencing token too: whoever settles a job must still have the number it claimed.
 */
export type QueueTable = PgTable & { id: AnyPgColumn; nextAttemptAt: AnyPgColumn; attempts: AnyPgColumn };

export type Job = { id: string; attempts: number };

type Claim<Table extends QueueTable> = {
  most: number;
  /** How long the claimer may take. Another process claims the job after that. */
  leaseMs: number;
  where?: SQL | undefined;
  set?: PgUpdateSetSource<Table>;
};

/**
 * Claims due jobs, the oldest first, and counts the attempt before it is made. A process that dies leaves its jobs to be
 * claimed again when the lease ends: each runs at least once.
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

/** Holds for the job as long as nobody else has claimed it since, and it is not settled. */
export const isClaimedAs = (table: QueueTable, { id, attempts }: Job) =>
  and(eq(table.id, id), eq(table.attempts, attempts), sql`${table.nextAttemptAt} is not null`);

/** For columns of either mode of Drizzle's. */
export const inFuture = (ms: number) => sql`${new Date(clock.nowMs() + ms).toISOString()}::timestamptz`;
