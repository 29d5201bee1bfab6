"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLastAnswer } from "@/components/query/query-view";
import { followed } from "@/components/query/use-watch";
import { isBeingRead } from "@/components/ui/browser/is-being-read";
import { read } from "@/lib/client/query";
import { type Delivery, type DeliveryFilter, listDeliveries } from "@/lib/contract/console/deliveries";
import { type DeliveryRows, type DeliveryView, nextView, noMarks } from "./delivery-view";
import { firstLimits, type LogFilter } from "./log-filter";

const MARKED_MS = 5_000;
export const mostRows = 1_000;

/** Rows added by "Show more". */
export const morePage = 100;

type LogRowsInput = {
  filter: LogFilter;
  input: DeliveryFilter;
  isLive: boolean;
  /** An entry is open, so rows must not move. */
  isFrozen: boolean;
};

/** Rows of both groups, newest first. "Show more" reads a group again with a larger limit. */
export function useDeliveryRows({ filter, input, isLive, isFrozen }: LogRowsInput) {
  const scope = JSON.stringify(filter);
  const [larger, setLarger] = useState({ scope, limits: firstLimits(filter) });
  const limits = larger.scope === scope ? larger.limits : firstLimits(filter);
  const missed = useGroup({ ...input, delivered: "no", limit: limits.missed }, isLive);
  const arrived = useGroup({ ...input, delivered: "yes", limit: limits.arrived }, isLive);

  const [view, setView] = useState<DeliveryView>();
  const pages = missed.data && arrived.data && { missed: missed.data.value, arrived: arrived.data.value };
  const isNew = pages?.missed !== view?.pages.missed || pages?.arrived !== view?.pages.arrived;
  const isFetching = missed.isFetching || arrived.isFetching;
  const isPlaceholder = missed.isPlaceholderData || arrived.isPlaceholderData;
  // A delivery can move between the groups, so both must have been refetched.
  const isComplete = !isPlaceholder && (view?.scope !== scope || !isFetching);
  if (pages && isNew && isComplete)
    setView(nextView(view, { scope, pages }, () => isFrozen || isBeingRead("#deliveries")));

  const marks = view?.marks ?? noMarks;
  useEffect(() => {
    if (marks.size === 0) return;
    const timer = setTimeout(() => setView((shown) => shown && { ...shown, marks: noMarks }), MARKED_MS);
    return () => clearTimeout(timer);
  }, [marks]);

  return {
    queries: [missed, arrived],
    missed: view?.missed ?? noRows,
    arrived: view?.arrived ?? noRows,
    waiting: view?.waiting ?? 0,
    marks,
    isLoading: isPlaceholder && isFetching,
    next: { missed: nextOf(pages?.missed, limits.missed), arrived: nextOf(pages?.arrived, limits.arrived) },
    showMore: (group: keyof DeliveryRows) =>
      setLarger({ scope, limits: { ...limits, [group]: Math.min(limits[group] + morePage, mostRows) } }),
    showWaiting: () => pages && setView(nextView(view, { scope, pages }, () => false)),
  };
}

/** "more" if "Show more" can read further rows, "capped" if there are more than it can read. */
const nextOf = (page: { next: string | null } | undefined, limit: number) =>
  page?.next ? (limit < mostRows ? "more" : "capped") : undefined;

const noRows: readonly Delivery[] = [];

type GroupInput = DeliveryFilter & { limit: number };

function useGroup(input: GroupInput, isLive: boolean) {
  const query = useQuery({ ...followed(read(listDeliveries, input), isLive), placeholderData: keepPreviousData });
  return useLastAnswer(query);
}
