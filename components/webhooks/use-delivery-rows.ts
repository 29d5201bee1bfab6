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
const nothing: ReadonlyMap<string, string> = new Map();

export type LogRowsInput = {
  filter: LogFilter;
  input: DeliveryFilter;
  isLive: boolean;
  /** Someone reads an entry: no row may move. */
  isFrozen: boolean;
};

/** The first page as it stands on the screen, what it was asked with, and what each entry said last. */
type Head = { scope: string; input: ReturnType<typeof rowsInput>; data: Delivery[]; next: string | null };

/**
 * The rows of both kinds, newest first. The first page follows the platform; later ones are read once. What comes while
 * someone reads waits, so that no row moves; a row that changed changes in place.
 */
export function useDeliveryRows(asked: LogRowsInput) {
  const missed = useFirstPage(asked, "no");
  const arrived = useFirstPage(asked, "yes");
  return { missed: useRowsOf(missed, arrived, asked), arrived: useRowsOf(arrived, missed, asked) };
}

/** The first rows of one kind: as they were read last, and as they stand on the screen. */
function useFirstPage({ filter, input, isLive }: LogRowsInput, delivered: "yes" | "no") {
  const [isWhole, setIsWhole] = useState(false);
  const asked = rowsInput(input, delivered, isWhole || isMissedAlone(filter));
  const isShort = delivered === "no" && asked.limit < rowsInput(input, delivered, true).limit;
  const head = useLastAnswer(
    useQuery({ ...followed(read(listDeliveries, asked), isLive), placeholderData: keepPreviousData }),
  );
  return {
    asked,
    scope: JSON.stringify([filter, asked.limit]),
    head,
    page: head.data?.value,
    isCurrent: !head.isPlaceholderData,
    showWhole: isShort ? () => setIsWhole(true) : undefined,
    ...useKept(),
  };
}

type FirstPage = ReturnType<typeof useFirstPage>;

function useRowsOf(first: FirstPage, other: FirstPage, { isLive, isFrozen }: LogRowsInput) {
  const { asked, scope, head, page, isCurrent, showWhole, kept, marked, take, release } = first;
  const come = useEffectEvent((come: Page) => {
    take({ scope, input: asked, ...come }, isLive && !isFrozen && isUntouched(), other.kept?.data);
  });
  useLayoutEffect(() => {
    if (page && isCurrent) come(page);
  }, [page, isCurrent]);

  const shown = kept && (kept.scope === scope || !isCurrent) ? kept : page && { scope, input: asked, ...page };
  const later = useLater(shown);
  const [otherPage, otherShown, isReading] = [other.page?.data, other.kept?.data, other.head.isFetching];
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
    release: () => page && release({ scope, input: asked, ...page }),
  };
}

export type DeliveryRows = ReturnType<typeof useRowsOf>;

/** Nobody has scrolled, points at a row or stands on one: rows that enter on top move nothing anyone looks at. */
function isUntouched() {
  const table = document.querySelector("#deliveries");
  const isHere = table !== null && (table.matches(":hover") || table.contains(document.activeElement));
  return window.scrollY <= TOP_PX && !isHere;
}

/** What stands on the screen, and for a while which of it has come or changed. */
function useKept() {
  const [kept, setKept] = useState<Head & { last: readonly Delivery[] }>();
  const [marked, setMarked] = useState(nothing);

  useEffect(() => {
    if (marked.size === 0) return;
    const timer = setTimeout(() => setMarked(nothing), MARKED_MS);
    return () => clearTimeout(timer);
  }, [marked]);

  function take(now: Head, mayEnter: boolean, others: readonly Delivery[] = []) {
    const isSame = kept?.scope === now.scope;
    const fresh = isSame ? differing(now.data, [...others, ...kept.last]) : nothing;
    setKept(isSame && !mayEnter ? { ...kept, last: now.data } : { ...now, last: now.data });
    if (fresh.size > 0) setMarked(fresh);
  }

  function release(now: Head) {
    const before = new Set(kept?.data.map(({ key }) => key));
    setMarked(new Map(now.data.filter(({ key }) => !before.has(key)).map(({ key }) => [key, "new"])));
    setKept({ ...now, last: now.data });
  }

  return { kept, marked, take, release };
}

