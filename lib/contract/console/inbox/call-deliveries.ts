import { ownAnswer } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";

/**
 * `missing`: the webhook has the events, and the watched log names none of them in that time. `not_watched`: the log of that
 * time was not read whole. `not_read`: it has not been read since.
 */
export const deliveryStates = [
  "not_arrived",
  "retrying",
  "missing",
  "late",
  "not_watched",
  "not_read",
  "arrived",
] as const;

export type DeliveryState = (typeof deliveryStates)[number];

type EventDeliveries = {
  event: string;
  total: number;
  arrived: number;
  /** Arrived ones that came a minute or more after their first try. */
  late: number;
  retrying: number;
  not_arrived: number;
  /** Most attempts of those that have not arrived; null if unknown. */
  attempts: number | null;
};

export type WebhookDeliveries = {
  webhook_id: string;
  /** As the platform last listed it; null if it never did. */
  url: string | null;
  /** Last four signs of our address; null for a webhook of somebody else. */
  our_address: string | null;
  state: DeliveryState;
  /** True if the log names the call or its events. Otherwise the deliveries are of the same events and time. */
  is_named: boolean;
  events: EventDeliveries[];
  /** First try of the first that has not arrived; null without one. */
  since: string | null;
  /** Longest time from the first try to the arrival; null if none is known. */
  longest_seconds: number | null;
};

export type CallDeliveries = {
  /** The time that is counted: half a minute around each event. Null if no event of the call is known. */
  counted: { from: string; to: string } | null;
  /** The worst first. */
  webhooks: WebhookDeliveries[];
};

/** How the webhooks got the events of a call, by the stored webhook log. */
export const getCallDeliveries = operation({
  id: "found-calls.deliveries",
  label: "See whether the events of a call arrived",
  method: "GET",
  path: "/console/found-calls/{call_id}/deliveries",
  output: ownAnswer<{ data: CallDeliveries }>(),
  allow: roles,
});
