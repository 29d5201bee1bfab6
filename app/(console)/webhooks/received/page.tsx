import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { receivedInputs } from "@/components/webhooks/received/received-filter";
import { ReceivedScreen } from "@/components/webhooks/received/received-screen";
import { clock } from "@/lib/clock";
import { listAddresses } from "@/lib/contract/console/inbox/addresses";
import { listReceived, matchLog } from "@/lib/contract/console/inbox/received";

export const metadata: Metadata = { title: "Received" };

export default async function ReceivedPage({ searchParams }: PageProps<"/webhooks/received">) {
  const params = await searchParams;
  const { list, match } = receivedInputs((name) => [params[name]].flat()[0], clock.nowMs());
  return (
    <ConsolePage
      needs={listReceived}
      reads={[start(listReceived, list), start(matchLog, match), start(listAddresses, {})]}
    >
      <ReceivedScreen />
    </ConsolePage>
  );
}
