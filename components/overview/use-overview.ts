import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useMe } from "@/components/query/use-me";
import { followed, useWatch } from "@/components/query/use-watch";
import { read } from "@/lib/client/query";
import { clock } from "@/lib/clock";
import { getPlanLimits } from "@/lib/contract/api/phone-numbers";
import { listAlertGroups } from "@/lib/contract/console/alerts";
import { listAnswers } from "@/lib/contract/console/audit";
import { listPlanned } from "@/lib/contract/console/automation/planned";
import { listKnownCampaigns } from "@/lib/contract/console/campaign-list";
import { getOverview, getSummary } from "@/lib/contract/console/summary";
import { getDeliveryHealth } from "@/lib/contract/console/webhook-log/summary";
import { dayBefore } from "./day-before";

const minuteMs = 60_000;

/** All reads of the overview. They are independent: one can fail without the others. */
export function useOverview(asOf: string) {
  const { isWatching: isLive, setIsWatching: setLive } = useWatch();
  const { role } = useMe();
  const from = useDayBefore(asOf, isLive);
  const counts = useQuery(followed(read(getSummary, {}), isLive)).data?.value.data;
  const plan = useQuery(followed(read(getPlanLimits, {}), isLive));
  const deliveries = useQuery({
    ...followed(read(getDeliveryHealth, { from }), isLive),
    placeholderData: (before) => before,
  });
  const groups = useQuery(followed(read(listAlertGroups, {}), isLive));
  const campaigns = useQuery({ ...followed(read(listKnownCampaigns, {}), isLive), enabled: role !== "support" });
  const planned = useQuery({ ...followed(read(listPlanned, {}), isLive), enabled: role === "campaign_manager" });
  const answers = useQuery(followed(read(listAnswers, {}), isLive));
  // The first steps depend on several resources; no single event invalidates them.
  const more = useQuery({ ...followed(read(getOverview, {}), isLive), staleTime: 1_000 });
  return { role, counts, plan, deliveries, groups, campaigns, planned, answers, more, isLive, setLive };
}

export type Overview = ReturnType<typeof useOverview>;

function useDayBefore(asOf: string, isLive: boolean) {
  const [from, setFrom] = useState(asOf);
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => setFrom(dayBefore(clock.nowMs())), minuteMs);
    return () => clearInterval(timer);
  }, [isLive]);
  return from;
}
