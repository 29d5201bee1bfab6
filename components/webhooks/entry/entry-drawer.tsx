import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { RowSteps } from "@/components/data-table/row-steps";
import { QueryView } from "@/components/query/query-view";
import { Button } from "@/components/ui/buttons/button";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { Drawer } from "@/components/ui/overlay/drawer";
import { StateMessage } from "@/components/ui/page/state-message";
import { EventName, stateWords } from "@/components/webhooks/log-cells";
import type { WebhookLogState } from "@/components/webhooks/use-webhook-log";
import { read } from "@/lib/client/query";
import { getReceived, type ReceivedDetail } from "@/lib/contract/console/inbox/received";
import { type ArrivedEvent, eventIdIn, getDelivery } from "@/lib/contract/console/webhook-log/deliveries";
import { formatCount } from "@/lib/format/format-count";
import { EventDetails, When } from "./arrived-here";
import { DeliveryFoot, EventFoot } from "./entry-foot";
import { EntryRecord } from "./entry-record";
import { eventStateOf } from "./event-state";

type EntryDrawerProps = { log: WebhookLogState; opened: string; onClose: () => void };

/** One row beside the log: a delivery, or an event that is in no log. J and K step through the matching rows. */
export function EntryDrawer(props: EntryDrawerProps) {
  const { log, opened } = props;
  const eventId = eventIdIn(opened);
  const event = useQuery({ ...read(getReceived, { event_id: eventId ?? "0" }), enabled: eventId !== undefined });
  const found = event.data?.value.data;
  const key = eventId === undefined ? opened : found?.log[0]?.key;
  const delivery = useQuery({ ...read(getDelivery, { entry_id: key ?? "" }), enabled: key !== undefined });
  const entry = delivery.data?.value.data;
  const [isJson, setIsJson] = useState(false);

  if (key === undefined)
    return (
      <LogDrawer {...props} label="Event" isFound={found !== undefined} footer={found && <EventFoot event={found} />}>
        <QueryView query={event} label="this event" notFound={<NoEvent id={eventId ?? ""} />}>
          {({ value: { data } }) => <EventRecord event={data} />}
        </QueryView>
      </LogDrawer>
    );
  return (
    <LogDrawer
      {...props}
      label="Delivery"
      isFound={Boolean(entry)}
      footer={entry && <DeliveryFoot log={log} entry={entry} isJson={isJson} onJson={setIsJson} />}
    >
      <QueryView query={delivery} label="this delivery">
        {({ value: { data } }) =>
          data ? <EntryRecord log={log} entry={data} isJson={isJson} /> : <NoEntry id={key} query={delivery} />
        }
      </QueryView>
    </LogDrawer>
  );
}

type LogDrawerProps = EntryDrawerProps & { label: string; isFound: boolean; footer: ReactNode; children: ReactNode };

function LogDrawer({ log: { url, shown }, opened, onClose, label, isFound, footer, children }: LogDrawerProps) {
  const keys = shown.rows.map(({ key }) => key);
  const index = keys.indexOf(opened);
  return (
    <Drawer
      label={label}
      onClose={onClose}
      position={index < 0 ? isFound && "Outside this page" : `${formatCount(index + 1)} of ${formatCount(keys.length)}`}
      tools={<RowSteps ids={keys} index={index} onStep={(entry) => url.set({ entry }, { replaces: true })} />}
      footer={footer}
    >
      {children}
    </Drawer>
  );
}

type NoEntryProps = { id: string; query: { isFetching: boolean; refetch: () => unknown } };

function NoEntry({ id, query: { isFetching, refetch } }: NoEntryProps) {
  return (
    <section>
      <StateMessage
        kind="not-found"
        heading="Delivery not found"
        actions={
          <Button size="small" isSending={isFetching} sendingLabel="Loading…" onClick={() => void refetch()}>
            Refresh
          </Button>
        }
      >
        <p>
          No delivery with this ID has been seen. It may be older than Switchboard's first read of the log. The platform
          does not say how long it keeps deliveries.
        </p>
        <CopyId id={id} whole />
      </StateMessage>
    </section>
  );
}

const NoEvent = ({ id }: { id: string }) => (
  <section>
    <StateMessage kind="not-found" heading="Event not found">
      <p>No event with this ID is stored. Events are deleted after the time set in Settings, Data.</p>
      <CopyId id={id} whole />
    </StateMessage>
  </section>
);

const sentences: Record<NonNullable<ArrivedEvent["state"]>, string> = {
  not_in_log: "Nothing. The platform’s log has no delivery that fits this event.",
  waiting: "Not known yet. The log was not read since the event arrived, or lists no webhook with this address.",
  test: "Nothing. It is a test that was sent from Switchboard.",
  part: "It came with other events. The delivery is in the row of the first of them.",
};

/** An event that is in no log: what Switchboard itself saw. */
function EventRecord({ event }: { event: ReceivedDetail }) {
  const state = eventStateOf(event);
  const { tone, text } = stateWords[state];
  return (
    <>
      <section>
        <p className="flex items-center gap-2 font-semibold">
          <StatusIcon tone={tone} tinted className="flex-none" />
          <span className="inline-block first-letter:uppercase">{text}</span>
        </p>
        <h2 className="mt-2">
          <EventName event={event.name} />
        </h2>
        <p className="text-ink-2">at the address {event.address}</p>
      </section>
      <section>
        <h3>The platform says</h3>
        <p className="text-ink-2">{sentences[state]}</p>
      </section>
      <section>
        <h3>Arrived here</h3>
        <When arrived={{ arrivals_here: event.arrivals, arrived_here_at: event.first_at }} verdict={event.verdict} />
        <EventDetails event={event} />
      </section>
    </>
  );
}
