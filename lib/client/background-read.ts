import { queryOptions } from "@tanstack/react-query";
import pLimit from "p-limit";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import type { Answer, RawAnswer } from "./answer";
import { call } from "./call";
import { announcedKeys, type keyOf, read } from "./query";

const freshMs = 300_000;
const acquire = pLimit(4);

/** Query options for background reads: at most four at once, fresh for five minutes, no refetch interval. */
export function readInBackground<Op extends Operation>(op: Op, input: InputOf<Op>) {
  return queryOptions<RawAnswer, Error, Answer<OutputOf<Op>>, ReturnType<typeof keyOf<Op>>>({
    ...read(op, input),
    queryFn: ({ signal, queryKey }) =>
      acquire(() => call(op, input, { signal, isBackground: true, isShared: announcedKeys.has(queryKey) })),
    staleTime: freshMs,
    refetchOnWindowFocus: false,
    refetchInterval: false,
  });
}
