import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { MeScreen } from "@/components/settings/me-screen";
import { listOwnAlerts } from "@/lib/contract/console/alert-settings";
import { getMe } from "@/lib/contract/console/me";
import { getSecondFactor } from "@/lib/contract/console/second-factor";

export const metadata: Metadata = { title: "Settings" };

export default function SettingsPage() {
  return (
    <ConsolePage needs={getMe} reads={[start(listOwnAlerts, {}), start(getSecondFactor, {})]}>
      <MeScreen />
    </ConsolePage>
  );
}
