"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useAllNumbers } from "@/components/query/use-all-numbers";
import { read } from "@/lib/client/query";
import { getPlanLimits } from "@/lib/contract/api/phone-numbers";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { listAlerts } from "@/lib/contract/console/alerts";
import { listAnswers } from "@/lib/contract/console/audit";
import { summarizeDeliveries } from "@/lib/contract/console/deliveries";
import { listSaved } from "@/lib/contract/console/saved";
import { dayBefore, firstRows } from "./first-rows";

const minuteMs = 60_000;

/** Everything the overview reads, `from` the beginning of the last day. Each read stands for itself. */
export function useOverview(asOf: string) {
  const from = useDayBefore(asOf);
  const numbers = useAllNumbers(firstRows.numbers);
  const plan = useQuery(read(getPlanLimits, {}));
  const webhooks = useQuery(read(listWebhooks, {}));
  const deliveries = useQuery({ ...read(summarizeDeliveries, { from }), placeholderData: (before) => before });
  const alerts = useQuery(read(listAlerts, {}));
  const saved = useQuery(read(listSaved, {}));
  const answers = useQuery(read(listAnswers, {}));
  return { numbers, plan, webhooks, deliveries, alerts, saved, answers };
}

export type Overview = ReturnType<typeof useOverview>;

/** The half hour a day ago. It moves on while the page stays open. */
function useDayBefore(asOf: string) {
  const [from, setFrom] = useState(asOf);
  useEffect(() => {
    const timer = setInterval(() => setFrom(dayBefore(Date.now())), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return from;
}
