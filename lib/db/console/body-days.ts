import { sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { type Database, lockInTransaction, type Transaction } from "@/lib/db/database";

/** In UTC, as `2026-11-28`. */
export const dayOf = (at: Date) => at.toISOString().slice(0, 10);

const dayMs = 86_400_000;
const madeAhead = 3;
/** A day of which more is stored already stays where it is. Moving it would take too long. */
const mostMoved = { rows: 2_000, bytes: 16 * 1024 * 1024 };
/** Days of bodies with no table of their own: those before the first such day, and those that came late. */
const otherTable = "hook_body_other";

/** A day's table of bodies. `day` is null for all days without one. */
export type BodyDay = { table: string; day: string | null; bytes: number };

const nameOf = (day: string) => `hook_body_${day.replaceAll("-", "")}`;
const inConsole = (table: string) => sql`${sql.identifier("console")}.${sql.identifier(table)}`;

/** Makes the tables of today and the next days, so that a day can be dropped whole. */
export async function makeBodyDays(db: Database) {
  for (let ahead = 0; ahead < madeAhead; ahead += 1) {
    const start = Date.parse(dayOf(new Date(clock.nowMs() + ahead * dayMs)));
    await db.transaction(async (tx) => {
      await lockInTransaction(tx, "days of bodies", { waitMs: 4_000 });
      await makeDay(tx, dayOf(new Date(start)), dayOf(new Date(start + dayMs)));
    });
  }
}

async function makeDay(tx: Transaction, day: string, next: string) {
  const table = inConsole(nameOf(day));
  const { rows } = await tx.execute<{ known: string | null }>(
    sql`select to_regclass(${`console.${nameOf(day)}`})::text as known`,
  );
  if (rows[0]?.known) return;
  // Until the end, so that no body of this day comes in between.
  await tx.execute(sql`lock table ${inConsole(otherTable)} in share row exclusive mode`);
  const isOfDay = sql`at >= ${`${day}T00:00:00Z`}::timestamptz and at < ${`${next}T00:00:00Z`}::timestamptz`;
  const { rows: found } = await tx.execute<typeof mostMoved>(
    sql`select count(*)::int as rows, coalesce(sum(octet_length(body)), 0)::float8 as bytes
      from (select body from ${inConsole(otherTable)} where ${isOfDay} limit ${mostMoved.rows + 1}) as first`,
  );
  const { rows: count, bytes } = found[0] ?? { rows: 0, bytes: 0 };
  if (count > mostMoved.rows || bytes > mostMoved.bytes) return;
  await tx.execute(sql`create table ${table} (like console.hook_body including all)`);
  await tx.execute(sql`with moved as (delete from ${inConsole(otherTable)} where ${isOfDay} returning *)
    insert into ${table} select * from moved`);
  await tx.execute(sql`alter table console.hook_body attach partition ${table}
    for values from (${sql.raw(`'${day}T00:00:00Z'`)}) to (${sql.raw(`'${next}T00:00:00Z'`)})`);
}

/** The oldest first. Tables of days to come, and an empty one of other days, are left out. */
export async function bodyDays(db: Pick<Database, "execute">): Promise<BodyDay[]> {
  const { rows } = await db.execute<{ table: string; bytes: number }>(sql`
    select relname as table, pg_total_relation_size(class.oid)::float8 as bytes
    from pg_inherits join pg_class as class on class.oid = inhrelid
    where inhparent = 'console.hook_body'::regclass order by relname`);
  const { rows: others } = await db.execute<{ until: string | null }>(
    sql`select to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD') as until from ${inConsole(otherTable)}`,
  );
  const today = dayOf(clock.now());
  // Other days stand where their newest body does. They can hold today's, from before today's table.
  return rows
    .map(({ table, bytes }) => ({ table, bytes, day: dayIn(table), until: dayIn(table) ?? others[0]?.until ?? "" }))
    .filter(({ day, until }) => until !== "" && (day === null || day <= today))
    .toSorted((a, b) => a.until.localeCompare(b.until) || Number(a.day !== null) - Number(b.day !== null))
    .map(({ table, bytes, day }) => ({ table, bytes, day }));
}

function dayIn(table: string) {
  const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)$/.exec(table) ?? [];
  return year ? `${year}-${month}-${day}` : null;
}

/** Gives the space of a day back to the disk. Throws if somebody reads it, as a backup does. */
export async function dropBodyDay(db: Database, { table, day }: Pick<BodyDay, "table" | "day">): Promise<void> {
  await db.transaction(async (tx) => {
    await lockInTransaction(tx, "days of bodies", { waitMs: 2_000 });
    await tx.execute(day === null ? sql`truncate ${inConsole(table)}` : sql`drop table if exists ${inConsole(table)}`);
  });
}

/** Removes bodies before a time: whole days at once, and what is left of a day by rows. */
export async function removeBodiesBefore(
  db: Database,
  before: Date,
  removeRows: (table: ReturnType<typeof inConsole>) => Promise<void>,
) {
  for (const body of await bodyDays(db)) {
    const isWhole = body.day !== null && Date.parse(body.day) + dayMs <= before.getTime();
    if (isWhole) await dropBodyDay(db, body);
    else if (body.day === null || Date.parse(body.day) < before.getTime()) {
      await removeRows(inConsole(body.table));
      if (body.day === null) await truncateIfEmpty(db);
    }
  }
}

async function truncateIfEmpty(db: Database) {
  const { rows } = await db.execute<{ has: boolean }>(sql`select exists (select from ${inConsole(otherTable)}) as has`);
  if (rows[0]?.has) return;
  await db.transaction(async (tx) => {
    await lockInTransaction(tx, "days of bodies", { waitMs: 2_000 });
    await tx.execute(sql`lock table ${inConsole(otherTable)} in access exclusive mode`);
    const { rows: late } = await tx.execute<{ has: boolean }>(
      sql`select exists (select from ${inConsole(otherTable)}) as has`,
    );
    if (!late[0]?.has) await tx.execute(sql`truncate ${inConsole(otherTable)}`);
  });
}
