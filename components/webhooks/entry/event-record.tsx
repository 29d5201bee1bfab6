import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { EventName, stateWords } from "@/components/webhooks/log-cells";
import type { ReceivedDetail } from "@/lib/contract/console/inbox/received";
import type { ArrivedEvent } from "@/lib/contract/console/webhook-log/deliveries";
import { EventDetails, When } from "./arrived-here";
import { eventStateOf } from "./event-state";

const sentences: Record<NonNullable<ArrivedEvent["state"]>, string> = {
  not_in_log: "Nothing. The platform’s log has no delivery that fits this event.",
  waiting: "Not known yet. The log was not read since the event arrived, or lists no webhook with this address.",
  test: "Nothing. It is a test that was sent from Switchboard.",
  part: "It came with other events. The delivery is in the row of the first of them.",
};

/** An event that is in no log: what Switchboard itself saw. */
export function EventRecord({ event }: { event: ReceivedDetail }) {
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
