"use client";

import { useState } from "react";
import type { EventContent } from "@/components/query/use-content";
import { logWords } from "@/components/status/log-words";
import { Status } from "@/components/status/status";
import { useKeys } from "@/components/ui/browser/use-keys";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import { useZone } from "@/components/ui/time/zone";
import { EventName } from "@/components/webhooks/log-cells";
import type { ReceivedDetail } from "@/lib/contract/console/inbox/received";
import { formatDay, formatMilliseconds } from "@/lib/format/format-time";
import { EventArrivals, EventHeaders } from "./event-arrivals";
import { EventBody } from "./event-body";
import { EventFacts } from "./event-facts";
import { EventLog } from "./event-log";
import type { ReceivedState } from "./use-received";

const parts = [
  { value: "facts", label: "Facts" },
  { value: "json", label: "JSON" },
  { value: "raw", label: "Raw" },
  { value: "headers", label: "Headers" },
  { value: "arrivals", label: "Arrivals" },
] as const;

type Part = (typeof parts)[number]["value"];

const verdicts = {
  unsigned: { tone: "idle", word: "unsigned" },
  signed: { tone: "ok", word: "signature valid" },
  failed: { tone: "fault", word: "signature not valid" },
} as const;

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
      {event.fault && (
        <p className="mt-1 flex items-baseline gap-1.5 text-wait-ink">
          <StatusIcon tone="wait" tinted />
          {event.fault}
        </p>
      )}
    </section>
  );
}
