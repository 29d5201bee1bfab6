import { useState } from "react";
import type { EventContent } from "@/components/query/use-content";
import { logWords } from "@/components/status/log-words";
import { Status } from "@/components/status/status";
import { useKeys } from "@/components/ui/browser/use-keys";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { TextLink } from "@/components/ui/buttons/link";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import { TimeText } from "@/components/ui/time/time-text";
import { useZone } from "@/components/ui/time/zone";
import { EventName } from "@/components/webhooks/log-cells";
import type { ReceivedDetail } from "@/lib/contract/console/inbox/received";
import { countOf } from "@/lib/format/format-count";
import { formatDay, formatMilliseconds } from "@/lib/format/format-time";
import { EventArrivals, EventHeaders } from "./event-arrivals";
import { EventBody } from "./event-body";
import { EventFacts } from "./event-facts";
import type { ReceivedState } from "./use-received";
import { verdicts } from "./verdict-words";

const parts = [
  { value: "facts", label: "Facts" },
  { value: "json", label: "JSON" },
  { value: "raw", label: "Raw" },
  { value: "headers", label: "Headers" },
  { value: "arrivals", label: "Arrivals" },
] as const;

type Part = (typeof parts)[number]["value"];

type EventDetailProps = { received: ReceivedState; event: ReceivedDetail; content: EventContent };

export function EventDetail({ received, event, content }: EventDetailProps) {
  const [part, setPart] = useState<Part>("facts");
  const step = (by: number) => {
    const index = parts.findIndex(({ value }) => value === part) + by;
    setPart(parts[(index + parts.length) % parts.length]?.value ?? "facts");
  };
  useKeys({ "[": () => step(-1), "]": () => step(1) });
  return (
    <>
      <EventTop received={received} event={event} />
      <section>
        <SegmentedControl
          label="Part of the event"
          small
          className="mb-3"
          options={parts}
          value={part}
          onChange={setPart}
        />
        {part === "facts" && <EventFacts event={event} />}
        {(part === "json" || part === "raw") && <EventBody event={event} content={content} isRaw={part === "raw"} />}
        {part === "headers" && <EventHeaders event={event} />}
        {part === "arrivals" && <EventArrivals received={received} event={event} />}
      </section>
      <EventLog received={received} event={event} />
    </>
  );
}

function EventTop({ received: { match, addresses }, event }: Omit<EventDetailProps, "content">) {
  const zone = useZone();
  const ms = Date.parse(event.first_at);
  const inLog = logWords(event, match);
  const address = addresses?.find(({ id }) => id === event.address_id)?.name;
  const { tone, word } = verdicts[event.verdict];
  return (
    <section>
      <span className="flex flex-wrap gap-1.5">
        {inLog && <Status word={inLog.text} tone={inLog.tone} pill />}
        <Status word={word} tone={tone} pill />
      </span>
      <h2 className="mt-2">
        <EventName entry={{ event: event.name }} />
      </h2>
      <p className="text-ink-2">
        arrived {formatDay(ms, zone)}, {formatMilliseconds(ms, zone)} {zone === "utc" ? "UTC" : "local"}
        {address && ` at the address ${address}`}
      </p>
      {[event.signature_fault, event.fault].map(
        (fault) =>
          fault && (
            <p key={fault} className="mt-1 flex items-baseline gap-1.5 text-wait-ink">
              <StatusIcon tone="wait" tinted />
              {fault}
            </p>
          ),
      )}
    </section>
  );
}

function EventLog({ received: { match }, event }: { received: ReceivedState; event: ReceivedDetail }) {
  return (
    <section>
      <h3>In the platform’s log</h3>
      {event.log.map(({ key, status, attempts, at }) => (
        <p key={key} className="text-ink-2">
          <TextLink href={`/webhooks?${new URLSearchParams({ entry: key })}`}>Delivery</TextLink> <CopyId id={key} />{" "}
          {status ?? "without a status"}
          {at && (
            <>
              {" "}
              at <TimeText at={at} variant="short-time" />
            </>
          )}
          {attempts !== null && `, ${countOf(attempts, "attempt")}`}. Matched by its ID.
        </p>
      ))}
      {event.log.length === 0 && <p className="text-ink-2">{absentText(event, match)}</p>}
    </section>
  );
}

function absentText(event: ReceivedDetail, match: ReceivedState["match"]): string {
  const words = logWords(event, match)?.text;
  if (words === "test") return "A test that was sent from Switchboard. The platform’s log does not have it.";
  if (words === "matched by time") return "Matched by event and time, because it has no ID of a delivery.";
  if (words === "matched") return "The log has a delivery that fits this event.";
  if (words === "not checked yet") return "The log was not read since it arrived.";
  if (words === "not in log") return "The log has no delivery that fits this event.";
  return "The log has no delivery with its ID.";
}
