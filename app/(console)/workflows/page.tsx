import type { Metadata } from "next";
import { ConsolePage, start } from "@/app/_server/console-page";
import { WorkflowsScreen } from "@/components/workflows/workflows-screen";
import { getWorkflow } from "@/lib/contract/api/workflows";
import { listSaved } from "@/lib/contract/console/saved";

export const metadata: Metadata = { title: "Workflows" };

export default function WorkflowsPage() {
  return (
    <ConsolePage needs={getWorkflow} reads={[start(listSaved, { resource: "workflows" })]}>
      <WorkflowsScreen />
    </ConsolePage>
  );
}
