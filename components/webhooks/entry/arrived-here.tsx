import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query/query-view";
import { TextLink } from "@/components/ui/buttons/link";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { useZone } from "@/components/ui/time/zone";
import { read } from "@/lib/client/query";
import { getReceived, type ReceivedDetail } from "@/lib/contract/console/inbox/received";
import type { Delivery, DeliveryDetails } from "@/lib/contract/console/webhook-log/deliveries";
import { countOf } from "@/lib/format/format-count";
import { formatDay, formatMilliseconds } from "@/lib/format/format-time";
import { arrivedText } from "./arrived-text";
import { EventContent } from "./event-content";

const verdicts = { unsigned: "unsigned", signed: "signature valid", failed: "signature not valid" };

/** The other witness of a delivery to one of our own addresses: what Switchboard itself saw of it. */
export function ArrivedHere({ entry }: { entry: DeliveryDetails }) {
  const { here, event_id } = entry;
  if (here === null) return null;
  return (
    <section>
      <h3>Arrived here</h3>
      {here === "waiting" && (
        <p className="flex items-baseline gap-1.5">
          <StatusIcon tone="idle" tinted className="flex-none" />
          <span>Not compared yet. Its event can still be on its way into the list.</span>
        </p>
      )}
      {here === "no" && <NotHere />}
      {(here === "yes" || here === "several") && event_id === null && <When arrived={entry} verdict={undefined} />}
      {event_id !== null && <PairedEvent entry={entry} id={event_id} />}
    </section>
  );
}

const NotHere = () => (
  <>
    <p className="flex items-baseline gap-1.5 font-semibold">
      <StatusIcon tone="fault" tinted className="flex-none" />
      Not here
    </p>
    <p className="mt-1 text-ink-2">
      All events of that time are read, and none fits this delivery. Check that the webhook has a current{" "}
      <TextLink href="/webhooks/address">address of Switchboard</TextLink>, and that a proxy in front of it lets the
      request through.
    </p>
  </>
);

function PairedEvent({ entry, id }: { entry: Delivery; id: string }) {
  const event = useQuery(read(getReceived, { event_id: id }));
  return (
    <QueryView query={event} label="the event that arrived">
      {({ value: { data } }) => (
        <>
          <When arrived={entry} verdict={data.verdict} />
          <p className="text-sm text-ink-3">
            {entry.paired_by === "id"
              ? "Found by the ID of the delivery."
              : "Found by event and time, because it has no ID of a delivery."}
          </p>
          <EventDetails event={data} />
        </>
      )}
    </QueryView>
  );
}

type Arrived = Pick<Delivery, "arrivals_here" | "arrived_here_at">;

export function When({ arrived, verdict }: { arrived: Arrived; verdict: ReceivedDetail["verdict"] | undefined }) {
  const zone = useZone();
  return (
    <p className="flex items-baseline gap-1.5">
      <StatusIcon tone={arrived.arrivals_here > 1 ? "wait" : "ok"} tinted className="flex-none" />
      <span>
        <b className="font-semibold">{arrivedText(arrived, zone)}</b>
        {verdict && `, ${verdicts[verdict]}`}
      </span>
    </p>
  );
}

/** Faults, repeated arrivals and what came. */
export function EventDetails({ event }: { event: ReceivedDetail }) {
  const { signature_fault, fault, all_arrivals, item, items } = event;
  return (
    <>
      {[signature_fault, fault].map(
        (sentence) =>
          sentence && (
            <p key={sentence} className="mt-1 flex items-baseline gap-1.5 text-wait-ink">
              <StatusIcon tone="wait" tinted className="flex-none" />
              {sentence}
            </p>
          ),
      )}
      {all_arrivals.length > 1 && <Arrivals event={event} />}
      {items > 1 && (
        <p className="mt-1 text-ink-2">
          It was number {item + 1} of {items} events in one request.
        </p>
      )}
      <EventContent event={event} />
    </>
  );
}

function Arrivals({ event: { all_arrivals } }: { event: ReceivedDetail }) {
  const zone = useZone();
  return (
    <ol className="mt-1 text-sm text-ink-2" aria-label={countOf(all_arrivals.length, "arrival")}>
      {all_arrivals.map(({ id, at }) => (
        <li key={id}>
          {formatDay(Date.parse(at), zone)}, {formatMilliseconds(Date.parse(at), zone)}
        </li>
      ))}
    </ol>
  );
}
