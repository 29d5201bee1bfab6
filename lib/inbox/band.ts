import { sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { gapsIn, watchedTimes } from "@/lib/collector/webhook-log/watched";
import type { ReceivedBand } from "@/lib/contract/console/inbox/received";
import type { Database } from "@/lib/db/database";

const steps = 48;
const longestMs = 31 * 86_400_000;

type BandInput = {
  from: string | undefined;
  to: string | undefined;
  webhooks: readonly string[];
  /** First tries of deliveries that did not arrive. */
  missingMs: readonly number[];
};

/** Arrivals and missing deliveries of a time in equal steps, and when Switchboard was not watching. Null for all of the time. */
export async function bandOf(db: Database, accountId: string, input: BandInput): Promise<ReceivedBand | null> {
  const { from, to, webhooks, missingMs } = input;
  const nowMs = clock.nowMs();
  const [fromMs, toMs] = [Date.parse(from ?? ""), to === undefined ? nowMs : Math.min(nowMs, Date.parse(to))];
  if (!(toMs > fromMs) || toMs - fromMs > longestMs) return null;
  const iso = (ms: number) => new Date(ms).toISOString();
  const { rows } = await db.execute<{ step: number; arrived: number }>(sql`
    select width_bucket(extract(epoch from first_at)::float8, ${fromMs / 1000}::float8, ${toMs / 1000}::float8, ${steps}) - 1 as step,
      count(*)::int as arrived
    from console.hook_event
    where key_print = ${accountId} and first_at >= ${iso(fromMs)}::timestamptz and first_at < ${iso(toMs)}::timestamptz group by 1`);
  const counts = Array.from({ length: steps }, () => ({ arrived: 0, missing: 0 }));
  for (const { step, arrived } of rows) Object.assign(counts[step] ?? {}, { arrived });
  for (const ms of missingMs) {
    const step = counts[Math.floor(((ms - fromMs) / (toMs - fromMs)) * steps)];
    if (step) step.missing += 1;
  }
  const gaps = gapsIn(await watchedTimes(db, accountId, webhooks), { fromMs, toMs }, nowMs);
  return {
    ...{ from: iso(fromMs), to: iso(toMs), steps: counts },
    gaps: gaps.map((gap) => ({ from: iso(gap.fromMs), to: iso(gap.toMs), reason: gap.reason })),
  };
}
