import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { OpenById } from "@/components/registry/open-by-id";
import { RegistryRecords } from "@/components/registry/registry-records";
import { PageHead } from "@/components/ui/page/page-head";
import { getTool } from "@/lib/contract/api/tools";
import { listSaved } from "@/lib/contract/console/saved";

export const metadata: Metadata = { title: "Tools" };

export default function ToolsPage() {
  return (
    <ConsolePage needs={getTool} reads={[start(listSaved, { resource: "tools" })]}>
      <PageHead title="Tools">
        The platform has no list of tools. Switchboard lists those that someone opened or added, or that it found in
        responses.
      </PageHead>
      <OpenById base="tools" label="Open by ID" hint="It is added to this list for all admins." />
      <RegistryRecords resource="tools" empty="Paste a tool’s ID above." />
    </ConsolePage>
  );
}
