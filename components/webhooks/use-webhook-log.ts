import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useRef } from "react";
import { useHeldRows } from "@/components/data-table/held-rows";
import { useLastAnswer } from "@/components/query/query-view";
import { useHeldNow } from "@/components/query/use-hold";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import type { Tone } from "@/components/ui/buttons/status-icon";
import { useAnnounce } from "@/components/ui/page/live-region";
import { useOwnZone } from "@/components/ui/time/zone";
import { type RawAnswer, readAnswer } from "@/lib/client/answer";
import { call } from "@/lib/client/call";
import { read } from "@/lib/client/query";
import { type Targets, targetOf } from "@/lib/client/webhook-log";
import { clock } from "@/lib/clock";
import { eventKey, type LogRow, listDeliveries, readDeliveries } from "@/lib/contract/console/webhook-log/deliveries";
import { summarizeDeliveries, type WebhookHealth } from "@/lib/contract/console/webhook-log/summary";
import { NO_WORD } from "@/lib/contract/console/webhook-log/words";
import type { DeliveryFilter } from "@/lib/contract/inputs/webhook-log";
import { countOf } from "@/lib/format/format-count";
import { timeZoneOf } from "@/lib/format/format-time";
import { isZone } from "@/lib/format/zoned-time";
import { filterFrom, inputsOf } from "./log-list";
import { grainOf } from "./log-time";
import { unknownText } from "./unknown-text";

const LogContext = createContext<WebhookLogState | undefined>(undefined);

/** Provides the log to its rows and its drawer. A query hook in every cell would be slow. */
export const LogProvider = LogContext.Provider;

function useLog(): WebhookLogState {
  const log = useContext(LogContext);
  if (!log) throw new Error("This component must be inside LogProvider.");
  return log;
}

const keyOf = ({ key }: LogRow) => key;
/** An event was a row of its own before its delivery was found. */
const eventKeyOf = ({ event }: LogRow) => event && eventKey(event.id);

export function useWebhookLog() {
  const url = useUrlState();
  const filter = filterFrom(url.get);
  const nowMs = useHeldNow(grainOf(filter)) ?? 0;
  const { list: page, filter: input } = inputsOf(url.get, nowMs);
  const opened = url.get("entry");

  const summary = useSummary(input);
  const list = useLastAnswer(useQuery({ ...read(listDeliveries, page), placeholderData: keepPreviousData }));
  const shown = useHeldRows(list.isPlaceholderData ? undefined : list.data?.value.data, {
    scope: JSON.stringify([filter, page.after]),
    ...{ idOf: keyOf, earlierIdOf: eventKeyOf, isLast: list.data?.value.next === null },
  });
  useAnnounceNew(shown.waiting);

  const counted = summary.data?.value;
  return {
    ...{ url, filter, page, input, summary, list, shown, opened, nowMs },
    /** False while counts or rows are those of other filters. */
    isCurrent: !summary.isPlaceholderData && !list.isPlaceholderData && list.data !== undefined,
    next: list.data?.value.next ?? null,
    targets: targetsOf(counted?.webhooks ?? []),
    toneOf: useStatusTone(),
    unknown: unknownText({ url, filter, summary: counted }),
  };
}

export type WebhookLogState = ReturnType<typeof useWebhookLog>;

const ANNOUNCE_INTERVAL_MS = 10_000;

/** Announces deliveries that wait to be shown, at most every ten seconds. */
function useAnnounceNew(waiting: number) {
  const announce = useAnnounce();
  const announcedAt = useRef(0);
  useEffect(() => {
    if (waiting === 0 || clock.nowMs() - announcedAt.current < ANNOUNCE_INTERVAL_MS) return;
    announcedAt.current = clock.nowMs();
    announce(countOf(waiting, "new delivery", "new deliveries"));
  }, [waiting, announce]);
}

export function useSummary(input: DeliveryFilter) {
  const { webhook } = input;
  const summary = read(summarizeDeliveries, input);
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

export const targetsOf = (webhooks: readonly Pick<WebhookHealth, "webhook_id" | "url">[]): Targets =>
  new Map(
    webhooks.flatMap(({ webhook_id, url }) => {
      const target = targetOf({ url });
      return target ? [[webhook_id, target] as const] : [];
    }),
  );

export const useTarget = (webhook_id: string | null | undefined) => useLog().targets.get(webhook_id ?? "");

/** The webhook with the address of ours that ends with these signs. */
export const useAddressTarget = (lastFour: string) =>
  [...useLog().targets.values()].find(({ path }) => path.endsWith(`…${lastFour}`));

export const useLogMeaning = () => useLog().toneOf;

export const useLogNow = () => useLog().nowMs;

function useStatusTone() {
  const toneOf = useStatusMeaning("webhook-logs");
  return (word: unknown): Tone => (word === NO_WORD ? "unknown" : toneOf("status", word));
}

/** IANA zone of the time range: from the URL, or the display zone. */
export function useRangeZone({ url }: Pick<WebhookLogState, "url">) {
  const zone = useOwnZone();
  return askedZone(url) ?? timeZoneOf(zone);
}

/** IANA zone in which a time range was asked. */
export function askedZone({ get }: Pick<WebhookLogState["url"], "get">): string | undefined {
  const name = get("tz");
  return name !== undefined && isZone(name) && get("between") !== undefined ? name : undefined;
}
