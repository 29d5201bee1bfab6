"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { type WatchedState, watchInterval } from "@/components/query/watch-interval";
import { useUrlState } from "@/components/ui/use-url-state";
import type { Answer } from "@/lib/client/answer";
import { keyOf, read } from "@/lib/client/query";
import { readWholeLog } from "@/lib/client/read-log";
import { indexLog, targetsOf } from "@/lib/client/webhook-log";
import { listWebhookLogs, listWebhooks } from "@/lib/contract/api/webhooks";
import type { OutputOf } from "@/lib/contract/operation";
import { parseTime } from "@/lib/format/parse-time";
import { filterFrom } from "./log-filter";
import { onlyOf, partOfWhole, rawRows } from "./log-of-one";

/** What the desk reads and what its address asks of it. */
export function useDesk() {
  const url = useUrlState();
  const address = url.href({});
  const chosen = url.get("webhook");
  const isTailing = url.get("tail") === "on";
  const filter = useDeferredValue(
    useMemo(() => {
      const asked = new URL(address, "http://here").searchParams;
      return filterFrom((name) => asked.get(name));
    }, [address]),
  );

  const webhooks = useQuery(read(listWebhooks, {}));
  // While all are shown, the log below is this same read: only one of the two may keep its time.
  const whole = useQuery({ ...readWholeLog(), ...(chosen === undefined ? { refetchInterval: false } : {}) });
  const log = useLog(chosen, isTailing);
  const wholeEntries = useMemo(() => whole.data && entriesOf(whole.data), [whole.data]);
  const own = useMemo(() => {
    if (!log.data) return undefined;
    return { ...onlyOf(entriesOf(log.data), chosen), readMs: parseTime(log.data.readAt)?.ms ?? 0 };
  }, [log.data, chosen]);
  const targets = useMemo(() => targetsOf(webhooks.data?.value.data ?? []), [webhooks.data]);

  return { url, chosen, isTailing, filter, webhooks, whole, wholeEntries, log, own, targets, opened: url.get("entry") };
}

const entriesOf = ({ value, raw }: Answer<OutputOf<typeof listWebhookLogs>>) => indexLog(value.data, rawRows(raw));

export type Desk = ReturnType<typeof useDesk>;

const longestMs = 60_000;
const tail = { refetchInterval: ({ state }: { state: WatchedState }) => watchInterval(state, longestMs) };

/** The log of the chosen webhook; until the API has answered for it alone, its part of the whole log. */
function useLog(chosen: string | undefined, isTailing: boolean) {
  const client = useQueryClient();
  return useQuery({
    ...(chosen === undefined ? readWholeLog() : read(listWebhookLogs, { webhook_id: chosen })),
    ...(isTailing ? tail : {}),
    placeholderData: () =>
      chosen === undefined ? undefined : partOfWhole(client.getQueryData(keyOf(listWebhookLogs, {})), chosen),
  });
}
