import { clock } from "@/lib/clock";
import type { Delivery, OtherWebhooks } from "@/lib/contract/console/webhook-log/deliveries";
import { isOpenOutcome } from "@/lib/contract/console/webhook-log/filter";
import type { Database } from "@/lib/db/database";
import { cellsIn, longestStep } from "./delivery-counts";
import { isArrived, isLate } from "./delivery-filter";
import type { LogQuery } from "./log-query";

const aroundMs = 5 * 60_000;

/** From five minutes before the first try of a delivery to five after its last change; null if its time is unknown. */
export function timeAround({ begins_at, last_at, outcome }: Pick<Delivery, "begins_at" | "last_at" | "outcome">) {
  if (begins_at === null) return null;
  const endMs = isOpenOutcome(outcome) ? clock.nowMs() : Date.parse(last_at) + aroundMs;
  return { fromMs: Date.parse(begins_at) - aroundMs, toMs: Math.min(endMs, clock.nowMs()) };
}

/** Deliveries to the other webhooks in a time. They show if one receiver is at fault or the platform. */
export async function otherWebhooks(
  db: Database,
  query: LogQuery,
  webhook: string,
  time: { fromMs: number; toMs: number },
): Promise<OtherWebhooks> {
  const cells = await cellsIn(db, query, time, longestStep);
  const others = new Map<string, Set<boolean>>();
  for (const { fields } of cells)
    if (fields.webhook !== webhook)
      others.set(
        fields.webhook,
        (others.get(fields.webhook) ?? new Set()).add(isArrived(fields) && !isLate(fields, 1)),
      );
  const where = (isGood: boolean, isBad: boolean) =>
    [...others].filter(([, found]) => found.has(true) === isGood && found.has(false) === isBad).map(([id]) => id);
  return {
    from: new Date(time.fromMs).toISOString(),
    to: new Date(time.toMs).toISOString(),
    reached: where(true, false),
    partly: where(true, true),
    failing: where(false, true),
  };
}
