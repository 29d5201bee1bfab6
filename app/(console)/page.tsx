import type { Metadata } from "next";
import { ConsolePage, start } from "@/app/_server/console-page";
import { firstRows } from "@/components/overview/first-rows";
import { OverviewScreen } from "@/components/overview/overview-screen";
import { listCredentials } from "@/lib/contract/api/credentials";
import { getPlanLimits, listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { listWebhookLogs, listWebhooks } from "@/lib/contract/api/webhooks";
import { listAnswers } from "@/lib/contract/console/audit";
import { listSetAside } from "@/lib/contract/console/notices";
import { listSaved } from "@/lib/contract/console/saved";
import { getConnectionStatus, listDrift } from "@/lib/contract/console/settings";

export const metadata: Metadata = { title: "Overview" };

export default function OverviewPage() {
  return (
    <ConsolePage
      needs={getConnectionStatus}
      reads={[
        start(listPhoneNumbers, firstRows.numbers),
        start(getPlanLimits, {}),
        start(listWebhooks, {}),
        start(listWebhookLogs, {}),
        start(listCredentials, firstRows.credentials),
        start(getConnectionStatus, {}),
        start(listDrift, {}),
        start(listSaved, {}),
        start(listSetAside, {}),
        start(listAnswers, {}),
      ]}
    >
      <OverviewScreen />
    </ConsolePage>
  );
}
