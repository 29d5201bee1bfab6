import { useQuery } from "@tanstack/react-query";
import { RowSteps } from "@/components/data-table/row-steps";
import { QueryView } from "@/components/query/query-view";
import { type EventContent, useContent } from "@/components/query/use-content";
import { useMay } from "@/components/query/use-me";
import { ButtonLink } from "@/components/ui/buttons/button";
import { CopyButton, CopyId } from "@/components/ui/buttons/copy-button";
import { Drawer } from "@/components/ui/overlay/drawer";
import { StateMessage } from "@/components/ui/page/state-message";
import { read } from "@/lib/client/query";
import { getCall } from "@/lib/contract/api/calls";
import { getReceived, type ReceivedDetail } from "@/lib/contract/console/inbox/received";
import { idToPath } from "@/lib/contract/identifier";
import { formatCount } from "@/lib/format/format-count";
import { curlText } from "./curl";
import { EventDetail } from "./event-detail";
import type { ReceivedState } from "./use-received";

type EventDrawerProps = { received: ReceivedState; id: string; onClose: () => void };

export function EventDrawer({ received, id, onClose }: EventDrawerProps) {
  const { url, held } = received;
  // An ID of another form would be refused as wrong input, which says less.
  const event = useQuery(read(getReceived, { event_id: /^\d{1,15}$/.test(id) ? id : "0" }));
  const content = useContent(id);
  const ids = held.rows.map((row) => row.id);
  const index = ids.indexOf(id);
  const data = event.data?.value.data;
  return (
    <Drawer
      label="Received event"
      onClose={onClose}
      position={index < 0 ? data && "Outside the list" : `${formatCount(index + 1)} of ${formatCount(ids.length)}`}
      tools={<RowSteps ids={ids} index={index} onStep={(entry) => url.set({ entry }, { replaces: true })} />}
      footer={data && <EventFoot event={data} content={content} />}
    >
      <QueryView query={event} label="this event" notFound={<NoEvent id={id} />}>
        {({ value }) => <EventDetail received={received} event={value.data} content={content} />}
      </QueryView>
    </Drawer>
  );
}

function EventFoot({ event, content }: { event: ReceivedDetail; content: EventContent }) {
  const { id, call_id, all_arrivals, body_until, is_large } = event;
  const mayOpenCall = useMay(getCall);
  const link = () => new URL(`/webhooks/received?${new URLSearchParams({ entry: id })}`, location.href).href;
  return (
    <>
      {call_id && mayOpenCall && (
        <ButtonLink variant="primary" icon="right" href={`/calls/${idToPath(call_id)}`}>
          Open the call
        </ButtonLink>
      )}
      {content.mayOpen && body_until !== null && !is_large && (
        <CopyButton
          text={async () => curlText(all_arrivals[0] ?? { headers: {} }, await content.load())}
          name="the event as a curl command"
          title="Sends it to http://localhost:3000. Opening the content is recorded."
        >
          curl
        </CopyButton>
      )}
      <span className="min-w-0 flex-1" />
      <CopyButton className="relative" variant="bare" text={link} name="the link to this event" mark="link">
        <span className="sr-only">Copy link</span>
      </CopyButton>
    </>
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
