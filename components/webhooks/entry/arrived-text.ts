import type { Delivery } from "@/lib/contract/console/webhook-log/deliveries";
import { countOf } from "@/lib/format/format-count";
import { formatMilliseconds, type Zone } from "@/lib/format/format-time";

type Arrived = Pick<Delivery, "arrivals_here" | "arrived_here_at">;

/** "Once, at 15:07:11.982", "2 times, first at 15:07:11.982". Undefined if it did not arrive here. */
export function arrivedText({ arrivals_here, arrived_here_at }: Arrived, zone: Zone): string | undefined {
  if (arrived_here_at === null) return undefined;
  const at = formatMilliseconds(Date.parse(arrived_here_at), zone);
  return arrivals_here > 1 ? `${countOf(arrivals_here, "time")}, first at ${at}` : `Once, at ${at}`;
}
