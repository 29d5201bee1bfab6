"use client";

import { useQuery } from "@tanstack/react-query";
import { isNotFound } from "@/components/query/query-view";
import { isFirstRead } from "@/components/query/use-hold";
import { useSaved } from "@/components/query/use-saved";
import { useWatch } from "@/components/query/use-watch";
import { ChangesSeen } from "@/components/record/changes-seen";
import { RecordBody } from "@/components/record/record-body";
import { RecordHead } from "@/components/record/record-head";
import { useChangesSeen } from "@/components/record/use-changes-seen";
import { AnswersList } from "@/components/send/answers-list";
import { SendFault } from "@/components/send/send-fault";
import { useSend } from "@/components/send/use-send";
import { Switch } from "@/components/ui/switch";
import { read } from "@/lib/client/query";
import { endCall, getCall } from "@/lib/contract/api/calls";
import { EndCall } from "./end-call";

export function CallScreen({ call_id }: { call_id: string }) {
  const watch = useWatch();
  const call = useQuery({ ...read(getCall, { call_id }), ...watch.options });
  const changes = useChangesSeen(call.data);
  const saved = useSaved("calls", call_id);
  const end = useSend(endCall, { call_id }, { what: "End call", says: ({ value }) => endedWords(value.data.status) });
  const record = call.data?.value.data;
  const isThere = record !== undefined || !isNotFound(call.error);

  return (
    <>
      <RecordHead
        resource="calls"
        id={call_id}
        record={record}
        isReading={isFirstRead(call)}
        label={saved?.label}
        untitled="Call"
        crumbs={[{ label: "Calls", href: "/calls" }]}
        actions={
          isThere && (
            <>
              <Switch checked={watch.isWatching} onChange={watch.setIsWatching}>
                Watch
              </Switch>
              <EndCall send={end} call_id={call_id} status={record?.status} />
            </>
          )
        }
      />
      {end.error && <SendFault error={end.error} what="End call" resource="calls" onDismiss={end.dismiss} />}
      <RecordBody query={call} resource="calls" noun="call" id={call_id} idLabel="Call ID">
        <AnswersList resource="calls" target={call_id} empty="Nothing was sent from here about this call." />
        <ChangesSeen changes={changes} isWatching={watch.isWatching} />
      </RecordBody>
    </>
  );
}

const endedWords = (status: unknown) => (typeof status === "string" ? `The API answered “${status}”` : undefined);
