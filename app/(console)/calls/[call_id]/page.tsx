import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { CallScreen } from "@/components/calls/call-screen";
import { getCall } from "@/lib/contract/api/calls";
import { listAnswers } from "@/lib/contract/console/audit";
import { getCallDeliveries } from "@/lib/contract/console/inbox/call-deliveries";
import { getFoundCall } from "@/lib/contract/console/inbox/found-calls";
import { eventsOfCall, listReceived } from "@/lib/contract/console/inbox/received";
import { listVersions } from "@/lib/contract/console/record-history";
import { listSaved } from "@/lib/contract/console/saved";
import { pathToId } from "@/lib/contract/identifier";

export const metadata: Metadata = { title: "Call" };

export default async function CallPage({ params }: PageProps<"/calls/[call_id]">) {
  const call_id = pathToId((await params).call_id);
  if (call_id === undefined) notFound();
  const reads = [
    start(getCall, { call_id }),
    start(getFoundCall, { call_id }),
    start(listReceived, eventsOfCall(call_id)),
    start(getCallDeliveries, { call_id }),
    start(listAnswers, { resource: "calls", target: call_id }),
    start(listSaved, { resource: "calls", ref: call_id }),
    start(listVersions, { resource: "calls", ref: call_id }),
    start(listSaved, {}),
  ];
  return (
    <ConsolePage needs={getCall} reads={reads}>
      <CallScreen call_id={call_id} />
    </ConsolePage>
  );
}
