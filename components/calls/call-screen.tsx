"use client";

import { useQuery } from "@tanstack/react-query";
import { isFirstRead, isNotFound } from "@/components/query/query-view";
import { useSaved } from "@/components/query/use-saved";
import { useWatch } from "@/components/query/use-watch";
import { RecentChanges } from "@/components/record/recent-changes";
import { RecordBody } from "@/components/record/record-body";
import { RecordHead } from "@/components/record/record-head";
import { AnswersList } from "@/components/send/answers-list";
import { SendControl, useAsk } from "@/components/send/send-control";
import { SendFault } from "@/components/send/send-fault";
import { type Send, useSend } from "@/components/send/use-send";
import { Button } from "@/components/ui/buttons/button";
import { Switch } from "@/components/ui/fields/switch";
import { read } from "@/lib/client/query";
import { endCall, getCall } from "@/lib/contract/api/calls";

export function CallScreen({ call_id }: { call_id: string }) {
  const watch = useWatch();
  const call = useQuery({ ...read(getCall, { call_id }), ...watch.options });
  const saved = useSaved("calls", call_id);
  const end = useSend(endCall, { call_id }, { what: "End call", says: ({ value }) => endedMessage(value.data.status) });
  const record = call.data?.value.data;
  const isThere = record !== undefined || !isNotFound(call.error);

  return (
    <>
      <RecordHead
        resource="calls"
        id={call_id}
        record={record}
        isLoading={isFirstRead(call)}
        label={saved?.label}
        untitled="Call"
        crumbs={[{ label: "Calls", href: "/calls" }]}
        actions={
          isThere && (
            <>
              <Switch checked={watch.isWatching} onChange={watch.setIsWatching}>
                Live
              </Switch>
              <EndCall send={end} call_id={call_id} status={record?.status} />
            </>
          )
        }
      />
      {end.error && <SendFault error={end.error} what="End call" resource="calls" onDismiss={end.dismiss} />}
      <RecordBody query={call} resource="calls" noun="call" id={call_id} idLabel="Call ID">
        <AnswersList resource="calls" target={call_id} empty="Nothing was sent from here about this call." />
        <RecentChanges resource="calls" id={call_id} movesByItself />
      </RecordBody>
    </>
  );
}

const endedMessage = (status: unknown) =>
  typeof status === "string" ? `The platform answered “${status}”` : undefined;

type EndCallProps = { send: Send; call_id: string; status: unknown };

/** Stays even when the record says the call has ended: the record may be behind. `?ask=end` opens the question. */
function EndCall({ send, call_id, status }: EndCallProps) {
  const question = useAsk("end");

  return (
    <>
      {(send.off || status === "ended") && (
        <span className="text-sm/5 text-ink-3">{send.off ?? "The record says ended."}</span>
      )}
      <SendControl
        send={send}
        ask={{
          by: "typing",
          question: "End this call?",
          body: "The platform sets it to ended. A call cannot be brought back.",
          type: { text: "end", label: "Type “end” to confirm" },
          facts: [["Call", <code key="call">{call_id}</code>]],
          confirmLabel: "End the call",
          keepLabel: "Cancel",
        }}
        {...question}
      >
        {(on) => (
          <Button {...on} variant="stop" icon="cancel" isSending={send.isSending}>
            End call…
          </Button>
        )}
      </SendControl>
    </>
  );
}
