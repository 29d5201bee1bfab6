import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useMay } from "@/components/query/use-me";
import { useDebounced } from "@/components/ui/browser/use-debounced";
import { defaultLimit } from "@/lib/client/number-pages";
import { read } from "@/lib/client/query";
import { firstCredentials, listCredentials } from "@/lib/contract/api/credentials";
import { listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { listFoundCalls } from "@/lib/contract/console/inbox/found-calls";
import { listTeam } from "@/lib/contract/console/people/team";
import { listSaved } from "@/lib/contract/console/saved";
import { listDeliveries } from "@/lib/contract/console/webhook-log/deliveries";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation } from "@/lib/contract/operation";
import { foundCallEntries, logEntries, type RecordEntry, recordEntries } from "./palette-records";

export function usePaletteRecords() {
  const saved = useList(listSaved, {});
  const numbers = useList(listPhoneNumbers, { page: 1, limit: defaultLimit });
  const credentials = useList(listCredentials, firstCredentials);
  const webhooks = useList(listWebhooks, {});
  const people = useList(listTeam, {});
  const lists = [saved, numbers, credentials, webhooks, people];
  const records = useMemo(
    () =>
      recordEntries({
        saved: saved.data?.value.data ?? [],
        numbers: numbers.data?.value.items ?? [],
        credentials: credentials.data?.value.data ?? [],
        webhooks: webhooks.data?.value.data ?? [],
        people: people.data?.value.data ?? [],
      }),
    [saved.data, numbers.data, credentials.data, webhooks.data, people.data],
  );
  return {
    records,
    isLoading: lists.some(({ isLoading }) => isLoading),
    hasFailed: lists.some(({ isLoadingError }) => isLoadingError),
  };
}

/** Reads a list if the role may. The input is exact, because other cached inputs may hold only a part. */
const useList = <Op extends Operation>(op: Op, input: InputOf<Op>) =>
  useQuery({ ...read(op, input), enabled: useMay(op) });

const minSearchLength = 3;
const searchDelayMs = 250;
const maxEntries = 5;

/** Searches on the server: the stored webhook log by ID, event or target, and calls by number, name or ID. */
export function useServerSearch(text: string, records: readonly RecordEntry[]) {
  const [query, setQuery] = useState("");
  const enabled = query.length >= minSearchLength && !query.startsWith(">");
  const input = { text: query, limit: maxEntries };
  const log = useQuery({ ...read(listDeliveries, input), enabled }).data;
  const calls = useQuery({ ...read(listFoundCalls, input), enabled }).data;
  const isCurrent = query === text;
  const found = useMemo(
    () =>
      isCurrent ? [...foundCallEntries(calls?.value.data ?? []), ...logEntries(log?.value.data ?? [], records)] : [],
    [isCurrent, calls, log, records],
  );
  return { found, search: useDebounced(setQuery, searchDelayMs) };
}
