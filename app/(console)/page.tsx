import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { requirePerson } from "@/app/_server/person";
import { start } from "@/app/_server/server-reads";
import { dayBefore, firstRows } from "@/components/overview/first-rows";
import { OverviewScreen } from "@/components/overview/overview-screen";
import { clock } from "@/lib/clock";
import { getPlanLimits, listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { listAlerts } from "@/lib/contract/console/alerts";
import { listAnswers } from "@/lib/contract/console/audit";
import { listPlanned } from "@/lib/contract/console/automation";
import { listKnownCampaigns } from "@/lib/contract/console/campaign-list";
import { summarizeDeliveries } from "@/lib/contract/console/deliveries";
import { listSaved } from "@/lib/contract/console/saved";
import { getOverview } from "@/lib/contract/console/summary";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage() {
  const { role } = await requirePerson();
  const from = dayBefore(clock.nowMs());
  return (
    <ConsolePage
      needs={listAlerts}
      reads={[
        start(listPhoneNumbers, firstRows.numbers),
        start(getPlanLimits, {}),
        start(listWebhooks, {}),
        start(summarizeDeliveries, { from }),
        start(listSaved, { pinned: "yes" }),
        start(listKnownCampaigns, {}),
        start(getOverview, {}),
        start(listAlerts, {}),
        start(listAnswers, {}),
        ...(role === "campaign_manager" ? [start(listPlanned, {})] : []),
      ]}
    >
      <OverviewScreen from={from} />
    </ConsolePage>
  );
}
