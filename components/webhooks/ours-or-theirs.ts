import type { Targets } from "@/lib/client/webhook-log";
import type { DeliveryDetails } from "@/lib/contract/console/webhook-log/deliveries";
import type { DeliverySummary } from "@/lib/contract/console/webhook-log/summary";
import { countOf, formatCount } from "@/lib/format/format-count";

type Others = Record<"reached" | "partly" | "failing", number>;

/**
 * Guesses if a fault is at the receiver or at the platform, from how the platform reached other webhooks at that time.
 * Undefined if they do not tell.
 */
function likelyText({ reached, partly, failing }: Others, host: string, time: string): string | undefined {
  const all = reached + partly + failing;
  if (all === 0) return undefined;
  if (reached === all)
    return `The platform reached ${countOf(reached, "other webhook")} without a failure ${time}, so the fault is likely at ${host}.`;
  if (failing === all) return `The platform reached no other webhook ${time}, so the fault is likely at the platform.`;
  return `${formatCount(partly + failing)} of ${countOf(all, "other webhook")} had failures ${time}, too.`;
}

/** For the chosen time, if the deliveries of one webhook failed. */
export function faultText({ webhooks }: Pick<DeliverySummary, "webhooks">, targets: Targets): string | undefined {
  const failing = webhooks.filter(({ not_delivered, retrying }) => not_delivered + retrying > 0);
  const [first] = failing;
  if (!first || failing.length > 1) return undefined;
  const reached = webhooks.filter(({ total }) => total > 0).length - 1;
  return likelyText(
    { reached, partly: 0, failing: 0 },
    targets.get(first.webhook_id)?.host ?? first.webhook_id,
    "in this time",
  );
}

/** For the time around one delivery that did not arrive, or arrived late. */
export function entryFaultText(
  { outcome, late_seconds, others }: Pick<DeliveryDetails, "outcome" | "late_seconds" | "others">,
  host: string,
  momentOf: (iso: string) => string,
): string | undefined {
  const isGood = outcome === "arrived" && (late_seconds ?? 0) < 60;
  if (isGood || !others) return undefined;
  const time = `from ${momentOf(others.from)} to ${momentOf(others.to)}`;
  const [reached, partly, failing] = [others.reached.length, others.partly.length, others.failing.length];
  const text = likelyText({ reached, partly, failing }, host, time);
  return text ?? `No other webhook had a delivery ${time}, so the log does not tell where the fault is.`;
}
