import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { AlertsScreen } from "@/components/settings/alerts/alerts-screen";
import { getAlertSettings, listAlertMessages } from "@/lib/contract/console/alert-settings";

export const metadata: Metadata = { title: "Alerts, settings" };

export default function AlertsPage() {
  return (
    <ConsolePage
      needs={getAlertSettings}
      reads={[start(getAlertSettings, {}), start(listAlertMessages, { limit: 100 })]}
    >
      <AlertsScreen />
    </ConsolePage>
  );
}
