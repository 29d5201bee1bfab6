"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useAllNumbers } from "@/components/query/use-all-numbers";
import { useMe } from "@/components/query/use-me";
import { followed, useWatch } from "@/components/query/use-watch";
import { read } from "@/lib/client/query";
import { clock } from "@/lib/clock";
import { getPlanLimits } from "@/lib/contract/api/phone-numbers";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { listAlerts } from "@/lib/contract/console/alerts";
import { listAnswers } from "@/lib/contract/console/audit";
import { listPlanned } from "@/lib/contract/console/automation";
import { listKnownCampaigns } from "@/lib/contract/console/campaign-list";
import { summarizeDeliveries } from "@/lib/contract/console/deliveries";
import { listSaved } from "@/lib/contract/console/saved";
import { getOverview } from "@/lib/contract/console/summary";
import { dayBefore, firstRows } from "./first-rows";

const minuteMs = 60_000;

/** All reads of the overview. They are independent: one can fail without the others. */
export function useOverview(asOf: string) {
  const { isWatching: isLive, setIsWatching: setLive } = useWatch();
  const from = useDayBefore(asOf, isLive);
  const numbers = useAllNumbers({ ...firstRows.numbers, isWatching: isLive });
  const plan = useQuery(followed(read(getPlanLimits, {}), isLive));
  const webhooks = useQuery(followed(read(listWebhooks, {}), isLive));
  const deliveries = useQuery({
    ...followed(read(summarizeDeliveries, { from }), isLive),
    placeholderData: (before) => before,
  });
  const alerts = useQuery(followed(read(listAlerts, {}), isLive));
  const pinned = useQuery(followed(read(listSaved, { pinned: "yes" }), isLive));
  const campaigns = useQuery(followed(read(listKnownCampaigns, {}), isLive));
  const isManager = useMe().role === "campaign_manager";
  const planned = useQuery({ ...followed(read(listPlanned, {}), isLive), enabled: isManager });
  const answers = useQuery(followed(read(listAnswers, {}), isLive));
  // The first steps depend on several resources; no single event invalidates them.
  const more = useQuery({ ...followed(read(getOverview, {}), isLive), staleTime: 1_000 });
  return {
    ...{ numbers, plan, webhooks, deliveries, alerts, pinned, campaigns, answers, more },
    ...{ isManager, planned, isLive, setLive },
  };
}

export type Overview = ReturnType<typeof useOverview>;

/** Start of the last 24 hours, updated every minute while live. */
function useDayBefore(asOf: string, isLive: boolean) {
  const [from, setFrom] = useState(asOf);
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => setFrom(dayBefore(clock.nowMs())), minuteMs);
    return () => clearInterval(timer);
  }, [isLive]);
  return from;
}
