import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { AutomationScreen } from "@/components/settings/automation-screen";
import { listAutomaticActs } from "@/lib/contract/console/automation/acts";
import { listGuardRails } from "@/lib/contract/console/automation/guard-rails";
import { listPlanned } from "@/lib/contract/console/automation/planned";
import { listSaved } from "@/lib/contract/console/saved";

export const metadata: Metadata = { title: "Automation, settings" };

export default function AutomationPage() {
  const reads = [
    start(listGuardRails, {}),
    start(listPlanned, {}),
    start(listAutomaticActs, {}),
    start(listSaved, { resource: "campaigns" }),
  ];
  return (
    <ConsolePage needs={listGuardRails} reads={reads}>
      <AutomationScreen />
    </ConsolePage>
  );
}
