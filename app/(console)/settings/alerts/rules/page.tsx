import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { RulesScreen } from "@/components/settings/alerts/rules-screen";
import { getAlertSettings } from "@/lib/contract/console/alert-settings";

export const metadata: Metadata = { title: "Alert rules, settings" };

export default function RulesPage() {
  return (
    <ConsolePage needs={getAlertSettings} reads={[start(getAlertSettings, {})]}>
      <RulesScreen />
    </ConsolePage>
  );
}
