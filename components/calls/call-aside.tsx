import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { usePersonDialogs } from "@/components/person/person-dialogs";
import { keyOfCall } from "@/components/person/person-key";
import { useMay } from "@/components/query/use-me";
import { CallLink } from "@/components/record/call-link";
import { CallOutcome } from "@/components/record/call-outcome";
import { PhoneNumber } from "@/components/record/phone-number";
import { LinkRows, RecordLink } from "@/components/record/summary";
import { LinkButton } from "@/components/ui/buttons/button";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { Icon } from "@/components/ui/buttons/icon";
import { Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import type { FoundCall } from "@/lib/contract/console/inbox/found-calls";
import { findPerson } from "@/lib/contract/console/person";
import type { CallShape } from "@/lib/contract/shapes/call";
import { visibleControls } from "@/lib/format/format-raw";
import { plus } from "./found-call";

const sources = {
  event: { icon: "inbox", text: "from events received" },
  platform: { icon: "eye", text: "read from the platform" },
} as const;

type Source = keyof typeof sources;

/** Campaign, assistant, contact and numbers of a call, each with its source: the platform's record, else the events received. */
export function CallFacts({
  call,
  found,
  isFromEvents,
}: {
  call: CallShape;
  found: FoundCall | undefined;
  isFromEvents: boolean;
}) {
  const { campaign_id, assistant_id, workflow_ref, session_id, phone_number_id } = call.ids;
  const fact = (
    name: string,
    sent: string | undefined,
    event: string | null | undefined,
    show: (value: string) => ReactNode,
  ) => {
    const source: Source = sent !== undefined && !isFromEvents ? "platform" : "event";
    const value = sent ?? event ?? undefined;
    return value === undefined ? [] : [{ name, source, value: show(value) }];
  };
  const link = (field: string) => (id: string) => <RecordLink field={field} id={id} />;
  const ended = call.isLive ? "active" : call.isOver ? "ended with the call" : "";
  const facts = [
    ...fact("Campaign", campaign_id, found?.campaign_id, link("campaign_id")),
    ...fact("Assistant", assistant_id, found?.assistant_id, link("assistant_id")),
    ...fact("Workflow", workflow_ref, undefined, link("workflow_ref")),
    ...fact("Contact", call.customer, found?.contact_name, visibleControls),
    ...fact("Our number", call.ownNumber, plus(found?.own_number ?? null), (number) =>
      phone_number_id === undefined ? (
        <PhoneNumber number={number} />
      ) : (
        <RecordLink field="phone_number_id" id={phone_number_id}>
          <PhoneNumber number={number} />
        </RecordLink>
      ),
    ),
    ...fact("Session", session_id, found?.session_id, (id) => (
      <>
        <CopyId id={id} quiet /> <span className="text-ink-3">{ended}</span>
      </>
    )),
  ];
  const used = (Object.keys(sources) as Source[]).filter((source) => facts.some((each) => each.source === source));
  return (
    <Section title="Facts">
      <LinkRows
        rows={facts.map(({ name, value, source }) => [name, value, <SourceIcon key={name} source={source} />])}
      />
      <p className="mt-1.5 flex flex-wrap gap-x-4 text-sm/[17px] text-ink-3">
        {used.length === 0 && "No campaign or assistant recognized in the record."}
        {used.map((source) => (
          <span key={source} className="inline-flex items-center gap-1.5" aria-hidden="true">
            <Icon name={sources[source].icon} small /> {sources[source].text}
          </span>
        ))}
      </p>
    </Section>
  );
}

function SourceIcon({ source }: { source: Source }) {
  const { icon, text } = sources[source];
  return (
    <span className="inline-flex h-5 flex-none items-center text-ink-3" title={text}>
      <Icon name={icon} small />
      <span className="sr-only">{text}</span>
    </span>
  );
}

const mostOthers = 10;

/** The other calls with this customer's number, from events or records. */
export function OtherCalls({ call_id, number }: { call_id: string; number: string }) {
  const { lookUp } = usePersonDialogs();
  const found = useQuery({ ...read(findPerson, { call_id }), enabled: useMay(findPerson) });
  if (!found.data) return null;
  const { calls, calls_since } = found.data.value;
  const others = calls.filter((call) => call.call_id !== call_id).slice(0, mostOthers);
  return (
    <Section
      title="This number"
      more={
        <LinkButton aria-haspopup="dialog" onClick={() => lookUp({ person: keyOfCall(number, call_id) })}>
          Open the person
        </LinkButton>
      }
    >
      {others.length === 0 && (
        <p>
          No other call seen
          {calls_since !== null && (
            <>
              {" "}
              since <TimeText at={calls_since} variant="moment" />
            </>
          )}
          .
        </p>
      )}
      <ul>
        {others.map((call) => (
          <li
            key={call.call_id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-2.5 border-t border-rule py-1.5"
          >
            <span className="min-w-0 wrap-anywhere">
              <CallLink call_id={call.call_id}>
                <CallOutcome call={call} />
              </CallLink>
            </span>
            <span className="text-sm/5 text-ink-3">
              <TimeText at={call.at} variant="moment" quiet />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
