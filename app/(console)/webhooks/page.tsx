import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { filterFrom, firstLimits, inputOf } from "@/components/webhooks/log-filter";
import { WebhooksScreen } from "@/components/webhooks/webhooks-screen";
import { clock } from "@/lib/clock";
import { getDeliverySeen, listDeliveries, summarizeDeliveries } from "@/lib/contract/console/deliveries";

export const metadata: Metadata = { title: "Webhooks" };

export default async function WebhooksPage({ searchParams }: PageProps<"/webhooks">) {
  const params = await searchParams;
  const get = (name: string) => [params[name]].flat()[0];
  const filter = filterFrom(get);
  const input = inputOf(filter, clock.nowMs());
  const limits = firstLimits(filter);
  const entry = get("entry");
  const ofOne = entry ? [start(getDeliverySeen, { entry_id: entry })] : [];
  const reads = [
    start(summarizeDeliveries, input),
    start(listDeliveries, { ...input, delivered: "no", limit: limits.missed }),
    start(listDeliveries, { ...input, delivered: "yes", limit: limits.arrived }),
    ...ofOne,
  ];
  return (
    <ConsolePage needs={listDeliveries} reads={reads}>
      <WebhooksScreen />
    </ConsolePage>
  );
}
