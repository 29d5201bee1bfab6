"use client";

import { SavedViews } from "@/components/query/saved-views";
import { type DeliverySummary, deliveryViews } from "@/lib/contract/console/deliveries";
import { viewLabels } from "./log-filter";
import type { WebhookLogState } from "./use-webhook-log";

/** Built-in views of the log with their counts, then the user's saved views. */
export function LogViews({ log, summary }: { log: WebhookLogState; summary: DeliverySummary }) {
  const counts = new Map(summary.choices.view.map(({ word, count }) => [word, count]));
  const builtIn = [
    { label: "All", view: undefined, count: counts.get("all") ?? summary.total },
    ...deliveryViews.map((view) => ({ label: viewLabels[view], view, count: counts.get(view) ?? 0 })),
  ].map(({ label, view, count }) => ({ label, count, params: { view }, isOn: log.filter.view === view }));
  return <SavedViews page="webhooks" builtIn={builtIn} />;
}
