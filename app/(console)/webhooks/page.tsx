import type { Metadata } from "next";
import { ConsolePage, start } from "@/app/_server/console-page";
import { WebhooksScreen } from "@/components/webhooks/webhooks-screen";
import { listWebhookLogs, listWebhooks } from "@/lib/contract/api/webhooks";

export const metadata: Metadata = { title: "Webhook desk" };

export default async function WebhooksPage({ searchParams }: PageProps<"/webhooks">) {
  const { webhook } = await searchParams;
  const ofOne = typeof webhook === "string" && webhook !== "" ? [start(listWebhookLogs, { webhook_id: webhook })] : [];
  return (
    <ConsolePage needs={listWebhookLogs} reads={[start(listWebhooks, {}), start(listWebhookLogs, {}), ...ofOne]}>
      <WebhooksScreen />
    </ConsolePage>
  );
}
