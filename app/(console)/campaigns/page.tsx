import type { Metadata } from "next";
import { ConsolePage, start } from "@/app/_server/console-page";
import { CampaignsScreen } from "@/components/campaigns/campaigns-screen";
import { listAnswers } from "@/lib/contract/audit";
import { getCampaign } from "@/lib/contract/campaigns";
import { listSaved } from "@/lib/contract/saved";

export const metadata: Metadata = { title: "Campaigns" };

export default function CampaignsPage() {
  const reads = [start(listSaved, { resource: "campaigns" }), start(listAnswers, { resource: "campaigns" })];
  return (
    <ConsolePage needs={getCampaign} reads={reads}>
      <CampaignsScreen />
    </ConsolePage>
  );
}
