import { useState } from "react";
import { useContent } from "@/components/query/use-content";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import type { ReceivedDetail } from "@/lib/contract/console/inbox/received";
import { curlText } from "./curl";
import { EventBody } from "./event-body";
import { EventFacts } from "./event-facts";
import { EventHeaders } from "./event-headers";

const parts = [
  { value: "facts", label: "Facts" },
  { value: "json", label: "JSON" },
  { value: "headers", label: "Headers" },
] as const;

/** Facts of an event with their places, its content, which opens on request, and its headers. */
export function EventContent({ event }: { event: ReceivedDetail }) {
  const [part, setPart] = useState<(typeof parts)[number]["value"]>("facts");
  const content = useContent(event.id);
  const mayCopy = content.mayOpen && event.body_until !== null && !event.is_large;
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
      {part === "facts" && <EventFacts event={event} />}
      {part === "headers" && <EventHeaders event={event} />}
      {part === "json" && (
        <>
          <EventBody event={event} content={content} />
          {mayCopy && (
            <CopyButton
              className="mt-2"
              size="small"
              text={async () => curlText(event.all_arrivals[0] ?? { headers: {} }, await content.load())}
              name="the event as a curl command"
              title="Sends it to http://localhost:3000. Opening the content is recorded."
            >
              Copy as curl
            </CopyButton>
          )}
        </>
      )}
    </div>
  );
}
