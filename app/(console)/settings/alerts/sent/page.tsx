import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { SentScreen } from "@/components/settings/alerts/sent-screen";
import { listAlertMessages } from "@/lib/contract/console/alert-settings";

export const metadata: Metadata = { title: "Sent alerts, settings" };

export default function SentPage() {
  return (
    <ConsolePage needs={listAlertMessages} reads={[start(listAlertMessages, { limit: 100 })]}>
      <SentScreen />
    </ConsolePage>
  );
}
