import { useQuery } from "@tanstack/react-query";
import { TextLink } from "@/components/ui/buttons/link";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { useZone } from "@/components/ui/time/zone";
import { afterFirstTry } from "@/components/webhooks/received/match-words";
import { read } from "@/lib/client/query";
import { listReceived, matchLog } from "@/lib/contract/console/inbox/received";
import type { DeliveryDetails } from "@/lib/contract/console/webhook-log/deliveries";
import { formatMilliseconds } from "@/lib/format/format-time";

type Entry = Pick<DeliveryDetails, "key" | "at">;

const aroundMs = 3_600_000;

/** When the event of a delivery arrived at one of our own addresses. Undefined if it did not: most webhooks are not ours. */
export function useReached({ key, at }: Entry) {
  const zone = useZone();
  const event = useQuery(read(listReceived, { delivery_id: key, limit: 1 })).data?.value.data[0];
  const [from, to] = [-aroundMs, aroundMs].map((ms) => new Date(Date.parse(at ?? "") + ms || 0).toISOString());
  const match = useQuery({ ...read(matchLog, { from, to }), enabled: event !== undefined && at !== null });
  if (!event) return undefined;
  const after = afterFirstTry(event.first_at, at, match.data?.value.data.clock_difference_ms);
  const time = formatMilliseconds(Date.parse(event.first_at), zone);
  const times = event.arrivals > 1 ? `, ${event.arrivals} times` : "";
  return { event, when: after ? `${after} after the log’s first try, at ${time}${times}` : `at ${time}${times}` };
}

export function ReachedHere({ entry }: { entry: Entry }) {
  const reached = useReached(entry);
  if (!reached) return null;
  return (
    <p className="mt-1 flex items-baseline gap-1.5">
      <StatusIcon tone="ok" tinted className="flex-none" />
      <span>
        It reached Switchboard {reached.when}.{" "}
        <TextLink href={`/webhooks/received?${new URLSearchParams({ entry: reached.event.id, time: "all" })}`}>
          Open it
        </TextLink>
      </span>
    </p>
  );
}
