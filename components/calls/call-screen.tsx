"use client";

import { useQuery } from "@tanstack/react-query";
import { NeverCallButton } from "@/components/person/never-call-button";
import { useAssistantName } from "@/components/query/assistant-name";
import { isFirstRead, isNotFound, isUnreadable } from "@/components/query/query-view";
import { useSaved } from "@/components/query/use-saved";
import { Notes } from "@/components/record/notes";
import { PhoneNumber } from "@/components/record/phone-number";
import { RecentChanges } from "@/components/record/recent-changes";
import { RecordBody } from "@/components/record/record-body";
import { RecordHead } from "@/components/record/record-head";
import { AnswersList } from "@/components/send/answers-list";
import { useAsk, useQuestion } from "@/components/send/send-control";
import { SendFault } from "@/components/send/send-fault";
import { type Send, useSend } from "@/components/send/use-send";
import { Icon } from "@/components/ui/buttons/icon";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Menu, MenuItem, PageItems } from "@/components/ui/overlay/menu";
import { useNow } from "@/components/ui/time/use-now";
import { read } from "@/lib/client/query";
import { endCall, getCall } from "@/lib/contract/api/calls";
import { endSession } from "@/lib/contract/api/sessions";
import { type FoundCall, getFoundCall } from "@/lib/contract/console/inbox/found-calls";
import { eventsOfCall, listReceived, type ReceivedEvent } from "@/lib/contract/console/inbox/received";
import { type CallShape, callTitle, hasKnownFields, readCall } from "@/lib/contract/shapes/call";
import { visibleControls } from "@/lib/format/format-raw";
import { CallFacts, OtherCalls } from "./call-aside";
import { CallContent } from "./call-content";
import { CallPath } from "./call-path";
import { CallSummary, Transcript } from "./call-summary";
import { CopyCall } from "./copy-call";
import { DidItArrive, ReachedSwitchboard, useCallDeliveries } from "./did-it-arrive";
import { EndCall, EndedNote, endingOf } from "./end-call";
import { EndSessionDialog } from "./end-session";
import { plus, shapeOf } from "./found-call";
import { pathSteps } from "./path-steps";
import { useEndOff } from "./use-end-off";

export function CallScreen({ call_id }: { call_id: string }) {
  const shown = useCall(call_id);
  const { query, record, call, found, events, isFromEvents, title, limit_at } = shown;
  const deliveries = useCallDeliveries(call_id);
  const assistant = useAssistantName(call.ids.assistant_id ?? "");
  const endOff = useEndOff(call.ids.campaign_id ?? found?.campaign_id);
  const shownTitle = title === undefined ? undefined : visibleControls(title);
  const sendEnd = useSend(endCall, { call_id }, endingOf(shownTitle));
  const end = { ...sendEnd, off: sendEnd.off ?? endOff };
  const sendEndSession = useSend(
    endSession,
    { session_id: call.ids.session_id ?? "" },
    { what: "End session", doneMessage: `${shownTitle ?? "The call"}: its session was ended` },
  );
  const endIts = {
    ...sendEndSession,
    off: sendEndSession.off ?? (call.isOver ? "The call has already ended" : undefined),
  };

  return (
    <>
      <RecordHead
        resource="calls"
        id={call_id}
        record={record}
        title={shownTitle}
        untitled="Call"
        crumbs={[{ label: "Calls", href: "/calls" }]}
        meta={<CallEnds call={call} />}
        actions={<CallActions {...{ call_id, shown, deliveries, end }} endSession={endIts} />}
      />
      {end.error && <SendFault error={end.error} what="End call" resource="calls" onDismiss={end.dismiss} />}
      {endIts.error && (
        <SendFault error={endIts.error} what="End session" resource="calls" onDismiss={endIts.dismiss} />
      )}
      <RecordBody
        query={query}
        isInterleaved
        resource="calls"
        noun="call"
        id={call_id}
        lead={
          hasKnownFields(call) && (
            <>
              <CallSummary call={call} limit_at={limit_at} note={sourceNote(shown)} />
              <CallPath call={call} found={found} limit_at={limit_at} />
              <CallWords call={call} events={events} assistant={assistant} />
            </>
          )
        }
      >
        {deliveries?.counted && <DidItArrive deliveries={deliveries} className="max-narrow:-order-1" />}
        {call.customerNumber && <OtherCalls call_id={call_id} number={call.customerNumber} />}
        {hasKnownFields(call) && <CallFacts call_id={call_id} call={call} found={found} isFromEvents={isFromEvents} />}
        <ReachedSwitchboard
          call_id={call_id}
          steps={pathSteps({ call, found, events, limitMs: undefined, nowMs: 0 })}
          deliveries={deliveries}
        />
        <AnswersList resource="calls" target={call_id} title="Activity" />
        <Notes resource="calls" id={call_id} />
        <RecentChanges resource="calls" id={call_id} movesByItself />
      </RecordBody>
    </>
  );
}

