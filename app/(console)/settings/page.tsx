import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { MeScreen } from "@/components/settings/me-screen";
import { getMe } from "@/lib/contract/console/me";

export const metadata: Metadata = { title: "Settings" };

export default function SettingsPage() {
  return (
    <ConsolePage needs={getMe}>
      <MeScreen />
    </ConsolePage>
  );
}
