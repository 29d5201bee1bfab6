import type { Metadata } from "next";
import { RegistryPage } from "@/app/_server/registry-page";
import { getTool } from "@/lib/contract/api/tools";

export const metadata: Metadata = { title: "Tools" };

export default function ToolsPage() {
  return <RegistryPage needs={getTool} title="Tools" />;
}
