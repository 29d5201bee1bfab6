import type { Pool } from "pg";
import type { Logger } from "pino";
import { clock } from "@/lib/clock";
import { startTicker } from "./ticker";

const everyMs = 10_000;
/** An answer that took longer says too little of when it was made. */
const longestMs = 1_000;

/** Sets the clock by the database's, and again and again. Resolves when it is set first. */
export async function followDatabaseClock(pool: Pick<Pool, "query">, log: Pick<Logger, "warn">) {
  const run = () => measure(pool);
  await run();
  return startTicker({ name: "the clock", everyMs, run, log });
}

async function measure(pool: Pick<Pool, "query">) {
  const askedMs = performance.now();
  const { rows } = await pool.query("select extract(epoch from clock_timestamp())::float8 * 1000 as now_ms");
  const tookMs = performance.now() - askedMs;
  if (tookMs <= longestMs || !clock.isSet()) clock.adjust(rows[0].now_ms + tookMs / 2);
}
