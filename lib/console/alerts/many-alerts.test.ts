import { performance } from "node:perf_hooks";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { at, db, keyPrint, now } from "./engine-testing";

const count = 40_000;

test("forty thousand alerts that go on do not hold the process for seconds", { timeout: 60_000 }, async () => {
  const moment = sql`${at(0).toISOString()}::timestamptz`;
  await db.execute(sql`insert into console.record_version (key_print, resource, ref, seen_at, last_seen_at, hash, record)
    select ${keyPrint}, 'credentials', 'c' || n, ${moment}, ${moment}, n::text,
      jsonb_build_object('id', 'c' || n, 'last_sync_error', 'no') from generate_series(1, ${count}::int) as n`);
  await db.execute(sql`insert into console.alert (id, key_print, rule, ref, state, tone, subject, is_phone, message, why, href,
      link, print, since, last_at)
    select n::text, ${keyPrint}, 'credential_sync', 'c' || n, 'open', 'fault', 'c' || n, false,
      'does not sync with its provider.', '“no”', '', '', 'no', ${moment}, ${moment} from generate_series(1, ${count}::int) as n`);
  const { active: before } = performance.eventLoopUtilization();
  await now.engine.evaluate(at(0));
  expect(performance.eventLoopUtilization().active - before).toBeLessThan(4_000);
  expect(now.told).toEqual([]);
});
