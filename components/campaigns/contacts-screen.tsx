"use client";

import { useQuery } from "@tanstack/react-query";
import { PageHead } from "@/components/ui/page-head";
import { nameOf } from "@/components/ui/record-head";
import { useSaved } from "@/components/ui/use-saved";
import { read } from "@/lib/client/query";
import { getCampaign } from "@/lib/contract/campaigns";
import { idToPath } from "@/lib/contract/identifier";
import { ContactsSteps } from "./contacts-steps";

/** One contact list for one campaign: choose, look, send, and read the answer whole. */
export function ContactsScreen({ campaign_id }: { campaign_id: string }) {
  const campaign = useQuery(read(getCampaign, { campaign_id }));
  const saved = useSaved("campaigns", campaign_id);
  const name = nameOf(campaign.data?.value.data) ?? saved?.label ?? undefined;

  return (
    <>
      <PageHead
        title="Import contacts"
        crumbs={[
          { label: "Campaigns", href: "/campaigns" },
          { label: name ?? campaign_id, href: `/campaigns/${idToPath(campaign_id)}` },
        ]}
      >
        A CSV goes to the API as it is, in one request. Nothing is sent before you press the last button.
      </PageHead>
      <div className="up-sheet fill">
        <div className="up">
          <ContactsSteps campaign_id={campaign_id} name={name} error={campaign.error} />
        </div>
      </div>
    </>
  );
}
