import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { PlatformScreen } from "@/components/settings/platform/platform-screen";
import { getKept } from "@/lib/contract/console/collecting";
import { getConnection } from "@/lib/contract/console/connection";
import { listDrift } from "@/lib/contract/console/drift";

export const metadata: Metadata = { title: "Platform, settings" };

export default function PlatformPage() {
  return (
    <ConsolePage needs={getConnection} reads={[start(getConnection, {}), start(getKept, {}), start(listDrift, {})]}>
      <PlatformScreen />
    </ConsolePage>
  );
}
