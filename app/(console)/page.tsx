import type { Metadata } from "next";
import { ConsolePage, start } from "@/app/_server/console-page";
import { firstRows } from "@/components/overview/first-rows";
import { OverviewScreen } from "@/components/overview/overview-screen";
import { listAnswers } from "@/lib/contract/audit";
import { listCredentials } from "@/lib/contract/credentials";
import { listSetAside } from "@/lib/contract/notices";
import { getPlanLimits, listPhoneNumbers } from "@/lib/contract/phone-numbers";
import { listSaved } from "@/lib/contract/saved";
import { getLine, listDrift } from "@/lib/contract/settings";
import { listWebhookLogs, listWebhooks } from "@/lib/contract/webhooks";

export const metadata: Metadata = { title: "Overview" };

export default function OverviewPage() {
  return (
    <ConsolePage
      needs={getLine}
      reads={[
        start(listPhoneNumbers, firstRows.numbers),
        start(getPlanLimits, {}),
        start(listWebhooks, {}),
        start(listWebhookLogs, {}),
        start(listCredentials, firstRows.credentials),
        start(getLine, {}),
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
