"use client";

import { type UseQueryResult, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Answer } from "@/lib/client/answer";
import { readInBackground } from "@/lib/client/background-read";
import { keyOf, read } from "@/lib/client/query";
import type { OutputOf } from "@/lib/contract/operation";
import { listPhoneNumbers } from "@/lib/contract/phone-numbers";
import { joinPages, MOST_READ_UNASKED, pagePlan, pagesToRead, usualLimit } from "./number-pages";

type NumbersAnswer = Answer<OutputOf<typeof listPhoneNumbers>>;

/**
 * The phone numbers: one page that is waited for, and behind it all the others, one after another, up to 2,000 numbers
 * unless more are asked for.
 */
export function useAllNumbers({ page = 1, limit = usualLimit }: { page?: number; limit?: number } = {}) {
  const client = useQueryClient();
  const [wantsAll, setWantsAll] = useState(false);
  const shown = useQuery(read(listPhoneNumbers, { page, limit }));
  const { total, size, pageCount } = pagePlan(shown.data?.value, limit);
  const isMany = total !== undefined && total > MOST_READ_UNASKED;
  const isRead = (each: number) => client.getQueryData(keyOf(listPhoneNumbers, { page: each, limit })) !== undefined;
  const wanted = pageCount === undefined || (isMany && !wantsAll) ? [] : pagesToRead(pageCount, isRead);
  const all = useQueries({
    queries: wanted.map((each) => readInBackground(listPhoneNumbers, { page: each, limit })),
    combine: joined,
  });
  const isAll = pageCount !== undefined && all.readCount === pageCount;

  return {
    shown,
    numbers: isAll || wanted.length > 0 ? all.numbers : (shown.data?.value.items ?? []),
    answers: wanted.length > 0 ? all.answers : shown.data ? [shown.data] : [],
    total,
    size,
    pageCount,
    isAll,
    isMany,
    isReadingMore: all.isReading && !isAll,
    error: all.error,
    readAll: () => setWantsAll(true),
    readAgain: all.readAgain,
  };
}

function joined(results: UseQueryResult<NumbersAnswer>[]) {
  const answers = results.flatMap(({ data }) => (data ? [data] : []));
  const failed = results.find(({ data, error }) => data === undefined && error);
  return {
    answers,
    numbers: joinPages(answers.map(({ value }) => value.items)),
    readCount: answers.length,
    isReading: results.some(({ isFetching }) => isFetching),
    error: failed?.error ?? undefined,
    readAgain: () => void failed?.refetch(),
  };
}
