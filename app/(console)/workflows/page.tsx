import type { Metadata } from "next";
import { ConsolePage, start } from "@/app/_server/console-page";
import { WorkflowsScreen } from "@/components/workflows/workflows-screen";
import { listSaved } from "@/lib/contract/saved";
import { getWorkflow } from "@/lib/contract/workflows";

export const metadata: Metadata = { title: "Workflows" };

export default function WorkflowsPage() {
  return (
    <ConsolePage needs={getWorkflow} reads={[start(listSaved, { resource: "workflows" })]}>
      <WorkflowsScreen />
    </ConsolePage>
  );
}
