import { type SQL, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { KeptKind } from "@/lib/contract/console/collecting";
import { removeBodiesBefore } from "@/lib/db/console/body-days";
import type { Database } from "@/lib/db/database";
import { removeWatched } from "./webhook-log/watched";

const batchSize = 2_000;
const maxBatches = 500;

/** The tables of each kind, with the time that a row's retention counts from. */
const timesOf: Record<KeptKind, readonly [table: SQL, time: SQL][]> = {
  deliveries: [
    [sql`console.delivery`, sql`gone_at`],
    [sql`console.delivery_change`, sql`seen_at`],
  ],
  samples: [[sql`console.campaign_sample`, sql`at`]],
  versions: [[sql`console.record_version`, sql`last_seen_at`]],
  left_out: [[sql`console.left_out_rows`, sql`kept_at`]],
  events: [
    [sql`console.hook_event`, sql`last_at`],
    [sql`console.hook_arrival`, sql`at`],
    [sql`console.found_call`, sql`last_event_at`],
  ],
  bodies: [[sql`console.hook_body`, sql`at`]],
  numbers: [[sql`console.list_number join console.contact_list on list = key`, sql`opened_at`]],
};

const startOf = (days: number, now: Date) => new Date(now.getTime() - days * 86_400_000).toISOString();

export async function countOld(db: Database, kind: KeptKind, days: number, now: Date) {
  const before = startOf(days, now);
  const counts = timesOf[kind].map(
    ([table, time]) => sql`select count(*) as rows, min(${time}) as first from ${table} where ${time} < ${before}`,
  );
  const { rows } = await db.execute<{ rows: number; first: string | null }>(sql`
    select sum(rows)::float8 as rows, to_char(min(first) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as first
    from (${sql.join(counts, sql` union all `)}) as old`);
  return { rows: rows[0]?.rows ?? 0, before, first_at: rows[0]?.first ?? null };
}

/** Removes rows older than their retention period, in batches, so that no statement blocks others for long. */
export async function removeOld(db: Database, days: Record<KeptKind, { days: number }>, now = clock.now()) {
  const before = (kind: KeptKind) => startOf(days[kind].days, now);
  await removeBodiesBefore(db, new Date(before("bodies")), (table) => remove(db, table, sql`at < ${before("bodies")}`));
  for (const kind of ["deliveries", "samples", "versions", "left_out", "events"] as const)
    for (const [table, time] of timesOf[kind]) await remove(db, table, sql`${time} < ${before(kind)}`);
  await remove(db, sql`console.collector_task`, sql`at < ${before("samples")}`);
  await removeWatched(db, new Date(before("deliveries")));
  const isOldList = sql`opened_at < ${before("numbers")} or (import_id is null and opened_at < ${dayBefore(now)})`;
  const oldLists = sql`list in (select key from console.contact_list where ${isOldList})`;
  await remove(db, sql`console.list_number`, oldLists);
  await remove(
    db,
    sql`console.blocked_contact`,
    sql`not exists (select from console.list_number as sent where sent.number = blocked_contact.number)`,
  );
  await db.execute(sql`delete from console.contact_list as old where (${isOldList})
    and not exists (select from console.list_number where list = old.key)`);
}

/** Lists that were compared and not sent are of no use a day later. */
const dayBefore = (now: Date) => new Date(now.getTime() - 86_400_000).toISOString();

async function remove(db: Database, table: SQL, isOld: SQL) {
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const { rowCount } = await db.execute(
      sql`delete from ${table} where ctid in (select ctid from ${table} where ${isOld} limit ${batchSize})`,
    );
    if ((rowCount ?? 0) < batchSize) return;
  }
}
