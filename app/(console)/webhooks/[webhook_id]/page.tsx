import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { timeIn, webhookInputs } from "@/components/webhooks/log-time";
import { WebhookScreen } from "@/components/webhooks/webhook-screen";
import { clock } from "@/lib/clock";
import { getWebhookFigures } from "@/lib/contract/console/webhook-log/figures";
import { summarizeDeliveries } from "@/lib/contract/console/webhook-log/summary";
import { pathToId } from "@/lib/contract/identifier";

export const metadata: Metadata = { title: "Webhook" };

export default async function WebhookPage({ params, searchParams }: PageProps<"/webhooks/[webhook_id]">) {
  const id = pathToId((await params).webhook_id);
  if (id === undefined) notFound();
  const query = await searchParams;
  const inputs = webhookInputs(
    id,
    timeIn((name) => [query[name]].flat()[0]),
    clock.nowMs(),
  );
  return (
    <ConsolePage
      needs={getWebhookFigures}
      reads={[start(summarizeDeliveries, inputs.counts), start(getWebhookFigures, inputs.figures)]}
    >
      <WebhookScreen key={id} id={id} />
    </ConsolePage>
  );
}
