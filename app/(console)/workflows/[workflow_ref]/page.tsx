import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { WorkflowScreen } from "@/components/workflows/workflow-screen";
import { getWorkflow } from "@/lib/contract/api/workflows";
import { listAnswers } from "@/lib/contract/console/audit";
import { listVersions } from "@/lib/contract/console/record-history";
import { listDependents, listMissingTools } from "@/lib/contract/console/related-records";
import { listSaved } from "@/lib/contract/console/saved";
import { pathToId } from "@/lib/contract/identifier";

export const metadata: Metadata = { title: "Workflow" };

export default async function WorkflowPage({ params }: PageProps<"/workflows/[workflow_ref]">) {
  const workflow_ref = pathToId((await params).workflow_ref);
  if (workflow_ref === undefined) notFound();
  const reads = [
    start(getWorkflow, { workflow_ref }),
    start(listAnswers, { resource: "workflows", target: workflow_ref }),
    start(listSaved, { resource: "workflows", ref: workflow_ref }),
    start(listVersions, { resource: "workflows", ref: workflow_ref }),
    start(listMissingTools, { resource: "workflows", ref: workflow_ref }),
    start(listSaved, {}),
    start(listDependents, { resource: "workflows", ref: workflow_ref }),
  ];
  return (
    <ConsolePage needs={getWorkflow} reads={reads}>
      <WorkflowScreen workflow_ref={workflow_ref} />
    </ConsolePage>
  );
}
