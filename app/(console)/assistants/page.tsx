import type { Metadata } from "next";
import { ConsolePage, start } from "@/app/_server/console-page";
import { AssistantsScreen } from "@/components/assistants/assistants-screen";
import { usualLimit } from "@/lib/client/number-pages";
import { getAssistant } from "@/lib/contract/api/assistants";
import { listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { listSaved } from "@/lib/contract/console/saved";

export const metadata: Metadata = { title: "Assistants" };

export default function AssistantsPage() {
  return (
    <ConsolePage
      needs={getAssistant}
      reads={[start(listPhoneNumbers, { page: 1, limit: usualLimit }), start(listSaved, { resource: "assistants" })]}
    >
      <AssistantsScreen />
    </ConsolePage>
  );
}
