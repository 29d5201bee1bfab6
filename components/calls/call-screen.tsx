"use client";

import { useQuery } from "@tanstack/react-query";
import { useAssistantName } from "@/components/query/assistant-name";
import { isFirstRead, isNotFound } from "@/components/query/query-view";
import { useSaved } from "@/components/query/use-saved";
import { useWatch } from "@/components/query/use-watch";
import { PhoneNumber } from "@/components/record/phone-number";
import { RecentChanges } from "@/components/record/recent-changes";
import { RecordBody } from "@/components/record/record-body";
import { RecordHead } from "@/components/record/record-head";
import { RecordLink } from "@/components/record/summary";
import { AnswersList } from "@/components/send/answers-list";
import { SendControl, useAsk, useQuestion } from "@/components/send/send-control";
import { SendFault } from "@/components/send/send-fault";
import { type Send, useSend } from "@/components/send/use-send";
import { Button } from "@/components/ui/buttons/button";
import { Icon } from "@/components/ui/buttons/icon";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Switch } from "@/components/ui/fields/switch";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { Menu, MenuItem, PageItems } from "@/components/ui/overlay/menu";
import { useZone } from "@/components/ui/time/zone";
import { read } from "@/lib/client/query";
import { endCall, getCall } from "@/lib/contract/api/calls";
import { endSession } from "@/lib/contract/api/sessions";
import { type CallShape, callTitle, readCall, saysSomething } from "@/lib/contract/shapes/call";
import { shortenId, visibleControls } from "@/lib/format/format-raw";
import { formatMinute } from "@/lib/format/format-time";
import { CallDeliveries, CallSummary, callSentence, OtherCalls, PartOf } from "./call-summary";

export function CallScreen({ call_id }: { call_id: string }) {
  const watch = useWatch();
  const query = useQuery({ ...read(getCall, { call_id }), ...watch.options });
  const saved = useSaved("calls", call_id);
  const record = query.data?.value.data;
  const call = readCall(record);
  const title = callTitle(record) ?? saved?.label ?? undefined;
  const assistant = useAssistantName(call.ids.assistant_id ?? "");
  const end = useSend(endCall, { call_id }, { what: "End call", says: ({ value }) => endedMessage(value.data.status) });
  const endIts = useSend(endSession, { session_id: call.ids.session_id ?? "" }, { what: "End session" });
  // Before it is read, they would be pushed down on a phone by what the head has to say.
  const hasActions = record !== undefined || !(isFirstRead(query) || isNotFound(query.error));

  return (
    <>
      <RecordHead
        resource="calls"
        id={call_id}
        record={record}
        title={title === undefined ? undefined : visibleControls(title)}
        untitled="Call"
        crumbs={[{ label: "Calls", href: "/calls" }]}
        meta={<CallEnds call={call} />}
        actions={
          hasActions && (
            <>
              <EndedNote call={call} off={end.off} />
              {record && !call.isOver && (
                <Switch checked={watch.isWatching} onChange={watch.setIsWatching}>
                  Live
                </Switch>
              )}
              <MoreOfCall call={call} endSession={endIts} />
              <EndCall send={end} call_id={call_id} call={call} />
            </>
          )
        }
      />
      {end.error && <SendFault error={end.error} what="End call" resource="calls" onDismiss={end.dismiss} />}
      {endIts.error && (
        <SendFault error={endIts.error} what="End session" resource="calls" onDismiss={endIts.dismiss} />
      )}
      <RecordBody
        query={query}
        resource="calls"
        noun="call"
        id={call_id}
        idLabel="Call ID"
        lead={saysSomething(call) && <CallSummary call={call} assistant={assistant} />}
      >
        {saysSomething(call) && <PartOf call={call} />}
        {call.customerNumber && <OtherCalls number={call.customerNumber} call_id={call_id} />}
        {call.startedMs !== undefined && <CallDeliveries call={call} />}
        <AnswersList resource="calls" target={call_id} title="Activity" empty="No actions from here." />
        <RecentChanges resource="calls" id={call_id} movesByItself />
      </RecordBody>
    </>
  );
}

