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
import { Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import type { FoundCall } from "@/lib/contract/console/inbox/found-calls";
import { findPerson } from "@/lib/contract/console/person";
import type { CallShape } from "@/lib/contract/shapes/call";
import { formatCount } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { plus } from "./found-call";

type FactsProps = {
  call_id: string;
  call: CallShape;
  found: FoundCall | undefined;
  /** True if the platform's record says nothing, and all facts are from the events received. */
  isFromEvents: boolean;
};

/** Campaign, assistant, list and numbers of a call, with a note of those that only the events received name. */
export function CallFacts({ call_id, call, found, isFromEvents }: FactsProps) {
  const list = useSentRow(call_id, call.ids.campaign_id ?? found?.campaign_id ?? undefined, call.customerNumber);
  const { campaign_id, assistant_id, workflow_ref, session_id, phone_number_id } = call.ids;
  const fact = (
    name: string,
    sent: string | undefined,
    event: string | null | undefined,
    show: (value: string) => ReactNode,
  ) => {
    const value = sent ?? event ?? undefined;
    return value === undefined ? [] : [{ name, isFromEvent: sent === undefined, value: show(value) }];
  };
  const link = (field: string) => (id: string) => <RecordLink field={field} id={id} />;
  const ended = call.isLive ? "active" : call.isOver ? "ended with the call" : "";
  const facts = [
    ...fact("Campaign", campaign_id, found?.campaign_id, link("campaign_id")),
    ...fact("Assistant", assistant_id, found?.assistant_id, link("assistant_id")),
    ...fact("Workflow", workflow_ref, undefined, link("workflow_ref")),
    ...fact("Contact", call.customer, found?.contact_name, visibleControls),
    ...(list ? [{ name: "List", isFromEvent: false, value: list }] : []),
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
  const added = facts.filter(({ isFromEvent }) => isFromEvent).map(({ name }) => name);
  const note = isFromEvents
    ? "From the events received."
    : added.length > 0 && `From the events received, not in the platform’s record: ${added.join(", ").toLowerCase()}.`;
  return (
    <Section title="Facts">
      <LinkRows rows={facts.map(({ name, value }) => [name, value])} />
      <p className="mt-1.5 text-sm/[17px] text-ink-3">
        {facts.length === 0 ? "No campaign or assistant recognized in the record." : note}
      </p>
    </Section>
  );
}

/** File and row of the latest list that sent the number to the call's campaign before the call. */
function useSentRow(call_id: string, campaign_id: string | undefined, number: string | undefined) {
  const mayFind = useMay(findPerson) && campaign_id !== undefined && number !== undefined;
  const person = useQuery({ ...read(findPerson, { call_id }), enabled: mayFind }).data?.value;
  const startedAt = person?.calls.find((listed) => listed.call_id === call_id)?.at;
  const upload = person?.sent.find(
    (sent) => sent.campaign_id === campaign_id && (startedAt === undefined || sent.begun_at <= startedAt),
  );
  return (
    upload && (
      <>
        {visibleControls(upload.file_name)}, row {formatCount(upload.row)}
      </>
    )
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
