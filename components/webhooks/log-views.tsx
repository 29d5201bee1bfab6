"use client";

import { SavedViews } from "@/components/query/saved-views";
import type { DeliverySummary } from "@/lib/contract/console/deliveries";
import { viewLabels, views } from "./log-filter";
import type { Desk } from "./use-desk";

/** The usual views of the log with their counts, then those that the person keeps. */
export function LogViews({ desk: { filter }, summary }: { desk: Desk; summary: DeliverySummary }) {
  const counts = new Map(summary.choices.view.map(({ word, count }) => [word, count]));
  const usual = [
    { label: "All", view: undefined, count: counts.get("all") ?? summary.total },
    ...views.map((view) => ({ label: viewLabels[view], view, count: counts.get(view) ?? 0 })),
  ].map(({ label, view, count }) => ({ label, count, asks: { view }, isOn: filter.view === view }));
  return <SavedViews page="webhooks" usual={usual} />;
}
