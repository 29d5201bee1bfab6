import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { AssistantScreen } from "@/components/assistants/assistant-screen";
import { getAssistant } from "@/lib/contract/api/assistants";
import { listAssistantNumbers } from "@/lib/contract/console/assistant-numbers";
import { listVersions } from "@/lib/contract/console/record-history";
import { listMissingTools } from "@/lib/contract/console/related-records";
import { listSaved } from "@/lib/contract/console/saved";
import { pathToId } from "@/lib/contract/identifier";

export const metadata: Metadata = { title: "Assistant" };

export default async function AssistantPage({ params }: PageProps<"/assistants/[assistant_id]">) {
  const assistant_id = pathToId((await params).assistant_id);
  if (assistant_id === undefined) notFound();
  return (
    <ConsolePage
      needs={getAssistant}
      reads={[
        start(getAssistant, { assistant_id }),
        start(listAssistantNumbers, { assistant_id }),
        start(listSaved, { resource: "assistants", ref: assistant_id }),
        start(listVersions, { resource: "assistants", ref: assistant_id }),
        start(listMissingTools, { resource: "assistants", ref: assistant_id }),
      ]}
    >
      <AssistantScreen key={assistant_id} id={assistant_id} />
    </ConsolePage>
  );
}
