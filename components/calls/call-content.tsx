import { useQuery } from "@tanstack/react-query";
import { useContent } from "@/components/query/use-content";
import { SendFault } from "@/components/send/send-fault";
import { Button } from "@/components/ui/buttons/button";
import { linkClass } from "@/components/ui/buttons/button-class";
import { Icon } from "@/components/ui/buttons/icon";
import { JsonView } from "@/components/ui/json/json-view";
import { Section, sectionClass } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { getReceived, type ReceivedEvent } from "@/lib/contract/console/inbox/received";
import { firstText } from "@/lib/contract/fields";
import { type CallTurn, readCall } from "@/lib/contract/shapes/call";
import { attempt } from "@/lib/format/attempt";
import { visibleControls } from "@/lib/format/format-raw";
import { isPlainObject, parseJson } from "@/lib/format/json";
import { Transcript } from "./call-summary";

type CallContentProps = { event: ReceivedEvent; assistant: string | undefined };

/** The content of a call's largest event, closed until somebody opens it, because opening it is recorded. */
export function CallContent({ event, assistant }: CallContentProps) {
  const { text, opening, mayOpen, open } = useContent(event.id);
  const until = useQuery(read(getReceived, { event_id: event.id })).data?.value.data.body_until;
  if (text !== undefined) return <OpenedContent text={text} assistant={assistant} />;
  return (
    <section className={`${sectionClass} border-t border-rule`} aria-label="Content">
      {opening.error && <SendFault error={opening.error} what="Open the content" onDismiss={opening.reset} />}
      <div className="flex items-center gap-x-3 gap-y-2.5 max-narrow:flex-wrap">
        <Icon name="lock" className="flex-none text-ink-2" />
        <p className="min-w-0 flex-1 text-ink-2 max-narrow:basis-full">
          <b className="font-semibold text-ink">Content</b> of <code>{visibleControls(event.name ?? "its event")}</code>
          .{" "}
          {until === null ? (
            "It is not stored any more."
          ) : (
            <>
              It can hold what people said.{" "}
              {until && (
                <>
                  It is stored until <TimeText at={until} variant="short-day" />.{" "}
                </>
              )}
              {mayOpen ? "Opening it is recorded in the audit log." : "Only admins and support can open it."}
            </>
          )}
        </p>
        {mayOpen && until !== null && (
          <Button className="max-narrow:w-full" isSending={opening.isPending} sendingLabel="Opening…" onClick={open}>
            Open the content
          </Button>
        )}
      </div>
    </section>
  );
}

function OpenedContent({ text, assistant }: { text: string; assistant: string | undefined }) {
  const value = attempt(() => parseJson(text));
  const { turns, summary, recording } = contentIn(value);
  if (turns.length === 0 && summary === undefined && recording === undefined)
    return (
      <Section title="Content" note="as received" className="border-t border-rule">
        <JsonView value={value ?? text} label="Content as JSON" />
      </Section>
    );
  return (
    <div className="border-t border-rule">
      {turns.length > 0 && <Transcript turns={turns} assistant={assistant} />}
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-1.5 [section+&]:border-t border-rule px-(--gutter) py-3">
        <span className="wrap-anywhere">
          {summary === undefined ? "No summary." : `Summary of the platform: “${visibleControls(summary)}”`}
        </span>
        {recording !== undefined && (
          <a className={linkClass} href={recording} target="_blank" rel="noreferrer">
            Recording, opens on the platform
          </a>
        )}
      </p>
    </div>
  );
}

type Content = { turns: readonly CallTurn[]; summary: string | undefined; recording: string | undefined };

const maxDepth = 3;

/** Transcript, summary and recording in the part of an event nearest to its top that has one of them. */
export function contentIn(value: unknown): Content {
  let level = [value].filter(isPlainObject);
  for (let depth = 0; depth < maxDepth; depth += 1) {
    for (const part of level) {
      const { turns, summary } = readCall(part);
      const link = firstText(part, "recording_url", "recording");
      const recording = link && /^https?:\/\//.test(link) ? link : undefined;
      if (turns.length > 0 || summary !== undefined || recording !== undefined) return { turns, summary, recording };
    }
    level = level.flatMap((part) => Object.values(part)).filter(isPlainObject);
  }
  return { turns: [], summary: undefined, recording: undefined };
}
