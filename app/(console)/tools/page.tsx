import type { Metadata } from "next";
import { ConsolePage, start } from "@/app/_server/console-page";
import { ToolsScreen } from "@/components/tools/tools-screen";
import { getTool } from "@/lib/contract/api/tools";
import { listSaved } from "@/lib/contract/console/saved";

export const metadata: Metadata = { title: "Tools" };

export default function ToolsPage() {
  return (
    <ConsolePage needs={getTool} reads={[start(listSaved, { resource: "tools" })]}>
      <ToolsScreen />
    </ConsolePage>
  );
}
