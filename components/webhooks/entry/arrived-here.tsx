import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "@/components/query/query-view";
import { useContent } from "@/components/query/use-content";
import { CallLink } from "@/components/record/call-link";
import { PhoneNumber } from "@/components/record/phone-number";
import { linkClass } from "@/components/ui/buttons/button-class";
import { Link, TextLink } from "@/components/ui/buttons/link";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import { KvList } from "@/components/ui/page/kv-list";
import { useZone } from "@/components/ui/time/zone";
import { EventHeaders } from "@/components/webhooks/received/event-arrivals";
import { EventBody } from "@/components/webhooks/received/event-body";
import { verdicts } from "@/components/webhooks/received/verdict-words";
import { read } from "@/lib/client/query";
import { getReceived, type ReceivedDetail } from "@/lib/contract/console/inbox/received";
import type { Delivery, DeliveryDetails } from "@/lib/contract/console/webhook-log/deliveries";
import { idToPath } from "@/lib/contract/identifier";
import { visibleControls } from "@/lib/format/format-raw";
import { arrivedText } from "./arrived-text";

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
      {(here === "yes" || here === "several") && event_id === null && <Once entry={entry} verdict={undefined} />}
      {event_id !== null && <Event entry={entry} id={event_id} />}
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

type OnceProps = { entry: Delivery; verdict: ReceivedDetail["verdict"] | undefined };

function Once({ entry, verdict }: OnceProps) {
  const zone = useZone();
  return (
    <p className="flex items-baseline gap-1.5">
      <StatusIcon tone={entry.here === "several" ? "wait" : "ok"} tinted className="flex-none" />
      <span>
        <b className="font-semibold">{arrivedText(entry, zone)}</b>
        {verdict && `, ${verdicts[verdict].word}`}
      </span>
    </p>
  );
}

function Event({ entry, id }: { entry: DeliveryDetails; id: string }) {
  const event = useQuery(read(getReceived, { event_id: id }));
  return (
    <QueryView query={event} label="the event that arrived">
      {({ value: { data } }) => (
        <>
          <Once entry={entry} verdict={data.verdict} />
          <div className="mt-1.5">
            <KvList entries={factsOf(entry, data)} />
          </div>
          <Content event={data} />
        </>
      )}
    </QueryView>
  );
}

function factsOf(
  { paired_by }: Delivery,
  { call_id, contact, contact_name, campaign_id, campaign_name }: ReceivedDetail,
) {
  const name = contact_name && visibleControls(contact_name);
  return [
    ...(call_id
      ? [
          [
            "Call",
            <CallLink key="call" call_id={call_id} className={linkClass}>
              {name || visibleControls(call_id)}
            </CallLink>,
          ] as const,
        ]
      : []),
    ...(contact ? [["Number", <PhoneNumber key="number" number={`+${contact}`} copyable />] as const] : []),
    ...(campaign_id
      ? [
          [
            "Campaign",
            <Link key="campaign" className={linkClass} href={`/campaigns/${idToPath(campaign_id)}`}>
              {visibleControls(campaign_name ?? campaign_id)}
            </Link>,
          ] as const,
        ]
      : []),
    ["Found by", paired_by === "id" ? "delivery ID" : "event and time"] as const,
  ];
}

const parts = [
  { value: "none", label: "Facts" },
  { value: "json", label: "JSON" },
  { value: "headers", label: "Headers" },
] as const;

function Content({ event }: { event: ReceivedDetail }) {
  const [part, setPart] = useState<(typeof parts)[number]["value"]>("none");
  const content = useContent(event.id);
  return (
    <div className="mt-3">
      <SegmentedControl
        label="Part of the event"
        small
        className="mb-3"
        options={parts}
        value={part}
        onChange={setPart}
      />
      {part === "json" && <EventBody event={event} content={content} isRaw={false} />}
      {part === "headers" && <EventHeaders event={event} />}
      {part === "none" && (
        <TextLink href={`/webhooks/received?${new URLSearchParams({ entry: event.id, time: "all" })}`}>
          All facts of the event
        </TextLink>
      )}
    </div>
  );
}
