"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from "react";
import { useLastAnswer } from "@/components/query/query-view";
import { followed } from "@/components/query/use-watch";
import { readAnswer } from "@/lib/client/answer";
import { call } from "@/lib/client/call";
import { read } from "@/lib/client/query";
import { type Delivery, type DeliveryFilter, listDeliveries } from "@/lib/contract/console/deliveries";
import { parseMoment } from "@/lib/format/parse-time";
import { isMissedAlone, type LogFilter, rowsInput } from "./log-filter";

const MARKED_MS = 5_000;
const TOP_PX = 8;
const noMarks: ReadonlyMap<string, string> = new Map();

export type LogRowsInput = {
  filter: LogFilter;
  input: DeliveryFilter;
  isLive: boolean;
  /** An entry is open, so rows must not move. */
  isFrozen: boolean;
};

/** The displayed first page and its query input. */
type Head = { scope: string; input: ReturnType<typeof rowsInput>; data: Delivery[]; next: string | null };

/**
 * Rows of both groups, newest first. The first page is polled, later pages load once. New rows wait while the user reads,
 * so that rows do not move. Changed rows update in place.
 */
export function useDeliveryRows(logInput: LogRowsInput) {
  const missed = useFirstPage(logInput, "no");
  const arrived = useFirstPage(logInput, "yes");
  return { missed: useRowsOf(missed, arrived, logInput), arrived: useRowsOf(arrived, missed, logInput) };
}

/** First page of one group: the latest answer and the displayed rows. */
function useFirstPage({ filter, input, isLive }: LogRowsInput, delivered: "yes" | "no") {
  const [isWhole, setIsWhole] = useState(false);
  const rowsQuery = rowsInput(input, delivered, isWhole || isMissedAlone(filter));
  const isShort = delivered === "no" && rowsQuery.limit < rowsInput(input, delivered, true).limit;
  const head = useLastAnswer(
    useQuery({ ...followed(read(listDeliveries, rowsQuery), isLive), placeholderData: keepPreviousData }),
  );
  return {
    rowsQuery,
    scope: JSON.stringify([filter, rowsQuery.limit]),
    head,
    page: head.data?.value,
    isCurrent: !head.isPlaceholderData,
    showWhole: isShort ? () => setIsWhole(true) : undefined,
    ...useDisplayedRows(),
  };
}

type FirstPage = ReturnType<typeof useFirstPage>;

function useRowsOf(first: FirstPage, other: FirstPage, { isLive, isFrozen }: LogRowsInput) {
  const { rowsQuery, scope, head, page, isCurrent, showWhole, displayed, marked, accept, release } = first;
  const receive = useEffectEvent((received: Page) => {
    accept({ scope, input: rowsQuery, ...received }, isLive && !isFrozen && isUntouched(), other.displayed?.data);
  });
  useLayoutEffect(() => {
    if (page && isCurrent) receive(page);
  }, [page, isCurrent]);

  const shown =
    displayed && (displayed.scope === scope || !isCurrent) ? displayed : page && { scope, input: rowsQuery, ...page };
  const later = useLaterPages(shown);
  const [otherPage, otherShown, isReading] = [other.page?.data, other.displayed?.data, other.head.isFetching];
  const frozen = useMemo(
    () =>
      page && shown && isCurrent
        ? freezeRows(page, shown, { otherPage, otherShown, isReading })
        : { shown: shown?.data ?? [], waiting: 0 },
    [page, shown, isCurrent, otherPage, otherShown, isReading],
  );
  const rows = useMemo(() => [...frozen.shown, ...later.rows], [frozen.shown, later.rows]);

  return {
    head,
    rows,
    waiting: frozen.waiting,
    marked,
    hasMore: later.next !== null,
    isReading: later.isFetching || (!isCurrent && head.isFetching),
    more: showWhole ?? later.read,
    release: () => page && release({ scope, input: rowsQuery, ...page }),
  };
}

export type DeliveryRows = ReturnType<typeof useRowsOf>;

/** True if the page is at its top and the table has neither hover nor focus. Rows may then move. */
function isUntouched() {
  const table = document.querySelector("#deliveries");
  const isHere = table !== null && (table.matches(":hover") || table.contains(document.activeElement));
  return window.scrollY <= TOP_PX && !isHere;
}

/** The displayed rows, and marks of new and changed ones for five seconds. */
function useDisplayedRows() {
  const [displayed, setDisplayed] = useState<Head & { last: readonly Delivery[] }>();
  const [marked, setMarked] = useState(noMarks);

  useEffect(() => {
    if (marked.size === 0) return;
    const timer = setTimeout(() => setMarked(noMarks), MARKED_MS);
    return () => clearTimeout(timer);
  }, [marked]);

  function accept(now: Head, mayEnter: boolean, others: readonly Delivery[] = []) {
    const isSame = displayed?.scope === now.scope;
    const changed = isSame ? differing(now.data, [...others, ...displayed.last]) : noMarks;
    setDisplayed(isSame && !mayEnter ? { ...displayed, last: now.data } : { ...now, last: now.data });
    if (changed.size > 0) setMarked(changed);
  }

  function release(now: Head) {
    const before = new Set(displayed?.data.map(({ key }) => key));
    setMarked(new Map(now.data.filter(({ key }) => !before.has(key)).map(({ key }) => [key, "new"])));
    setDisplayed({ ...now, last: now.data });
  }

  return { displayed, marked, accept, release };
}

