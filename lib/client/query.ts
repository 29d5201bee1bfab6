import { mutationOptions, type QueryKey, queryOptions } from "@tanstack/react-query";
import {
  type InputOf,
  isOfPlatform,
  type Operation,
  type OutputOf,
  resourceOf,
  verbOf,
} from "@/lib/contract/operation";
import { type Answer, type RawAnswer, readAnswer } from "./answer";
import { call } from "./call";
import { sendOnce } from "./send-guard";

/** The key of a read: `[resource, verb, input]`. */
export const keyOf = <Op extends Operation>(op: Op, input: InputOf<Op>) => [resourceOf(op), verbOf(op), input] as const;

/** Reads that the live stream announced a change for, and that nobody asked for. */
export const announcedKeys = new WeakSet<QueryKey>();

/** Options of a read, for `useQuery`, `useQueries` and `prefetchQuery`. Its data is an `Answer`. */
export function read<Op extends Operation>(op: Op, input: InputOf<Op>) {
  return queryOptions<RawAnswer, Error, Answer<OutputOf<Op>>, ReturnType<typeof keyOf<Op>>>({
    queryKey: keyOf(op, input),
    queryFn: ({ signal, queryKey }) => call(op, input, { signal, isShared: announcedKeys.has(queryKey) }),
    select: readerOf(op),
    meta: { isOfPlatform: isOfPlatform(op) },
  });
}

/** Options of a send, for `useMutation`. It leaves at once or fails: it is never held back, and never tried again. */
export function write<Op extends Operation>(op: Op) {
  return mutationOptions({
    mutationKey: [resourceOf(op), verbOf(op)],
    mutationFn: async (input: InputOf<Op>): Promise<Answer<OutputOf<Op>>> =>
      readAnswer(op, await sendOnce(op, input, () => call(op, input))),
    retry: false,
    networkMode: "always",
  });
}

const readers = new WeakMap<Operation, (answer: RawAnswer) => Answer<never>>();

/** One function an operation that reads each answer once, however many parts of a page show it. */
function readerOf<Op extends Operation>(op: Op) {
  const known = readers.get(op) ?? reader(op);
  readers.set(op, known);
  return known as (answer: RawAnswer) => Answer<OutputOf<Op>>;
}

function reader(op: Operation) {
  const done = new WeakMap<RawAnswer, Answer<never>>();
  return (answer: RawAnswer) => {
    const known = done.get(answer) ?? (readAnswer(op, answer) as Answer<never>);
    done.set(answer, known);
    return known;
  };
}
