import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { at, db, keyPrint, listed, now } from "./engine-testing";

const day = 24 * 60;

/** Credit that goes evenly for two days, read each so many minutes. */
const spend = (aDay: number, left: number, everyMinutes: number) =>
  db.execute(sql`insert into console.record_version (key_print, resource, ref, seen_at, last_seen_at, hash, record)
    select ${keyPrint}, 'plan-limits', '', moment, moment + make_interval(mins => ${everyMinutes}), age::text,
      jsonb_build_object('localized_balance', (${left}::numeric + ${aDay}::numeric * age / ${day})::numeric(12, 2)::text,
        'localized_currency', 'GBP', 'pricing', '{"min_credit_balance": "10.00", "currency": "GBP"}'::jsonb)
    from generate_series(${2 * day}::int, 0, ${-everyMinutes}::int) as age,
      lateral (select ${at(0).toISOString()}::timestamptz - make_interval(mins => age) as moment) as read`);

test("credit that goes steadily is told to run low, however often it was read", async () => {
  await spend(288, 424, 5);
  await now.engine.evaluate(at(0));
  expect(now.told).toEqual(["balance_low: 424.00 GBP of credit is left."]);
  expect((await listed())[0]?.why).toBe("At 288.00 GBP a day it reaches the minimum of 10.00 GBP in 1 day.");
});
