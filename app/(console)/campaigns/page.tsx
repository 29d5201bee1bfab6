import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { CampaignsScreen } from "@/components/campaigns/campaigns-screen";
import { listPlanned } from "@/lib/contract/console/automation/planned";
import { listKnownCampaigns } from "@/lib/contract/console/campaign-list";

export const metadata: Metadata = { title: "Campaigns" };

export default function CampaignsPage() {
  return (
    <ConsolePage needs={listKnownCampaigns} reads={[start(listKnownCampaigns, {}), start(listPlanned, {})]}>
      <CampaignsScreen />
    </ConsolePage>
  );
}
