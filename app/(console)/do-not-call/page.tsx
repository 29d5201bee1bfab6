import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { DoNotCallScreen } from "@/components/do-not-call/do-not-call-screen";
import { listDoNotCall } from "@/lib/contract/console/do-not-call";

export const metadata: Metadata = { title: "Do not call" };

export default function DoNotCallPage() {
  return (
    <ConsolePage needs={listDoNotCall} reads={[start(listDoNotCall, {})]}>
      <DoNotCallScreen />
    </ConsolePage>
  );
}
