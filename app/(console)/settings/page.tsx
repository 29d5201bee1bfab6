import type { Metadata } from "next";
import { ConsolePage, start } from "@/app/_server/console-page";
import { SettingsScreen } from "@/components/settings/settings-screen";
import { getMe } from "@/lib/contract/console/me";
import { getConnection, listDrift, listMeanings } from "@/lib/contract/console/settings";

export const metadata: Metadata = { title: "Settings" };

export default function SettingsPage() {
  return (
    <ConsolePage needs={getMe} reads={[start(getConnection, {}), start(listMeanings, {}), start(listDrift, {})]}>
      <SettingsScreen />
    </ConsolePage>
  );
}
