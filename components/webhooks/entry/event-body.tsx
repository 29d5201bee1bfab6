import type { EventContent } from "@/components/query/use-content";
import { SendFault } from "@/components/send/send-fault";
import { Button } from "@/components/ui/buttons/button";
import { linkClass } from "@/components/ui/buttons/button-class";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { CodeBlock } from "@/components/ui/json/code-block";
import { JsonView } from "@/components/ui/json/json-view";
import { TimeText } from "@/components/ui/time/time-text";
import { type ReceivedDetail, saveBody } from "@/lib/contract/console/inbox/received";
import { pathOf } from "@/lib/contract/match";
import { attempt } from "@/lib/format/attempt";
import { formatBytes } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { parseJson } from "@/lib/format/json";

type EventBodyProps = { event: ReceivedDetail; content: EventContent };

/** The content, closed until somebody opens it, because it can hold what people said. */
export function EventBody({ event, content }: EventBodyProps) {
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
