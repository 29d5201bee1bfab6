import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { BackupsScreen } from "@/components/settings/data/backups-screen";
import { getBackups } from "@/lib/contract/console/backups";

export const metadata: Metadata = { title: "Backups, settings" };

export default function BackupsPage() {
  return (
    <ConsolePage needs={getBackups} reads={[start(getBackups, {})]}>
      <BackupsScreen />
    </ConsolePage>
  );
}
