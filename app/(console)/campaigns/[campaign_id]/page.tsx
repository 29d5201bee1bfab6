import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { CampaignScreen } from "@/components/campaigns/campaign-screen";
import { numbersRead } from "@/lib/client/numbers-read";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { listAnswers } from "@/lib/contract/console/audit";
import { listPlanned } from "@/lib/contract/console/automation/planned";
import { getCampaignProgress } from "@/lib/contract/console/campaign-progress";
import { listWaiting } from "@/lib/contract/console/do-not-call";
import { listRelated } from "@/lib/contract/console/related-records";
import { listSaved } from "@/lib/contract/console/saved";
import { pathToId } from "@/lib/contract/identifier";

export const metadata: Metadata = { title: "Campaign" };

export default async function CampaignPage({ params, searchParams }: PageProps<"/campaigns/[campaign_id]">) {
  const campaign_id = pathToId((await params).campaign_id);
  if (campaign_id === undefined) notFound();
  const isContacts = (await searchParams).tab === "contacts";
  const reads = [
    start(getCampaign, { campaign_id }),
    start(getCampaignProgress, { campaign_id }),
    start(listPlanned, { campaign_id }),
    start(listWaiting, { campaign_id }),
    start(listAnswers, { resource: "campaigns", target: campaign_id }),
    start(listSaved, { resource: "campaigns", ref: campaign_id }),
    start(listSaved, {}),
    isContacts ? start(listRelated, { value: campaign_id, among: "calls" }) : start(listPhoneNumbers, numbersRead),
  ];
  return (
    <ConsolePage needs={getCampaign} reads={reads}>
      <CampaignScreen campaign_id={campaign_id} />
    </ConsolePage>
  );
}
