import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { OpenById } from "@/components/registry/open-by-id";
import { RegistryRecords } from "@/components/registry/registry-records";
import { PageHead } from "@/components/ui/page/page-head";
import { getCall } from "@/lib/contract/api/calls";
import { listSaved } from "@/lib/contract/console/saved";

export const metadata: Metadata = { title: "Calls" };

export default function CallsPage() {
  return (
    <ConsolePage needs={getCall} reads={[start(listSaved, { resource: "calls" })]}>
      <PageHead title="Calls">
        The platform has no list of calls. Switchboard lists those that someone opened or added, or that it found in
        responses.
      </PageHead>
      <OpenById base="calls" label="Open by ID" hint="It is added to this list for everyone." />
      <RegistryRecords resource="calls" empty="Paste a call’s ID above." />
    </ConsolePage>
  );
}
