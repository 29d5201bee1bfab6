import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useHold } from "@/components/query/use-hold";
import { useMe } from "@/components/query/use-me";
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
  const { role } = useMe();
  const from = useDayBefore(asOf);
  const counts = useQuery(read(getSummary, {})).data?.value.data;
  const plan = useQuery(read(getPlanLimits, {}));
  const deliveries = useQuery({
    ...read(getDeliveryHealth, { from }),
    placeholderData: (before) => before,
  });
  const groups = useQuery(read(listAlertGroups, {}));
  const campaigns = useQuery({ ...read(listKnownCampaigns, {}), enabled: role !== "support" });
  const planned = useQuery({ ...read(listPlanned, {}), enabled: role === "campaign_manager" });
  const answers = useQuery(read(listAnswers, {}));
  // The first steps depend on several resources; no single event invalidates them.
  const more = useQuery({ ...read(getOverview, {}), staleTime: 1_000 });
  return { role, counts, plan, deliveries, groups, campaigns, planned, answers, more };
}

export type Overview = ReturnType<typeof useOverview>;

function useDayBefore(asOf: string) {
  const { isHeld } = useHold();
  const [from, setFrom] = useState(asOf);
  useEffect(() => {
    if (isHeld) return;
    const timer = setInterval(() => setFrom(dayBefore(clock.nowMs())), minuteMs);
    return () => clearInterval(timer);
  }, [isHeld]);
  return from;
}
