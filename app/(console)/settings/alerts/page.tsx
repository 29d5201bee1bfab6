import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { requirePerson } from "@/app/_server/person";
import { start } from "@/app/_server/server-reads";
import { AlertsScreen } from "@/components/settings/alerts/alerts-screen";
import { getAlertSettings, listAlertMessages, listOwnAlerts } from "@/lib/contract/console/alert-settings";

export const metadata: Metadata = { title: "Alerts, settings" };

export default async function AlertsPage() {
  const isAdmin = (await requirePerson()).role === "admin";
  const forEveryone = [start(getAlertSettings, {}), start(listAlertMessages, { limit: 1 })];
  return (
    <ConsolePage needs={listOwnAlerts} reads={[start(listOwnAlerts, {}), ...(isAdmin ? forEveryone : [])]}>
      <AlertsScreen />
    </ConsolePage>
  );
}
