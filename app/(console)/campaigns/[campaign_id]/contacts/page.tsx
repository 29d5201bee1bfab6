import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { ContactsScreen } from "@/components/contact-import/contacts-screen";
import { getCampaign, uploadContacts } from "@/lib/contract/api/campaigns";
import { listImports } from "@/lib/contract/console/imports";
import { listSaved } from "@/lib/contract/console/saved";
import { pathToId } from "@/lib/contract/identifier";

export const metadata: Metadata = { title: "Import contacts" };

export default async function ContactsPage({ params }: PageProps<"/campaigns/[campaign_id]/contacts">) {
  const campaign_id = pathToId((await params).campaign_id);
  if (campaign_id === undefined) notFound();
  const reads = [
    start(getCampaign, { campaign_id }),
    start(listSaved, { resource: "campaigns", ref: campaign_id }),
    start(listImports, { campaign_id }),
  ];
  return (
    <ConsolePage needs={uploadContacts} reads={reads}>
      <ContactsScreen campaign_id={campaign_id} />
    </ConsolePage>
  );
}
