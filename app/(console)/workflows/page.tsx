import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { OpenById } from "@/components/registry/open-by-id";
import { RegistryRecords } from "@/components/registry/registry-records";
import { PageHead } from "@/components/ui/page/page-head";
import { getWorkflow } from "@/lib/contract/api/workflows";
import { listSaved } from "@/lib/contract/console/saved";

export const metadata: Metadata = { title: "Workflows" };

export default function WorkflowsPage() {
  return (
    <ConsolePage needs={getWorkflow} reads={[start(listSaved, { resource: "workflows" })]}>
      <PageHead title="Workflows">
        The platform has no list of workflows. Switchboard lists those that someone opened or added, or that it found in
        responses.
      </PageHead>
      <OpenById
        base="workflows"
        label="Open by reference"
        hint="May contain any characters, including slashes. It is added to this list for everyone."
      />
      <RegistryRecords resource="workflows" empty="Paste a workflow’s reference above." />
    </ConsolePage>
  );
}
