import { type UseQueryResult, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Answer, type RawAnswer, readAnswer } from "@/lib/client/answer";
import { readInBackground } from "@/lib/client/background-read";
import { defaultLimit, endOfPages, joinPages, MOST_READ, MOST_READ_UNASKED, pagePlan } from "@/lib/client/number-pages";
import { keyOf, read } from "@/lib/client/query";
import { listPhoneNumbers, type PhoneNumber } from "@/lib/contract/api/phone-numbers";
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
  const numbers = isAll || all.readCount > 0 ? all.numbers : (shown.data?.value.items ?? []);

  return {
    shown,
    numbers,
    answers: all.readCount > 0 ? all.answers : shown.data ? [shown.data] : [],
    total,
    size,
    isAll,
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
