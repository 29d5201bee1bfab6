import { type UseQueryResult, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { type Answer, type RawAnswer, readAnswer } from "@/lib/client/answer";
import { readInBackground } from "@/lib/client/background-read";
import { defaultLimit, endOfPages, joinPages, MOST_READ, MOST_READ_UNASKED, pagePlan } from "@/lib/client/number-pages";
import { keyOf, read } from "@/lib/client/query";
import { listPhoneNumbers, type PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { haveShifted, type ListPage, orderOf } from "@/lib/contract/list-pages";
import type { OutputOf } from "@/lib/contract/operation";

type NumbersInput = { page?: number; limit?: number };

type NumbersAnswer = Answer<OutputOf<typeof listPhoneNumbers>>;

/**
 * Phone numbers. The requested page loads first, then all pages one by one in the background. Stops at 2,000 numbers unless
 * `readAll` is called.
 */
export function useAllNumbers({ page = 1, limit = defaultLimit }: NumbersInput = {}) {
  const client = useQueryClient();
  const [wantsAll, setWantsAll] = useState(false);
  const shown = useQuery(read(listPhoneNumbers, { page, limit }));
  const plan = pagePlan(shown.data?.value, limit);
  const { total, size } = plan;
  const cachedItems = (page: number) => {
    const answer = client.getQueryData<RawAnswer>(keyOf(listPhoneNumbers, { page, limit }));
    return answer && readAnswer(listPhoneNumbers, answer).value.items;
  };
  const most = wantsAll ? MOST_READ : MOST_READ_UNASKED;
  const isOnHold = !shown.data || (total !== undefined && total > most);
  const pages = isOnHold ? [] : cachedPages(cachedItems, Math.ceil(most / size));
  const end = endOfPages(pages, plan);
  const canLoadMore = !isOnHold && end === undefined && pages.length < Math.ceil(most / size);
  const all = useQueries({
    queries: Array.from({ length: end ?? pages.length + (canLoadMore ? 1 : 0) }, (_, index) =>
      readInBackground(listPhoneNumbers, { page: index + 1, limit }),
    ),
    combine: combinePages,
  });
  const isAll = end !== undefined && all.readCount === end;
  const shift = useShift(isAll ? all.answers : undefined, (number) =>
    client.refetchQueries({ queryKey: keyOf(listPhoneNumbers, { page: number, limit }), exact: true }),
  );
  const numbers = isAll || all.readCount > 0 ? all.numbers : (shown.data?.value.items ?? []);

  return {
    shown,
    numbers,
    answers: all.readCount > 0 ? all.answers : shown.data ? [shown.data] : [],
    total,
    size,
    isAll,
    /** True if numbers moved between the pages while these were read, so that some may be missing. */
    isShifted: shift.isShifted,
    isReadingAgain: shift.isReading,
    readPagesAgain: shift.readAgain,
    /** Number of phone numbers: the exact count once all are loaded, before that the platform's total. */
    count: isAll ? numbers.length : total === undefined ? undefined : Math.max(total, numbers.length),
    /** True if there are more numbers than are loaded automatically. */
    isMany: !isAll && !wantsAll && shown.data !== undefined && !canLoadMore && end === undefined,
    isLoadingMore: all.isLoading && !isAll,
    error: all.error,
    readAll: () => setWantsAll(true),
    readAgain: all.readAgain,
  };
}

const maxRereads = 2;

/**
 * Reads all pages again, one after the other, if numbers moved between them. A list that is the same after another read stands still,
 * and its total is wrong.
 */
function useShift(answers: readonly NumbersAnswer[] | undefined, refetchPage: (page: number) => Promise<void>) {
  const [state, setState] = useState({ order: "", times: 0, isReading: false });
  const pages = useMemo(() => answers?.map(pageOf), [answers]);
  const order = useMemo(() => (pages && haveShifted(pages) ? orderOf(pages) : undefined), [pages]);
  const isShifted = order !== undefined && order !== state.order;

  async function readAgain(times: number) {
    setState({ order: order ?? "", times, isReading: true });
    for (let page = 1; page <= (pages?.length ?? 0); page += 1) await refetchPage(page);
    setState((before) => ({ ...before, isReading: false }));
  }

  const isDue = isShifted && !state.isReading && state.times < maxRereads;
  const reread = useEffectEvent(() => readAgain(state.times + 1));
  const isCalm = pages !== undefined && order === undefined && state.times > 0 && !state.isReading;
  useEffect(() => {
    if (isDue) void reread();
    else if (isCalm) setState({ order: "", times: 0, isReading: false });
  }, [isDue, isCalm]);
  return {
    isShifted: isShifted && !isDue && !state.isReading,
    isReading: state.isReading,
    readAgain: () => void readAgain(1),
  };
}

const pageOf = ({ value: { items, total } }: NumbersAnswer): ListPage => ({
  items,
  total: typeof total === "number" ? total : undefined,
});

/** Cached pages, from the first up to a gap. */
function cachedPages(cachedItems: (page: number) => readonly PhoneNumber[] | undefined, most: number) {
  const pages: (readonly PhoneNumber[])[] = [];
  for (let page = 1; page <= most; page += 1) {
    const numbers = cachedItems(page);
    if (!numbers) break;
    pages.push(numbers);
  }
  return pages;
}

function combinePages(results: UseQueryResult<NumbersAnswer>[]) {
  const answers = results.flatMap(({ data }) => (data ? [data] : []));
  const failed = results.find(({ data, error }) => data === undefined && error);
  return {
    answers,
    numbers: joinPages(answers.map(({ value }) => value.items)),
    readCount: answers.length,
    isLoading: results.some(({ isFetching }) => isFetching),
    error: failed?.error ?? undefined,
    readAgain: () => void failed?.refetch(),
  };
}
