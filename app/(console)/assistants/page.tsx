import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { KnownAssistants } from "@/components/assistants/known-assistants";
import { PageHead } from "@/components/ui/page/page-head";
import { getAssistant } from "@/lib/contract/api/assistants";
import { countAssistantNumbers } from "@/lib/contract/console/assistant-numbers";
import { listSaved } from "@/lib/contract/console/saved";

export const metadata: Metadata = { title: "Assistants" };

export default function AssistantsPage() {
  return (
    <ConsolePage
      needs={getAssistant}
      reads={[start(countAssistantNumbers, {}), start(listSaved, { resource: "assistants" })]}
    >
      <PageHead title="Assistants">
        The platform has no list of assistants. Switchboard lists those that someone opened or added, or that it found
        in responses.
      </PageHead>
      <KnownAssistants />
    </ConsolePage>
  );
}
