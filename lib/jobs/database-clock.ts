import type { Pool } from "pg";
import type { Logger } from "pino";
import { clock } from "@/lib/clock";
import { startTicker } from "./ticker";

const everyMs = 10_000;
/** A slower response does not show precisely enough when it was made. */
const maxRoundTripMs = 1_000;

/** Keeps the clock in step with the database's. Resolves after the first measurement. */
export async function followDatabaseClock(pool: Pick<Pool, "query">, log: Pick<Logger, "warn">) {
  const run = () => synchronize(pool);
  await run();
  return startTicker({ name: "the clock", everyMs, run, log });
}

async function synchronize(pool: Pick<Pool, "query">) {
  const startedMs = performance.now();
  const { rows } = await pool.query("select extract(epoch from clock_timestamp())::float8 * 1000 as now_ms");
  const roundTripMs = performance.now() - startedMs;
  if (roundTripMs <= maxRoundTripMs || !clock.isSet()) clock.adjust(rows[0].now_ms + roundTripMs / 2);
}
