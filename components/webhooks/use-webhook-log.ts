"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { type ReadQuery, useLastAnswer } from "@/components/query/query-view";
import { followed, useWatch } from "@/components/query/use-watch";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import type { Tone } from "@/components/ui/buttons/status-icon";
import { useNow } from "@/components/ui/time/use-now";
import { useZone } from "@/components/ui/time/zone";
import { type RawAnswer, readAnswer } from "@/lib/client/answer";
import { call } from "@/lib/client/call";
import { read } from "@/lib/client/query";
import { type Targets, targetOf } from "@/lib/client/webhook-log";
import {
  type DeliveryFilter,
  NO_WORD,
  readDeliveries,
  summarizeDeliveries,
  type WebhookHealth,
} from "@/lib/contract/console/deliveries";
import { timeZoneOf } from "@/lib/format/format-time";
import { isZone } from "@/lib/format/zoned-time";
import { filterFrom, grainOf, inputOf, type LogFilter } from "./log-filter";
import { unknownText } from "./unknown-text";
import { useDeliveryRows } from "./use-delivery-rows";

const LogContext = createContext<WebhookLogState | undefined>(undefined);

/** Provides the log to its rows and its drawer. A query hook in every cell would be slow. */
export const LogProvider = LogContext.Provider;

function useLog(): WebhookLogState {
  const log = useContext(LogContext);
  if (!log) throw new Error("This component must be inside LogProvider.");
  return log;
}

/** Data of the webhook log and the filters in its URL. */
export function useWebhookLog() {
  const url = useUrlState();
  const filter = filterFrom(url.get);
  const nowMs = useNow(grainOf(filter)) ?? 0;
  const input = inputOf(filter, nowMs);
  const { isWatching: isLive, setIsWatching: setIsLive } = useWatch();

  const summary = useSummary(input, isLive);
  const opened = url.get("entry");
  const rows = useDeliveryRows({ filter, input, isLive, isFrozen: opened !== undefined });
  const health = summary.data?.value.webhooks;
  const targets = targetsOf(health ?? []);
  const toneOf = useStatusTone();
  const query = combinedQuery(summary, rows.queries);
  const unknown = unknownText({ url, filter, summary: summary.data?.value });
  return { url, filter, input, isLive, setIsLive, summary, query, rows, targets, toneOf, opened, nowMs, unknown };
}

export type WebhookLogState = ReturnType<typeof useWebhookLog>;

/** The first query, pending until all have data. Avoids layout shift by late rows. */
function combinedQuery<T>(first: ReadQuery<T>, others: readonly ReadQuery<unknown>[]): ReadQuery<T> {
  const reads = [first, ...others];
  return {
    data: reads.every(({ data }) => data !== undefined) ? first.data : undefined,
    error: reads.find(({ error }) => error)?.error,
    isFetching: reads.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(reads.map((read) => read.refetch())),
  };
}

export function useSummary(input: DeliveryFilter, isLive: boolean) {
  const { webhook } = input;
  const summary = followed(read(summarizeDeliveries, input), isLive);
  const query = useQuery({
    ...summary,
    placeholderData: keepPreviousData,
    meta: {
      ...summary.meta,
      shownAt: readAtIn,
      readFirst: () => call(readDeliveries, { fresh: "yes", ...(webhook ? { webhook } : {}) }),
    },
  });
  return useLastAnswer(query);
}

/** Time of the last successful read in ms; 0 without one. */
function readAtIn(data: RawAnswer | undefined) {
  const okAt = data && readAnswer(summarizeDeliveries, data).value.reading.ok_at;
  return okAt ? Date.parse(okAt) : 0;
}

/** Delivery targets by webhook ID. */
export const targetsOf = (webhooks: readonly Pick<WebhookHealth, "webhook_id" | "url">[]): Targets =>
  new Map(
    webhooks.flatMap(({ webhook_id, url }) => {
      const target = targetOf({ url });
      return target ? [[webhook_id, target] as const] : [];
    }),
  );

/** Target of a webhook; undefined if the platform does not list it. */
export const useTarget = (webhook_id: string | null | undefined) => useLog().targets.get(webhook_id ?? "");

/** Returns the function that gives the tone of a log status. */
export const useLogMeaning = () => useLog().toneOf;

export const useLogNow = () => useLog().nowMs;

/** Mark of a new or changed row: "new" or the previous value. */
export const useMark = (key: string) => useLog().rows.marks.get(key);

function useStatusTone() {
  const toneOf = useStatusMeaning("webhook-logs");
  return (word: unknown): Tone => (word === NO_WORD ? "unknown" : toneOf("status", word));
}

/** IANA zone of the time range: from the URL, or the display zone. */
export function useRangeZone({ url }: Pick<WebhookLogState, "url">) {
  const zone = useZone();
  const urlZone = url.get("tz");
  return urlZone !== undefined && isZone(urlZone) ? urlZone : timeZoneOf(zone);
}

/** True if a filter other than webhook and time is set. */
export const isNarrowed = ({ status, event, attempts, late, text, view }: LogFilter) =>
  [status, event, attempts, late, text, view].some((value) => value !== undefined);
