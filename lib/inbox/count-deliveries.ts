import { type CountedFields, isArrived, isLate, isOpen } from "@/lib/collector/webhook-log/delivery-filter";
import { isoOf } from "@/lib/collector/webhook-log/log-sql";
import type { DeliveryState, WebhookDeliveries } from "@/lib/contract/console/inbox/call-deliveries";
import type { NearDelivery } from "./deliveries-near";

/** A webhook with the deliveries that count for a call. */
export type WebhookNear = {
  id: string;
  url: string | null;
  ourAddress: string | null;
  isNamed: boolean;
  deliveries: readonly NearDelivery[];
};

/** `part`: some of the counted time was not watched. `not_read`: the log was not read since. */
export type Watch = "all" | "part" | "not_read";

/** How a webhook got the events of a call. */
export function countWebhook(
  { id, url, ourAddress, isNamed, deliveries }: WebhookNear,
  watch: Watch,
): WebhookDeliveries {
  const missed = deliveries.filter(({ fields }) => !isArrived(fields));
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
    events: [...new Set(deliveries.map(({ fields }) => fields.event))].map((event) => eventCounts(event, deliveries)),
    since: missed.length === 0 ? null : isoOf(Math.min(...missed.map(({ atMs }) => atMs))),
    longest_seconds: late.length === 0 ? null : Math.max(0, ...late),
  };
}

function stateOf(deliveries: WebhookNear["deliveries"], watch: Watch): DeliveryState {
  const has = (test: (fields: CountedFields) => boolean) => deliveries.some(({ fields }) => test(fields));
  if (has(({ outcome }) => outcome === "given_up" || outcome === "unknown")) return "not_arrived";
  if (has(isOpen)) return "retrying";
  if (has((fields) => isLate(fields, 1))) return "late";
  if (watch !== "all") return watch === "part" ? "not_watched" : "not_read";
  return deliveries.length === 0 ? "missing" : "arrived";
}

function eventCounts(event: string, deliveries: WebhookNear["deliveries"]) {
  const own = deliveries.filter(({ fields }) => fields.event === event).map(({ fields }) => fields);
  const count = (test: (fields: CountedFields) => boolean) => own.filter(test).length;
  const arrived = count(isArrived);
  const retrying = count(isOpen);
  const attempts = own.flatMap((fields) => (isArrived(fields) ? [] : (fields.attempts ?? [])));
  return {
    ...{ event, total: own.length, arrived, retrying, late: count((fields) => isLate(fields, 1)) },
    not_arrived: own.length - arrived - retrying,
    attempts: attempts.length === 0 ? null : Math.max(...attempts),
  };
}
