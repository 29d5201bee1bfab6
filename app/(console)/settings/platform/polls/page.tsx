import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { PollsScreen } from "@/components/settings/platform/polls-screen";
import { getKept } from "@/lib/contract/console/collecting";
import { getConnection } from "@/lib/contract/console/connection";

export const metadata: Metadata = { title: "Recent polls, settings" };

export default function PollsPage() {
  return (
    <ConsolePage needs={getKept} reads={[start(getKept, {}), start(getConnection, {})]}>
      <PollsScreen />
    </ConsolePage>
  );
}
