import type { Metadata } from "next";
import { ConsolePage, start } from "@/app/_server/console-page";
import { CallsScreen } from "@/components/calls/calls-screen";
import { getCall } from "@/lib/contract/api/calls";
import { listSaved } from "@/lib/contract/console/saved";

export const metadata: Metadata = { title: "Calls" };

export default function CallsPage() {
  return (
    <ConsolePage needs={getCall} reads={[start(listSaved, { resource: "calls" })]}>
      <CallsScreen />
    </ConsolePage>
  );
}