/** A call from the platform's record. From the events received, if the record is unreadable or has no known field. */
function useCall(call_id: string) {
  const query = useQuery(read(getCall, { call_id }));
  const found = useQuery(read(getFoundCall, { call_id })).data?.value.data ?? undefined;
  const received = useQuery(read(listReceived, eventsOfCall(call_id)));
  const saved = useSaved("calls", call_id);
  const nowMs = useNow(10_000);
  const record = query.data?.value.data;
  const sent = readCall(record);
  const isUnread = isUnreadable(query);
  const isFromEvents = found !== undefined && (isUnread || (record !== undefined && !hasKnownFields(sent)));
  return {
    ...{ query, record, found, isUnread, isFromEvents },
    events: received.data?.value.data.toReversed() ?? [],
    call: isFromEvents ? shapeOf(found, nowMs) : sent,
    title: callTitle(record) ?? saved?.label ?? (found && titleFromEvents(found)),
    limit_at: saved?.limit_at ?? found?.limit_at ?? undefined,
  };
}

type ShownCall = ReturnType<typeof useCall>;

const sourceNote = ({ isFromEvents, isUnread }: ShownCall) =>
  isFromEvents ? `From the events received. ${isUnread ? unread : unrecognized}` : undefined;

const unread = "The platform’s record could not be read.";
const unrecognized = "No field of the platform’s record was recognized.";

type CallActionsProps = {
  call_id: string;
  shown: ShownCall;
  deliveries: ReturnType<typeof useCallDeliveries>;
  end: Send;
  endSession: Send;
};

function CallActions({ call_id, shown, deliveries, end, endSession }: CallActionsProps) {
  const { query, record, call, found, events, isFromEvents } = shown;
  // Before it is read, they would be pushed down on a phone by what the head has to say.
  const hasActions = record !== undefined || !(isFirstRead(query) || isNotFound(query.error));
  return (
    <>
      {!isFirstRead(query) && <NeverCallButton call_id={call_id} number={call.customerNumber} name={call.customer} />}
      {hasActions && (
        <>
          <EndedNote call={call} off={end.off} />
          {hasKnownFields(call) && <CopyCall {...{ call_id, call, found, events, deliveries, isFromEvents }} />}
          <MoreOfCall call={call} endSession={endSession} />
          <EndCall send={end} call_id={call_id} call={call} />
        </>
      )}
    </>
  );
}

type CallWordsProps = { call: CallShape; events: readonly ReceivedEvent[]; assistant: string | undefined };

/** Transcript from the platform's record. Without one, the content of the largest event, closed at first. */
function CallWords({ call: { turns }, events, assistant }: CallWordsProps) {
  const [largest] = events.toSorted((one, other) => other.size - one.size);
  if (turns.length > 0)
    return (
      <div className="border-t border-rule">
        <Transcript turns={turns} assistant={assistant} />
      </div>
    );
  return largest && <CallContent key={largest.id} event={largest} assistant={assistant} />;
}

/** Which way it went, to whom and from where. */
function CallEnds({ call: { direction, isInbound, customerNumber, ownNumber, country } }: { call: CallShape }) {
  const theirs = customerNumber && (
    <span className="inline-flex flex-wrap items-center gap-1.5" key="theirs">
      {isInbound ? "from" : "to"} <PhoneNumber number={customerNumber} />
      {country && (
        <abbr className={countryClass} title={`Country ${country}`}>
          {country}
        </abbr>
      )}
    </span>
  );
  const ours = ownNumber && (
    <span className="inline-flex flex-wrap items-center gap-1.5" key="ours">
      {isInbound ? "to" : "from"} <PhoneNumber number={ownNumber} />
    </span>
  );
  return (
    <>
      {direction && (
        <span className="inline-flex items-center gap-1.5">
          {/^(inbound|outbound)/i.test(direction) && (
            <Icon name="right" small className={isInbound ? "rotate-135" : "-rotate-45"} />
          )}
          {visibleControls(direction)}
        </span>
      )}
      {theirs}
      {ours}
    </>
  );
}

const countryClass = "rounded-1 border border-rule-2 px-1 text-xs font-medium text-ink-2 no-underline";

function titleFromEvents({ contact, contact_name }: FoundCall) {
  const whom = contact_name ?? plus(contact);
  return whom === undefined ? undefined : `Call with ${whom}`;
}

/** The menu of further actions. `?ask=end-session` opens the question before its session is ended. */
function MoreOfCall({ call, endSession: send }: { call: CallShape; endSession: Send }) {
  const question = useAsk("end-session");
  const { session_id } = call.ids;
  const { isOpen, off } = useQuestion(question.open, send);
  return (
    <>
      <Menu trigger={<IconButton icon="more" label="More" bare={false} small={false} />}>
        {session_id !== undefined && !call.isOver && (
          <MenuItem icon="cancel" stop disabled={send.off !== undefined} onSelect={() => question.onOpenChange(true)}>
            End session…
          </MenuItem>
        )}
        <PageItems />
      </Menu>
      {session_id !== undefined && isOpen && (
        <EndSessionDialog
          session_id={session_id}
          send={{
            ...send,
            off,
            send: () => {
              question.onOpenChange(false);
              send.send();
            },
          }}
          question="End the session of this call?"
          onClose={() => question.onOpenChange(false)}
        />
      )}
    </>
  );
}
