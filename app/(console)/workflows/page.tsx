import type { Metadata } from "next";
import { RegistryPage } from "@/app/_server/registry-page";
import { getWorkflow } from "@/lib/contract/api/workflows";

export const metadata: Metadata = { title: "Workflows" };

export default function WorkflowsPage() {
  return <RegistryPage needs={getWorkflow} title="Workflows" idName="reference" />;
}
