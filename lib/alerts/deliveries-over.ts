import { wordText } from "@/lib/contract/console/webhook-log/words";
import type { DeliveryFilter } from "@/lib/contract/inputs/webhook-log";
import type { MessageItem } from "@/lib/db/console/tables/alerts";
import type { Database } from "@/lib/db/database";
import { countOf, formatCount } from "@/lib/format/format-count";
import { type DeliveriesShown, deliveriesAt, deliveriesHref, deliveriesShown, failedFilter } from "./deliveries-shown";
import type { AlertRow } from "./engine";
import { loadSnapshot } from "./rule";

type Over = { until: Date; now: Date };

/**
 * Outcome of an alert's deliveries. No recent failure does not mean that they arrived, so their number and time are
 * taken from the log.
 */
export async function deliveriesOver(
  db: Database,
  { accountId, ref, rule, since, count }: AlertRow,
  { until, now }: Over,
): Promise<Pick<MessageItem, "title" | "href">> {
  const { logWords, hostOf } = await loadSnapshot(db, accountId, now);
  const log = { db, accountId, logWords };
  const time = { from: since.toISOString(), to: new Date(until.getTime() + 1).toISOString() };
  const views = {
    failed: failedFilter(logWords, ref, time),
    retried: { ...time, webhook: wordText(ref), view: "in_progress" },
    late: { ...time, webhook: wordText(ref), late: "1.." },
    again: { ...time, webhook: wordText(ref), view: "arrived", attempts: "2.." },
  } satisfies Record<string, DeliveryFilter>;
  const failed = await deliveriesShown(log, views.failed);
  const retried = await deliveriesShown(log, views.retried);
  const [late, again] = [await deliveriesShown(log, views.late), await deliveriesShown(log, views.again)];
  const arrived = late.count >= again.count ? late : again;
  const total = Math.max(count ?? 0, failed.count + retried.count);
  const verb = rule === "deliveries_late" ? (total === 1 ? "was late" : "were late") : "failed";
  const outcome = outcomeOf({ total, failed: failed.count, retried: retried.count, arrived, since });
  const span = { from: time.from, to: until.toISOString() };
  return {
    title: `${countOf(total, "delivery", "deliveries")} to ${hostOf(ref)} ${verb}${outcome}`,
    href: failed.count + retried.count === 0 && late.count > 0 ? deliveriesHref(views.late) : deliveriesAt(ref, span),
  };
}

type Outcome = { total: number; failed: number; retried: number; arrived: DeliveriesShown; since: Date };

function outcomeOf({ total, failed, retried, arrived, since }: Outcome): string {
  if (failed + retried > 0) {
    const reached = total - failed - retried;
    const parts = [
      failed > 0 && `${formatCount(failed)} ${failed === 1 ? "has" : "have"} not arrived`,
      retried > 0 && `${formatCount(retried)} ${retried === 1 ? "has" : "have"} not arrived yet`,
      reached > 0 && `${formatCount(reached)} arrived`,
    ];
    return `: ${parts.filter(Boolean).join(", ")}.`;
  }
  if (arrived.last === null || arrived.count < total) return "; none of them counts as failed now.";
  return `, ${total === 1 ? "and it" : "all"} arrived by ${clockAt(new Date(arrived.last), since)}.`;
}

/** "20:16 UTC", with its day if that is another one. */
function clockAt(time: Date, since: Date) {
  const [day = "", clock = ""] = time.toISOString().split("T");
  return `${since.toISOString().startsWith(day) ? "" : `${day} `}${clock.slice(0, 5)} UTC`;
}