/** Which way it went, to whom and from where. */
function CallEnds({ call: { direction, customerNumber, ownNumber, country } }: { call: CallShape }) {
  const isIn = direction === "inbound";
  const theirs = customerNumber && (
    <span className="inline-flex flex-wrap items-center gap-1.5" key="theirs">
      {isIn ? "from" : "to"} <PhoneNumber number={customerNumber} />
      {country && (
        <abbr className={countryClass} title={`Country ${country}`}>
          {country}
        </abbr>
      )}
    </span>
  );
  const ours = ownNumber && (
    <span className="inline-flex flex-wrap items-center gap-1.5" key="ours">
      {isIn ? "to" : "from"} <PhoneNumber number={ownNumber} />
    </span>
  );
  return (
    <>
      {direction && (
        <span className="inline-flex items-center gap-1.5">
          {direction !== "web" && <Icon name="right" small className={isIn ? "rotate-135" : "-rotate-45"} />}
          {direction}
        </span>
      )}
      {theirs}
      {ours}
    </>
  );
}

const countryClass = "rounded-1 border border-rule-2 px-1 text-xs font-medium text-ink-2 no-underline";

const endedMessage = (status: unknown) =>
  typeof status === "string" ? `The platform answered “${status}”` : undefined;

function EndedNote({ call, off }: { call: CallShape; off: string | undefined }) {
  const zone = useZone();
  const at = call.endedMs === undefined ? "" : ` at ${formatMinute(call.endedMs, zone)}`;
  return <span className="text-sm/5 text-ink-3 empty:hidden">{off ?? (call.isOver && `already ended${at}`)}</span>;
}

type EndCallProps = { send: Send; call_id: string; call: CallShape };

/** Stays even when the record says the call has ended: the record may be behind. `?ask=end` opens the question. */
function EndCall({ send, call_id, call }: EndCallProps) {
  const question = useAsk("end");
  const whom = call.customer ?? call.customerNumber;

  return (
    <SendControl
      send={send}
      ask={{
        question: whom === undefined ? "End this call?" : `End the call with ${visibleControls(whom)}?`,
        children: "The conversation stops at once. The platform has no way to bring a call back.",
        typeToConfirm: { text: "end", label: "Type “end” to confirm" },
        id: call_id,
        facts: factsOf(call),
        confirmLabel: "End call",
      }}
      {...question}
    >
      {(on) => (
        <Button {...on} variant="stop" icon="cancel" isSending={send.isSending}>
          End call…
        </Button>
      )}
    </SendControl>
  );
}

function factsOf(call: CallShape) {
  const { customerNumber, startedMs, ids } = call;
  return [
    ...(startedMs === undefined ? [] : [["Call", <Lasting key="call" call={call} />] as const]),
    ...(customerNumber ? [["Number", <PhoneNumber key="number" number={customerNumber} />] as const] : []),
    ...(ids.campaign_id
      ? [["Campaign", <RecordLink key="campaign" field="campaign_id" id={ids.campaign_id} />] as const]
      : []),
  ];
}

function Lasting({ call }: { call: CallShape }) {
  const zone = useZone();
  const since = call.startedMs === undefined ? "" : ` Since ${formatMinute(call.startedMs, zone)}.`;
  return call.isLive ? `In progress.${since}` : callSentence(call, call.talkSeconds);
}

/** What else can be done from a call's page. `?ask=end-session` opens the question of its session. */
function MoreOfCall({ call, endSession: send }: { call: CallShape; endSession: Send }) {
  const question = useAsk("end-session");
  const { session_id } = call.ids;
  const canEnd = session_id !== undefined && !call.isOver;
  const isAsking = useQuestion(question.open, send);
  return (
    <>
      <Menu label="More" trigger={<IconButton icon="more" label="More" bare={false} small={false} />}>
        {canEnd && (
          <MenuItem icon="cancel" stop disabled={send.off !== undefined} onSelect={() => question.onOpenChange(true)}>
            End session…
          </MenuItem>
        )}
        <PageItems />
      </Menu>
      {canEnd && isAsking && (
        <ConfirmDialog
          question="End the session of this call?"
          sends={send.request}
          off={send.off}
          id={session_id}
          facts={[["Session", <code key="session">{shortenId(session_id)}</code>]]}
          typeToConfirm={{ text: "end", label: "Type “end” to confirm" }}
          confirmLabel="End session"
          onClose={() => question.onOpenChange(false)}
          onConfirm={() => {
            question.onOpenChange(false);
            send.send();
          }}
        >
          The call ends with it. The platform has no way to bring a session back.
        </ConfirmDialog>
      )}
    </>
  );
}
