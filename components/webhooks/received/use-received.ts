import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useHeldRows } from "@/components/data-table/held-rows";
import { useLastAnswer } from "@/components/query/query-view";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { useNow } from "@/components/ui/time/use-now";
import { grainOf } from "@/components/webhooks/log-filter";
import { read } from "@/lib/client/query";
import { listAddresses } from "@/lib/contract/console/inbox/addresses";
import { listReceived, matchLog, type ReceivedEvent } from "@/lib/contract/console/inbox/received";
import { matchedIn, receivedInputs } from "./received-filter";

const compareEveryMs = 10_000;

const idOf = ({ id }: ReceivedEvent) => id;

export function useReceived() {
  const url = useUrlState();
  const nowMs = useNow(grainOf(receivedInputs(url.get, 0).filter)) ?? 0;
  const { list: input, match: time, filter } = receivedInputs(url.get, nowMs);
  const list = useLastAnswer(useQuery({ ...read(listReceived, input), placeholderData: keepPreviousData }));
  // Reading it again with each event would be costly, and the log itself is read more rarely.
  const comparing = {
    ...read(matchLog, time),
    refetchInterval: compareEveryMs,
  } as const;
  const match = useQuery({ ...comparing, placeholderData: keepPreviousData });
  const addresses = useQuery(read(listAddresses, {}));
  const opened = url.get("entry");
  const { from: _from, to: _to, ...words } = input;
  const held = useHeldRows(list.isPlaceholderData ? undefined : list.data?.value.data, {
    scope: JSON.stringify([words, filter]),
    ...{ idOf, list: "#received", isFrozen: opened !== undefined },
  });
  return {
    ...{ url, filter, nowMs, input, list, opened, held },
    match: match.data?.value.data,
    matched: matchedIn(url.get),
    isRefused: url.get("tab") === "refused",
    addresses: addresses.data?.value.data,
  };
}

export type ReceivedState = ReturnType<typeof useReceived>;
