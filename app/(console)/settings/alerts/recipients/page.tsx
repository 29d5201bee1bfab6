import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { RecipientsScreen } from "@/components/settings/alerts/recipients-screen";
import { getAlertSettings } from "@/lib/contract/console/alert-settings";

export const metadata: Metadata = { title: "Also send to, settings" };

export default function RecipientsPage() {
  return (
    <ConsolePage needs={getAlertSettings} reads={[start(getAlertSettings, {})]}>
      <RecipientsScreen />
    </ConsolePage>
  );
}
