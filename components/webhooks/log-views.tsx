"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { SavedViews, viewCountClass } from "@/components/query/saved-views";
import { followed } from "@/components/query/use-watch";
import { read } from "@/lib/client/query";
import { countDeliveries, type DeliverySummary, deliveryViews } from "@/lib/contract/console/deliveries";
import { formatCount } from "@/lib/format/format-count";
import { filterFrom, inputOf, viewLabels } from "./log-filter";
import type { WebhookLogState } from "./use-webhook-log";

/** Built-in views of the log, then the user's saved views, each with its count. */
export function LogViews({ log, summary }: { log: WebhookLogState; summary: DeliverySummary }) {
  const counts = new Map(summary.choices.view.map(({ word, count }) => [word, count]));
  const builtIn = [
    { label: "All", view: undefined, count: counts.get("all") ?? summary.total },
    ...deliveryViews.map((view) => ({ label: viewLabels[view], view, count: counts.get(view) ?? 0 })),
  ].map(({ label, view, count }) => ({ label, count, params: { view }, isOn: log.filter.view === view }));
  return (
    <SavedViews
      page="webhooks"
      builtIn={builtIn}
      count={(search, isShown) => <ViewCount log={log} search={search} shown={isShown ? summary.total : undefined} />}
    />
  );
}

type ViewCountProps = { log: WebhookLogState; search: string; shown: number | undefined };

/** Current count of a view. `shown` is the count of the open view, which needs no query. */
function ViewCount({ log: { nowMs, isLive }, search, shown }: ViewCountProps) {
  const input = useMemo(() => {
    const params = new URLSearchParams(search);
    return inputOf(
      filterFrom((name) => params.get(name)),
      nowMs,
    );
  }, [search, nowMs]);
  const counted = useQuery({
    ...followed(read(countDeliveries, input), isLive),
    placeholderData: keepPreviousData,
    enabled: shown === undefined,
  });
  const total = shown ?? counted.data?.value.total;
  return <span className={viewCountClass}>{total !== undefined && formatCount(total)}</span>;
}
