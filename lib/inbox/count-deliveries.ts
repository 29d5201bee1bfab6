import { isArrived, isLate, type Kind } from "@/lib/collector/webhook-log/kinds";
import { isoOf } from "@/lib/collector/webhook-log/log-sql";
import type { DeliveryState, WebhookDeliveries } from "@/lib/contract/console/inbox/call-deliveries";
import type { NearDelivery } from "./deliveries-near";

/** A webhook with the deliveries that count for a call. */
export type WebhookNear = {
  id: string;
  url: string | null;
  ourAddress: string | null;
  isNamed: boolean;
  deliveries: readonly (NearDelivery & { of: Kind })[];
};

/** `part`: some of the counted time was not watched. `not_read`: the log was not read since. */
export type Watch = "all" | "part" | "not_read";

/** How a webhook got the events of a call. */
export function countWebhook(
  { id, url, ourAddress, isNamed, deliveries }: WebhookNear,
  watch: Watch,
): WebhookDeliveries {
  const missed = deliveries.filter(({ of }) => !isArrived(of));
  const late = deliveries.flatMap(({ atMs, deliveredMs }) =>
    deliveredMs === null ? [] : [(deliveredMs - atMs) / 1000],
  );
  return {
    ...{
      webhook_id: id,
      url,
      our_address: ourAddress,
      is_named: isNamed,
      state: stateOf(deliveries, isNamed ? "all" : watch),
    },
    events: [...new Set(deliveries.map(({ of }) => of.event))].map((event) => eventCounts(event, deliveries)),
    since: missed.length === 0 ? null : isoOf(Math.min(...missed.map(({ atMs }) => atMs))),
    longest_seconds: late.length === 0 ? null : Math.max(0, ...late),
  };
}

/** It has not arrived yet: it is being retried, or nobody knows how long the platform waits. */
const isOpen = ({ outcome }: Kind) => outcome === "retrying" || outcome === "not_yet";

function stateOf(deliveries: WebhookNear["deliveries"], watch: Watch): DeliveryState {
  const has = (test: (kind: Kind) => boolean) => deliveries.some(({ of }) => test(of));
  if (has(({ outcome }) => outcome === "given_up" || outcome === "unknown")) return "not_arrived";
  if (has(isOpen)) return "retrying";
  if (has((kind) => isLate(kind, 1))) return "late";
  if (watch !== "all") return watch === "part" ? "not_watched" : "not_read";
  return deliveries.length === 0 ? "missing" : "arrived";
}

function eventCounts(event: string, deliveries: WebhookNear["deliveries"]) {
  const own = deliveries.filter(({ of }) => of.event === event).map(({ of }) => of);
  const count = (test: (kind: Kind) => boolean) => own.filter(test).length;
  const arrived = count(isArrived);
  const retrying = count(isOpen);
  const attempts = own.flatMap((kind) => (isArrived(kind) ? [] : (kind.attempts ?? [])));
  return {
    ...{ event, total: own.length, arrived, retrying, late: count((kind) => isLate(kind, 1)) },
    not_arrived: own.length - arrived - retrying,
    attempts: attempts.length === 0 ? null : Math.max(...attempts),
  };
}
