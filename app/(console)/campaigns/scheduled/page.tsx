import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { requirePerson } from "@/app/_server/person";
import { start } from "@/app/_server/server-reads";
import { ScheduledScreen } from "@/components/campaigns/scheduled-screen";
import { listPauses } from "@/lib/contract/console/automation/pauses";
import { listPlanned } from "@/lib/contract/console/automation/planned";
import { listSaved } from "@/lib/contract/console/saved";
import { isAllowed } from "@/lib/contract/operation";

export const metadata: Metadata = { title: "Scheduled actions" };

export default async function ScheduledPage() {
  const { role } = await requirePerson();
  const reads = [
    start(listPlanned, {}),
    start(listSaved, { resource: "campaigns" }),
    ...(isAllowed(listPauses, role) ? [start(listPauses, {})] : []),
  ];
  return (
    <ConsolePage needs={listPlanned} reads={reads}>
      <ScheduledScreen />
    </ConsolePage>
  );
}
