import { QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query";
import { AppRouterContext, type AppRouterInstance } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { PathnameContext, SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { MeProvider } from "@/components/query/use-me";
import { ShowLoaded } from "@/components/ui/browser/deferred";
import { logList } from "@/components/webhooks/log-list";
import { keyOf } from "@/lib/client/query";
import type { Me } from "@/lib/contract/console/people/me";
import {
  type Delivery,
  type DeliveryDetails,
  getDelivery,
  listDeliveries,
} from "@/lib/contract/console/webhook-log/deliveries";
import {
  type DeliveryHealth,
  getDeliveryHealth,
  summarizeDeliveries,
} from "@/lib/contract/console/webhook-log/summary";
import type { Operation, Role } from "@/lib/contract/operation";
import { parseAnswer } from "@/lib/contract/parse-answer";
import type { Problem } from "@/lib/contract/problem";
import { isPlainObject, stringifyJson } from "@/lib/format/json";
import { parseMoment } from "@/lib/format/parse-time";
import { rowOf, summary } from "./deliveries";

const router = {
  ...{ push: () => undefined, replace: () => undefined, refresh: () => undefined, prefetch: () => undefined },
  ...{ back: () => undefined, forward: () => undefined, hmrRefresh: () => undefined },
} as unknown as AppRouterInstance;

const admin: Me = {
  id: "u",
  name: "Mara",
  email: "m@fernhill.example",
  role: "admin",
  preferences: {
    theme: "system",
    zone: "utc",
    letter_keys: true,
    views: [],
    alerts: {},
    night: {},
  },
};

const readAt = "2026-11-20T06:41:00.000Z";

export type Read = [op: Operation, input: Record<string, unknown>, raw: unknown];

/** Reads of the stored log, unfiltered: summary and delivery lists. */
export function storedLogReads(
  input: Record<string, unknown> = {},
  rows: readonly Delivery[] = [],
  outside_time: readonly Delivery[] = [],
): Read[] {
  const counted = summary({
    outside_time: outside_time.map(rowOf),
    total: rows.length,
    chart: { from: readAt, to: readAt, step_seconds: 60, steps: [] },
    webhooks_known: 1,
    last_at: readAt,
    reading: { ...summary({}).reading, at: readAt, ok_at: readAt, watched_since: readAt },
  });
  return [
    [summarizeDeliveries, input, counted],
    [listDeliveries, { ...input, limit: logList.pageSize }, { data: rows.map(rowOf), next: null }],
  ];
}

/** Figures of the stored log for the overview. */
export const deliveryHealthRead = (input: Record<string, unknown>, more: Partial<DeliveryHealth> = {}): Read => [
  getDeliveryHealth,
  input,
  {
    ...{ total: 0, not_delivered: 0, retrying: 0, watched: "all" },
    ...{ since_first_read: null, gaps: [], webhooks: [], webhooks_known: 1 },
    reading: { ...summary({}).reading, at: readAt, ok_at: readAt, watched_since: readAt },
    chart: { from: readAt, to: readAt, step_seconds: 60, first_at: readAt, counts: [] },
    ...more,
  } satisfies DeliveryHealth,
];

/** Stored log entry for a raw entry of the platform. */
export function storedEntryRead(key: string, raw: unknown): Read {
  const sent = isPlainObject(raw) ? raw : {};
  const textOf = (value: unknown) =>
    value === undefined || value === null ? null : typeof value === "string" ? value : stringifyJson(value);
  const at = parseMoment(sent.delivered_at);
  const data: DeliveryDetails = {
    key,
    webhook_id: textOf(sent.webhook_id) || null,
    event: textOf(sent.event),
    status: textOf(sent.status),
    attempts: typeof sent.attempts === "number" && sent.attempts >= 0 ? sent.attempts : null,
    is_delivered: sent.status === "delivered",
    outcome: sent.status === "delivered" ? "arrived" : "unknown",
    delivered_at: at ? new Date(at.ms).toISOString() : null,
    at: at ? new Date(at.ms).toISOString() : readAt,
    begins_at: readAt,
    last_at: readAt,
    late_seconds: null,
    first_seen_at: readAt,
    not_seen_at: null,
    is_older: false,
    changed_at: readAt,
    gone_at: null,
    here: null,
    arrivals_here: 0,
    arrived_here_at: null,
    paired_by: null,
    raw,
    event_id: null,
    changes: [],
    retry_seconds: [],
    neighbors: [],
    others: null,
    webhook_changes: [],
  };
  return [getDelivery, { entry_id: key }, { data }];
}

/** A read that failed. */
export type FailedRead = [op: Operation, input: Record<string, unknown>, problem: Problem];

/**
 * `search` is the address after `?`. With `showsLoaded`, deferred components whose code is loaded are drawn. Reads in `failed`
 * have no data.
 */
export type RenderOptions = { search?: string; showsLoaded?: boolean; failed?: readonly FailedRead[]; role?: Role };

/** Renders a page with cached answers. `unread` are answers that the gateway would reject. */
export function renderWithReads(
  screen: ReactNode,
  reads: readonly Read[],
  { search = "", showsLoaded = false, failed = [], role = "admin" }: RenderOptions = {},
) {
  const queries = { retry: false, retryOnMount: false, gcTime: Number.POSITIVE_INFINITY };
  const client = new QueryClient({ defaultOptions: { queries } });
  for (const [op, input, error] of failed)
    client
      .getQueryCache()
      .build(client, { queryKey: keyOf(op, input) })
      .setState({ status: "error", error });
  const unread = reads.filter(([op, input, raw]) => {
    const parsed = parseAnswer(op.output, raw);
    if (!parsed) return true;
    const { value, drift, isUnchanged } = parsed;
    const answer = { raw, drift, status: 200, requestId: "r", readAt, ...(isUnchanged ? {} : { read: value }) };
    client.setQueryData(keyOf(op, input) as QueryKey, answer);
    return false;
  });
  const html = renderToString(
    <AppRouterContext value={router}>
      <PathnameContext value="/">
        <SearchParamsContext value={new URLSearchParams(search)}>
          <ShowLoaded value={showsLoaded}>
            <QueryClientProvider client={client}>
              <MeProvider me={{ ...admin, role }}>{screen}</MeProvider>
            </QueryClientProvider>
          </ShowLoaded>
        </SearchParamsContext>
      </PathnameContext>
    </AppRouterContext>,
  );
  return { html, unread };
}
