"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useDeferredValue, useMemo } from "react";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import type { Tone } from "@/components/ui/buttons/status-icon";
import type { Answer, RawAnswer } from "@/lib/client/answer";
import { keyOf, read } from "@/lib/client/query";
import { readWholeLog } from "@/lib/client/read-log";
import { indexLog, type LogEntry, type Target, type Targets, targetsOf } from "@/lib/client/webhook-log";
import { listWebhookLogs, listWebhooks } from "@/lib/contract/api/webhooks";
import type { OutputOf } from "@/lib/contract/operation";
import { isPlainObject } from "@/lib/format/json";
import { parseTime } from "@/lib/format/parse-time";
import { filterFrom } from "./log-filter";
import { haystacksOf, type LogMatches, matchLog } from "./match-log";

const kept = new WeakMap<NonNullable<Desk["own"]>, Kept>();

const haystacks = new WeakMap<readonly LogEntry[], { targets: Targets; texts: string[] }>();

export const TargetsContext = createContext<Targets>(new Map());

// One for all rows: asking in every cell of a long log costs more than drawing it.
export const LogMeaningContext = createContext<(field: string, word: unknown) => Tone>(() => "unknown");

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
export type OwnLog = NonNullable<Desk["own"]>;

const tail = { refetchInterval: 5_000 };

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

/** The whole log's rows of one webhook, to stand in while the API is asked for that webhook alone. */
export function partOfWhole(whole: RawAnswer | undefined, webhook_id: string): RawAnswer | undefined {
  if (!whole) return undefined;
  const rows = rawRows(whole.read ?? whole.raw);
  const part = (answer: unknown) => ({ success: true, data: rawRows(answer).filter((_, at) => isOwn(rows[at])) });
  return { ...whole, raw: part(whole.raw), ...("read" in whole ? { read: part(whole.read) } : {}) };

  function isOwn(row: unknown) {
    return isPlainObject(row) && row.webhook_id === webhook_id;
  }
}

/** Entries that name another webhook than the one asked for are left out, and counted. */
export function onlyOf(entries: readonly LogEntry[], webhook_id: string | undefined) {
  if (webhook_id === undefined) return { entries, foreign: 0 };
  const own = entries.filter(({ log }) => (log.webhook_id ?? webhook_id) === webhook_id);
  return { entries: own, foreign: entries.length - own.length };
}

/** The rows of a log just as they were sent, in the order they came. */
export function rawRows(raw: unknown): unknown[] {
  const rows = isPlainObject(raw) ? raw.data : raw;
  return Array.isArray(rows) ? rows : [];
}

/** Where a webhook delivers, as far as the API lists it. */
export function useTarget(webhook_id: string | null | undefined): Target | undefined {
  return useContext(TargetsContext).get(webhook_id ?? "");
}

/** Reads a status word of the log. */
export const useLogMeaning = () => useContext(LogMeaningContext);

/** What the filters leave of the chosen webhook's log. Worked out once, however many parts ask. */
export function useMatches(desk: Pick<Desk, "own" | "filter" | "targets">): LogMatches | undefined {
  const { own, filter, targets } = desk;
  return useMemo(() => {
    if (!own) return undefined;
    const known = kept.get(own);
    if (known?.filter === filter && known.targets === targets) return known.matches;
    const haystacks = filter.text === undefined ? undefined : haystacksFor(own.entries, targets);
    const matches = matchLog(own.entries, { filter, readMs: own.readMs, haystacks });
    kept.set(own, { filter, targets, matches });
    return matches;
  }, [own, filter, targets]);
}

type Kept = Pick<Desk, "filter" | "targets"> & { matches: LogMatches };

function haystacksFor(entries: readonly LogEntry[], targets: Targets): string[] {
  const known = haystacks.get(entries);
  if (known?.targets === targets) return known.texts;
  const texts = haystacksOf(entries, targets);
  haystacks.set(entries, { targets, texts });
  return texts;
}
