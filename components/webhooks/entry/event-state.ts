import { type ReceivedDetail, testEvent } from "@/lib/contract/console/inbox/received";
import type { eventStates } from "@/lib/contract/console/webhook-log/deliveries";

/** As the server says of a row. */
export function eventStateOf({ name, item, is_compared }: ReceivedDetail): (typeof eventStates)[number] {
  if (name === testEvent) return "test";
  if (item > 0) return "part";
  return is_compared ? "not_in_log" : "waiting";
}
