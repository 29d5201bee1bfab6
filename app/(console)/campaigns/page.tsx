import type { Metadata } from "next";
import { ConsolePage, start } from "@/app/_server/console-page";
import { CampaignsScreen } from "@/components/campaigns/campaigns-screen";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { listAnswers } from "@/lib/contract/console/audit";
import { listSaved } from "@/lib/contract/console/saved";

export const metadata: Metadata = { title: "Campaigns" };

export default function CampaignsPage() {
  const reads = [start(listSaved, { resource: "campaigns" }), start(listAnswers, { resource: "campaigns" })];
  return (
    <ConsolePage needs={getCampaign} reads={reads}>
      <CampaignsScreen />
    </ConsolePage>
  );
}
