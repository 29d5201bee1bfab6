import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { filterFrom, inputOf, pageInput } from "@/components/webhooks/log-filter";
import { WebhooksScreen } from "@/components/webhooks/webhooks-screen";
import { clock } from "@/lib/clock";
import { getDelivery, listDeliveries } from "@/lib/contract/console/webhook-log/deliveries";
import { summarizeDeliveries } from "@/lib/contract/console/webhook-log/summary";

export const metadata: Metadata = { title: "Webhooks" };

export default async function WebhooksPage({ searchParams }: PageProps<"/webhooks">) {
  const params = await searchParams;
  const get = (name: string) => [params[name]].flat()[0];
  const filter = filterFrom(get);
  const input = inputOf(filter, clock.nowMs());
  const entry = get("entry");
  const reads = [
    start(summarizeDeliveries, input),
    start(listDeliveries, { ...input, ...pageInput(get) }),
    ...(entry ? [start(getDelivery, { entry_id: entry })] : []),
  ];
  return (
    <ConsolePage needs={listDeliveries} reads={reads}>
      <WebhooksScreen />
    </ConsolePage>
  );
}
