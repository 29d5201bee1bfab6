import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { ConnectionScreen } from "@/components/settings/connection-screen";
import { getConnection } from "@/lib/contract/console/connection";

export const metadata: Metadata = { title: "Connection, settings" };

export default function ConnectionPage() {
  return (
    <ConsolePage needs={getConnection} reads={[start(getConnection, {})]}>
      <ConnectionScreen />
    </ConsolePage>
  );
}
