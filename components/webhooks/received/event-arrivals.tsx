import { KvList } from "@/components/ui/page/kv-list";
import { useZone } from "@/components/ui/time/zone";
import type { ReceivedDetail } from "@/lib/contract/console/inbox/received";
import { countOf, formatBytes } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { formatDay, formatMilliseconds } from "@/lib/format/format-time";
import type { ReceivedState } from "./use-received";

/** Headers of the first arrival. Values that could be secrets were never stored. */
export function EventHeaders({ event: { all_arrivals } }: { event: ReceivedDetail }) {
  const headers = Object.entries(all_arrivals[0]?.headers ?? {});
  if (headers.length === 0) return <p className="text-ink-2">No headers are stored.</p>;
  return (
    <div className="text-sm">
      <KvList entries={headers.map(([name, value]) => [name, <code key={name}>{visibleControls(value)}</code>])} />
      <p className="mt-3 text-ink-3">
        ••• is a value that is not stored, because it can be a secret and no fact is read from it.
      </p>
    </div>
  );
}

type EventArrivalsProps = { received: ReceivedState; event: ReceivedDetail };

export function EventArrivals({ received: { addresses }, event: { all_arrivals, item, items } }: EventArrivalsProps) {
  const zone = useZone();
  const nameOf = (addressId: string) => addresses?.find(({ id }) => id === addressId)?.name ?? "an address";
  return (
    <>
      <ol>
        {all_arrivals.map(({ id, at, address_id, size }) => (
          <li key={id} className="border-t border-rule py-1.5 first:border-t-0">
            {formatDay(Date.parse(at), zone)}, {formatMilliseconds(Date.parse(at), zone)}
            <span className="block text-sm text-ink-3">
              {formatBytes(size)} at {nameOf(address_id)}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-2 text-sm text-ink-3">
        {all_arrivals.length > 1
          ? `The same event arrived ${countOf(all_arrivals.length, "time")}. It counts once.`
          : "It arrived once."}
        {items > 1 && ` It was number ${item + 1} of ${items} events in one request.`}
      </p>
    </>
  );
}
