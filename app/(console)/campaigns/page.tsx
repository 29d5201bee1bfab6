import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { CampaignsScreen } from "@/components/campaigns/campaigns-screen";
import { listKnownCampaigns } from "@/lib/contract/console/campaign-list";

export const metadata: Metadata = { title: "Campaigns" };

export default function CampaignsPage() {
  return (
    <ConsolePage needs={listKnownCampaigns} reads={[start(listKnownCampaigns, {})]}>
      <CampaignsScreen />
    </ConsolePage>
  );
}
