import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { requirePerson } from "@/app/_server/person";
import { start } from "@/app/_server/server-reads";
import { liveCalls } from "@/components/calls/call-list";
import { CallsNow } from "@/components/calls/live-calls";
import { dayBefore } from "@/components/overview/day-before";
import { OverviewScreen } from "@/components/overview/overview-screen";
import { clock } from "@/lib/clock";
import { getPlanLimits } from "@/lib/contract/api/phone-numbers";
import { listAlertGroups } from "@/lib/contract/console/alerts";
import { listAnswers } from "@/lib/contract/console/audit";
import { listPlanned } from "@/lib/contract/console/automation/planned";
import { listKnownCampaigns } from "@/lib/contract/console/campaign-list";
import { listFoundCalls } from "@/lib/contract/console/inbox/found-calls";
import { getOverview } from "@/lib/contract/console/summary";
import { getDeliveryHealth } from "@/lib/contract/console/webhook-log/summary";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage() {
  const { role } = await requirePerson();
  const from = dayBefore(clock.nowMs());
  return (
    <ConsolePage
      needs={listAlertGroups}
      reads={[
        start(getPlanLimits, {}),
        start(getDeliveryHealth, { from }),
        start(getOverview, {}),
        start(listAlertGroups, {}),
        start(listAnswers, {}),
        ...(role === "support" ? [start(listFoundCalls, liveCalls)] : [start(listKnownCampaigns, {})]),
        ...(role === "campaign_manager" ? [start(listPlanned, {})] : []),
      ]}
    >
      <OverviewScreen from={from} callsNow={role === "support" && <CallsNow />} />
    </ConsolePage>
  );
}