/** The pages after the first one, each loaded once. */
function useLaterPages(head: Head | undefined) {
  const [from, setFrom] = useState<string>();
  const start = head?.next ?? null;
  const isRequested = start !== null && from === start;
  const pages = useInfiniteQuery({
    queryKey: ["deliveries", "later", head?.input, start],
    queryFn: async ({ pageParam, signal }) => {
      const input = { ...head?.input, after: pageParam, limit: pageSize };
      return readAnswer(listDeliveries, await call(listDeliveries, input, { signal })).value;
    },
    initialPageParam: start ?? "",
    getNextPageParam: ({ next }) => next,
    enabled: isRequested,
    staleTime: "static",
    refetchInterval: false,
  });
  const loaded = isRequested ? pages.data?.pages : undefined;
  const rows = useMemo(() => loaded?.flatMap(({ data }) => data) ?? [], [loaded]);
  return {
    rows,
    next: loaded ? (loaded.at(-1)?.next ?? null) : start,
    isFetching: isRequested && pages.isFetching,
    read: () => (isRequested && loaded ? void pages.fetchNextPage() : setFrom(start ?? undefined)),
  };
}

const pageSize = 100;

type Page = { data: Delivery[]; next: string | null };

type OtherRows = {
  /** Latest first page of the other group. */
  otherPage?: readonly Delivery[] | undefined;
  /** Displayed rows of the other group. */
  otherShown?: readonly Delivery[] | undefined;
  /** The other group is being refetched, so it may contain rows missing from both pages. */
  isReading?: boolean;
};

/**
 * Keeps displayed rows in place. New rows wait. Changed rows update in place, even if they moved to the other group. A row
 * in neither page stays if it is older than the page's end. Otherwise it no longer matches.
 */
export function freezeRows(
  now: Page,
  displayed: Page,
  { otherPage = [], otherShown = [], isReading = false }: OtherRows = {},
) {
  const otherShownKeys = new Set(otherShown.map(({ key }) => key));
  const moved = otherPage.filter(({ key }) => !otherShownKeys.has(key));
  const latest = new Map([...moved, ...now.data].map((row) => [row.key, row]));
  const end = now.next === null ? undefined : now.data.at(-1);
  const shown: Delivery[] = [];
  for (const row of displayed.data) {
    const entry = latest.get(row.key) ?? (isReading || (end && isBefore(end, row)) ? row : undefined);
    if (entry) shown.push(entry);
  }
  const displayedKeys = new Set(displayed.data.map(({ key }) => key));
  const last = displayed.next === null ? undefined : displayed.data.at(-1);
  const isNew = (row: Delivery) =>
    !displayedKeys.has(row.key) && !otherShownKeys.has(row.key) && (!last || isBefore(row, last));
  const waiting = now.data.filter(isNew).length;
  return { shown, waiting };
}

/** Removes repeated entries and keeps the latest version of each. An older page may hold an outdated one. */
export function onceEach(...groups: readonly (readonly Delivery[])[]): Delivery[][] {
  const latestByKey = new Map<string, Delivery>();
  for (const row of groups.flat()) {
    const latest = latestByKey.get(row.key);
    if (!latest || row.changed_at > latest.changed_at) latestByKey.set(row.key, row);
  }
  return groups.map((rows) => rows.filter((row) => latestByKey.get(row.key) === row));
}

/** Sort time in ms: the platform's time, else first seen, else 0. */
export const timeOf = ({ delivered_at, first_seen_at, is_older }: Times) =>
  is_older ? 0 : ((parseMoment(delivered_at) ?? parseMoment(first_seen_at))?.ms ?? 0);

type Times = Pick<Delivery, "delivered_at" | "first_seen_at"> & { is_older?: boolean };

/** Sort order: newest first, then by key. */
function isBefore(a: Delivery, b: Delivery) {
  const [timeA, timeB] = [timeOf(a), timeOf(b)];
  return timeA === timeB ? a.key < b.key : timeA > timeB;
}

/** New and changed entries by key, with "new" or the previous value. */
export function differing(entries: readonly Delivery[], before: readonly Delivery[]): Map<string, string> {
  const previousByKey = new Map(before.map((row) => [row.key, row]));
  const changed = new Map<string, string>();
  for (const entry of entries) {
    const previous = previousByKey.get(entry.key);
    if (!previous) changed.set(entry.key, "new");
    else if (previous.status !== entry.status) changed.set(entry.key, `was ${previous.status ?? "without a status"}`);
    else if (previous.attempts !== entry.attempts) changed.set(entry.key, `was ${previous.attempts ?? "no"} attempts`);
  }
  return changed;
}
