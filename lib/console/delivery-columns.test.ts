import type { PoolClient } from "pg";
import { expect, test } from "vitest";
import { applyMigrations, consoleMigrations, migrate, ownMigrations } from "@/lib/db/migrate";
import { emptyDatabase } from "@/lib/testing/database/fresh-database";

const { pool } = await emptyDatabase();
const before = ownMigrations(consoleMigrations).indexOf("0041_delivery-columns");

const rows = 3_000;

/** Deliveries as version 1.0.0 stored them, with a row of `delivery_kind` for each combination of their fields. */
const fill = `
  with made as (
    select nth, 'wh_' || nth % 3 as webhook, (array['call.ended', 'call.started', ''])[1 + nth % 3] as event,
      (array['delivered', 'SUCCESS', 'failed', 'landed', 'ok', ''])[1 + nth % 6] as status, nth % 4 - 1 as attempts,
      (array['unknown', 'retrying', 'given_up'])[1 + nth % 3] as standing, (array[-1, 0, 5])[1 + nth % 3] as late
    from generate_series(1, ${rows}) as nth
  ), kinds as (
    insert into console.delivery_kind (key_print, webhook_id, event, status, attempts, standing, late)
    select distinct 'a', webhook, event, status, attempts, standing, late from made returning *
  )
  insert into console.delivery (key_print, key, kind, at, begins_at, last_at, raw, first_seen_at, changed_at, standing_at, gone_at)
  select 'a', 'd' || nth, kinds.id, case when nth % 10 > 0 then now() end, now(), now(), jsonb_build_object('nth', nth), now(), now(),
    now() - interval '1 hour', case when nth % 7 = 0 then now() end
  from made join kinds on (kinds.webhook_id, kinds.event, kinds.status, kinds.attempts, kinds.standing, kinds.late)
    = (made.webhook, made.event, made.status, made.attempts, made.standing, made.late)`;

const stored = `select key, webhook_id, event, status, attempts, late, at, last_at, raw, gone_at, standing, standing_at
  from console.delivery join (
    select id, webhook_id, event, status, attempts, late, standing from console.delivery_kind) as k on k.id = kind order by key`;

async function withClient<Result>(run: (client: PoolClient) => Promise<Result>) {
  const client = await pool.connect();
  try {
    return await run(client);
  } finally {
    client.release(true);
  }
}

const fields = "key, webhook_id, event, status, attempts, late, at, last_at, raw, gone_at";

test("keeps each delivery with its fields when an earlier version stored them apart", async () => {
  const old = await withClient(async (client) => {
    await client.query("begin");
    await applyMigrations(client, consoleMigrations, { from: 0, to: before });
    await client.query(fill);
    await client.query(`insert into console.reading (resource, field, word, lamp, taught_by)
      values ('webhook-logs', 'status', 'landed', 'ok', 'Mara'), ('webhook-logs', 'status', 'ok', 'fault', 'Mara')`);
    await client.query("commit");
    return (await client.query(stored)).rows;
  });
  await migrate(pool, consoleMigrations);
  const { rows: now } = await pool.query(`select ${fields}, outcome, outcome_at from console.delivery order by key`);
  const delivered = ["delivered", "SUCCESS", "landed"];
  expect(now).toHaveLength(rows);
  expect(now).toEqual(
    old.map(({ standing, standing_at, ...row }) => ({
      ...row,
      outcome: delivered.includes(row.status) ? "arrived" : standing,
      outcome_at: standing_at,
    })),
  );
});
