import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { NewListScreen } from "@/components/contact-import/contacts-screen";
import { uploadContacts } from "@/lib/contract/api/campaigns";
import { listKnownCampaigns } from "@/lib/contract/console/campaign-list";

export const metadata: Metadata = { title: "Import contacts" };

export default function ImportPage() {
  return (
    <ConsolePage needs={uploadContacts} reads={[start(listKnownCampaigns, {})]}>
      <NewListScreen />
    </ConsolePage>
  );
}
