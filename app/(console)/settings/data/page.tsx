import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { DataScreen } from "@/components/settings/data/data-screen";
import { getBackups } from "@/lib/contract/console/backups";
import { getKept } from "@/lib/contract/console/collecting";
import { getMasking } from "@/lib/contract/console/people/masking";

export const metadata: Metadata = { title: "Data, settings" };

export default function DataPage() {
  return (
    <ConsolePage needs={getKept} reads={[start(getKept, {}), start(getBackups, {}), start(getMasking, {})]}>
      <DataScreen />
    </ConsolePage>
  );
}