/** The pages behind the first one, each read once. */
function useLater(head: Head | undefined) {
  const [from, setFrom] = useState<string>();
  const start = head?.next ?? null;
  const isAsked = start !== null && from === start;
  const pages = useInfiniteQuery({
    queryKey: ["deliveries", "later", head?.input, start],
    queryFn: async ({ pageParam, signal }) => {
      const input = { ...head?.input, after: pageParam, limit: pageSize };
      return readAnswer(listDeliveries, await call(listDeliveries, input, { signal })).value;
    },
    initialPageParam: start ?? "",
    getNextPageParam: ({ next }) => next,
    enabled: isAsked,
    staleTime: "static",
    refetchInterval: false,
  });
  const loaded = isAsked ? pages.data?.pages : undefined;
  const rows = useMemo(() => loaded?.flatMap(({ data }) => data) ?? [], [loaded]);
  return {
    rows,
    next: loaded ? (loaded.at(-1)?.next ?? null) : start,
    isFetching: isAsked && pages.isFetching,
    read: () => (isAsked && loaded ? void pages.fetchNextPage() : setFrom(start ?? undefined)),
  };
}

const pageSize = 100;

type Page = { data: Delivery[]; next: string | null };

type Others = {
  /** The first page of the other kind, as it was read last. */
  otherPage?: readonly Delivery[] | undefined;
  /** The rows of that kind on the screen. */
  otherShown?: readonly Delivery[] | undefined;
  /** Whether it is being read anew: what is in neither page may be in that one. */
  isReading?: boolean;
};

/**
 * Keeps rows in place while others have come: new rows wait, changed rows change in place, also where a row is of
 * the other kind now. A row that is in neither page any more was pushed off the end, or is no longer looked for.
 */
export function freezeRows(now: Page, kept: Page, { otherPage = [], otherShown = [], isReading = false }: Others = {}) {
  const theirs = new Set(otherShown.map(({ key }) => key));
  const moved = otherPage.filter(({ key }) => !theirs.has(key));
  const news = new Map([...moved, ...now.data].map((row) => [row.key, row]));
  const end = now.next === null ? undefined : now.data.at(-1);
  const shown: Delivery[] = [];
  for (const row of kept.data) {
    const entry = news.get(row.key) ?? (isReading || (end && isBefore(end, row)) ? row : undefined);
    if (entry) shown.push(entry);
  }
  const known = new Set(kept.data.map(({ key }) => key));
  const last = kept.next === null ? undefined : kept.data.at(-1);
  const isNew = (row: Delivery) => !known.has(row.key) && !theirs.has(row.key) && (!last || isBefore(row, last));
  const waiting = now.data.filter(isNew).length;
  return { shown, waiting };
}

/** Each entry once, as it was read last: what has arrived meanwhile may stand in an older page, too. */
export function onceEach(...groups: readonly (readonly Delivery[])[]): Delivery[][] {
  const last = new Map<string, Delivery>();
  for (const row of groups.flat()) {
    const known = last.get(row.key);
    if (!known || row.changed_at > known.changed_at) last.set(row.key, row);
  }
  return groups.map((rows) => rows.filter((row) => last.get(row.key) === row));
}

/** The time an entry goes by: the platform's own, or when it was first seen here; 0 if it is unknown. */
export const timeOf = ({ delivered_at, first_seen_at, is_older }: Times) =>
  is_older ? 0 : ((parseMoment(delivered_at) ?? parseMoment(first_seen_at))?.ms ?? 0);

type Times = Pick<Delivery, "delivered_at" | "first_seen_at"> & { is_older?: boolean };

/** Newest first, then by key. */
function isBefore(a: Delivery, b: Delivery) {
  const [atA, atB] = [timeOf(a), timeOf(b)];
  return atA === atB ? a.key < b.key : atA > atB;
}

/** The entries that were not there before, or say something else now, with what they said. */
export function differing(entries: readonly Delivery[], before: readonly Delivery[]): Map<string, string> {
  const known = new Map(before.map((row) => [row.key, row]));
  const changed = new Map<string, string>();
  for (const entry of entries) {
    const was = known.get(entry.key);
    if (!was) changed.set(entry.key, "new");
    else if (was.status !== entry.status) changed.set(entry.key, `was ${was.status ?? "without a status"}`);
    else if (was.attempts !== entry.attempts) changed.set(entry.key, `was ${was.attempts ?? "no"} attempts`);
  }
  return changed;
}
