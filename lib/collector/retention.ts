import { type SQL, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { KeptKind } from "@/lib/contract/console/kept";
import type { Database } from "@/lib/db/database";
import { removeWatched } from "./webhook-log/watched";

const batchSize = 2_000;
const maxBatches = 500;

/** Removes rows older than their retention period, in batches, so that no statement blocks others for long. */
export async function removeOld(db: Database, days: Record<KeptKind, { days: number }>, now = clock.now()) {
  const before = (kind: KeptKind) => new Date(now.getTime() - days[kind].days * 86_400_000).toISOString();
  const [deliveries, samples, versions] = [before("deliveries"), before("samples"), before("versions")];
  await remove(db, sql`console.delivery`, sql`gone_at < ${deliveries}`);
  await db.execute(sql`delete from console.delivery_kind as kind where not exists (
    select from console.delivery as d where d.key_print = kind.key_print and d.kind = kind.id)`);
  await removeWatched(db, new Date(deliveries));
  await remove(db, sql`console.delivery_change`, sql`seen_at < ${deliveries}`);
  await remove(db, sql`console.campaign_sample`, sql`at < ${samples}`);
  await remove(db, sql`console.collector_task`, sql`at < ${samples}`);
  await remove(db, sql`console.record_version`, sql`last_seen_at < ${versions}`);
  await remove(db, sql`console.left_out_rows`, sql`kept_at < ${before("left_out")}`);
  const isOldList = sql`opened_at < ${before("numbers")} or (import_id is null and opened_at < ${dayBefore(now)})`;
  const oldLists = sql`list in (select key from console.contact_list where ${isOldList})`;
  await remove(db, sql`console.list_number`, oldLists);
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
