import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { inputsOf } from "@/components/webhooks/log-list";
import { WebhooksScreen } from "@/components/webhooks/webhooks-screen";
import { clock } from "@/lib/clock";
import { getReceived } from "@/lib/contract/console/inbox/received";
import { eventIdIn, getDelivery, listDeliveries } from "@/lib/contract/console/webhook-log/deliveries";
import { summarizeDeliveries } from "@/lib/contract/console/webhook-log/summary";

export const metadata: Metadata = { title: "Webhooks" };

export default async function WebhooksPage({ searchParams }: PageProps<"/webhooks">) {
  const params = await searchParams;
  const get = (name: string) => [params[name]].flat()[0];
  const { list, filter } = inputsOf(get, clock.nowMs());
  const reads = [start(summarizeDeliveries, filter), start(listDeliveries, list), ...readsOfPanel(get("entry"))];
  return (
    <ConsolePage needs={listDeliveries} reads={reads}>
      <WebhooksScreen />
    </ConsolePage>
  );
}

function readsOfPanel(entry: string | undefined) {
  if (!entry) return [];
  const event_id = eventIdIn(entry);
  return [event_id === undefined ? start(getDelivery, { entry_id: entry }) : start(getReceived, { event_id })];
}
