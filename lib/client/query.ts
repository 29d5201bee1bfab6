import { hashKey, mutationOptions, type QueryKey, queryOptions } from "@tanstack/react-query";
import type { InputOf } from "@/lib/contract/inputs";
import { isOfPlatform, type Operation, type OutputOf, resourceOf, verbOf } from "@/lib/contract/operation";
import type { Problem } from "@/lib/contract/problem";
import { type Answer, type RawAnswer, readAnswer } from "./answer";
import { call } from "./call";

/** Query key: `[resource, verb, input]`. */
export const keyOf = <Op extends Operation>(op: Op, input: InputOf<Op>) => [resourceOf(op), verbOf(op), input] as const;

/** Keys of refetches that the live stream caused and no user requested. */
export const announcedKeys = new WeakSet<QueryKey>();

/** Reads that failed on the server, by hashed query key. The page shows these problems instead of repeating the reads. */
export const failedReads = new Map<string, Problem | undefined>();

/** Query options for `useQuery`, `useQueries` and `prefetchQuery`. The data is an `Answer`. */
export function read<Op extends Operation>(op: Op, input: InputOf<Op>) {
  return queryOptions<RawAnswer, Error, Answer<OutputOf<Op>>, ReturnType<typeof keyOf<Op>>>({
    queryKey: keyOf(op, input),
    queryFn: async ({ signal, queryKey }) => {
      const problem = failedReads.get(hashKey(queryKey));
      if (problem) throw problem;
      return call(op, input, { signal, isShared: announcedKeys.has(queryKey) });
    },
    select: (answer) => cachedAnswer(op, answer),
    meta: { isOfPlatform: isOfPlatform(op) },
  });
}

/** Options for `useMutation`. A write is sent at once or fails; it is never paused and never retried. */
export function write<Op extends Operation>(op: Op) {
  return mutationOptions({
    mutationKey: [resourceOf(op), verbOf(op)],
    mutationFn: async (input: InputOf<Op>): Promise<Answer<OutputOf<Op>>> => readAnswer(op, await sendOnce(op, input)),
    retry: false,
    networkMode: "always",
  });
}

const writesInFlight = new Map<string, Promise<RawAnswer>>();

/** A second press can come before React has disabled the button. It gets the answer of the first. */
function sendOnce<Op extends Operation>(op: Op, input: InputOf<Op>): Promise<RawAnswer> {
  const key = JSON.stringify([op.id, input]);
  const answer = writesInFlight.get(key) ?? call(op, input).finally(() => writesInFlight.delete(key));
  writesInFlight.set(key, answer);
  return answer;
}

const answers = new WeakMap<RawAnswer, Answer<unknown>>();

/** Converts each answer once, however many components show it, so that its value keeps its identity. */
function cachedAnswer<Op extends Operation>(op: Op, raw: RawAnswer) {
  const answer = answers.get(raw) ?? readAnswer(op, raw);
  answers.set(raw, answer);
  return answer as Answer<OutputOf<Op>>;
}
