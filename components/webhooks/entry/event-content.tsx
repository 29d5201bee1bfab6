import { useState } from "react";
import { type EventContent as OpenedContent, useContent } from "@/components/query/use-content";
import { SendFault } from "@/components/send/send-fault";
import { Button } from "@/components/ui/buttons/button";
import { linkClass } from "@/components/ui/buttons/button-class";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import { CodeBlock } from "@/components/ui/json/code-block";
import { JsonView } from "@/components/ui/json/json-view";
import { KvList } from "@/components/ui/page/kv-list";
import { TimeText } from "@/components/ui/time/time-text";
import { type Arrival, type ReceivedDetail, saveBody } from "@/lib/contract/console/inbox/received";
import { pathOf } from "@/lib/contract/match";
import { attempt } from "@/lib/format/attempt";
import { formatBytes } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { parseJson } from "@/lib/format/json";
import { EventFacts } from "./event-facts";

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

type EventBodyProps = { event: ReceivedDetail; content: OpenedContent };

/** The content, closed until somebody opens it, because it can hold what people said. */
function EventBody({ event, content }: EventBodyProps) {
  const { text, opening, mayOpen } = content;
  const { id, body_until, not_kept, is_large, size } = event;
  if (body_until === null) return <p className="text-ink-2">{not_kept ?? "The content is not stored any more."}</p>;
  if (!mayOpen) return <p className="text-ink-2">Only admins and support can open the content of an event.</p>;
  if (is_large)
    return (
      <>
        <p className="mb-2.5 text-ink-2">
          The content is too large to show here ({formatBytes(size)}). It can hold what people said, so saving it is
          recorded in the audit log. It is stored until <TimeText at={body_until} variant="short-day" />.
        </p>
        <a className={linkClass} href={`/api${pathOf(saveBody, { event_id: id })}`} download>
          Save as a file
        </a>
      </>
    );
  if (text !== undefined) return <OpenedBody text={text} />;
  return (
    <>
      {opening.error && <SendFault error={opening.error} what="Open the content" onDismiss={opening.reset} />}
      <p className="mb-2.5 text-ink-2">
        The content is closed. It can hold what people said, so opening it is recorded in the audit log. It is stored
        until <TimeText at={body_until} variant="short-day" />.
      </p>
      <Button icon="eye" isSending={opening.isPending} sendingLabel="Opening…" onClick={content.open}>
        Open content
      </Button>
    </>
  );
}

function OpenedBody({ text }: { text: string }) {
  const value = attempt(() => parseJson(text));
  if (value !== undefined) return <JsonView value={value} label="Content as JSON" />;
  return (
    <>
      <p className="mb-2 text-ink-2">It is not JSON, so it is shown as it came.</p>
      <CodeBlock className="max-h-[60vh] whitespace-pre-wrap wrap-anywhere">{visibleControls(text)}</CodeBlock>
      <CopyButton className="mt-2" size="small" text={text} name="the content">
        Copy
      </CopyButton>
    </>
  );
}

/** Headers of the first arrival. Values that could be secrets were never stored. */
function EventHeaders({ event: { all_arrivals } }: { event: ReceivedDetail }) {
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

const localAddress = "http://localhost:3000";

/** Headers that describe the transfer, which curl sets itself. The stored text is unpacked. */
const ofTransfer = /^(content-length|content-encoding|transfer-encoding|accept.*|user-agent|te|expect|via|forwarded)$/;
const hidden = "•••";

/** A command that sends the event to a program on one's own computer, without our address and its token. */
export function curlText({ headers }: Pick<Arrival, "headers">, body: string): string {
  const sent = Object.entries(headers).filter(([name, value]) => !ofTransfer.test(name) && !value.startsWith(hidden));
  return [
    `curl -X POST ${localAddress}`,
    ...sent.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-binary ${quoted(body)}`,
  ].join(" \\\n  ");
}

/** Quoted for a POSIX shell. NUL cannot be part of an argument. */
const quoted = (text: string) => `'${text.replaceAll("\0", "").replaceAll("'", `'\\''`)}'`;
