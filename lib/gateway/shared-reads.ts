import { isMeant } from "@/lib/contract/console/summary";
import { type Operation, resourceOf, verbOf } from "@/lib/contract/operation";
import { largeAnswerBytes } from "./upstream";

const reuseMs = 8_000;
const maxReads = 500;

type SharedRead<Answer> = { op: Operation; input: Record<string, unknown>; beganMs: number; answer: Promise<Answer> };

/**
 * Deduplicates reads that browsers send after an announced change, so that the platform gets one request. An answer is
 * reused for some seconds, unless a later change of its resource was announced.
 */
export function createSharedReads<Answer extends { text: string; body?: Uint8Array }>(
  onChangedKeys: (run: (keys: readonly string[]) => void) => void,
) {
  const reads = new Map<string, SharedRead<Answer>>();

  onChangedKeys((keys) => {
    for (const [name, { op, input }] of reads)
      if (keys.some((key) => isMeant(key, { resource: resourceOf(op), verb: verbOf(op), input }))) reads.delete(name);
  });

  return (op: Operation, input: Record<string, unknown>, fetchAnswer: () => Promise<Answer>): Promise<Answer> => {
    const key = `${op.id} ${JSON.stringify(Object.entries(input).sort(byName))}`;
    const cached = reads.get(key);
    if (cached && performance.now() - cached.beganMs < reuseMs) return cached.answer;
    const shared = { op, input, beganMs: performance.now(), answer: fetchAnswer() };
    reads.set(key, shared);
    const forget = () => reads.get(key) === shared && reads.delete(key);
    shared.answer.then(({ text, body }) => {
      if (body || text.length > largeAnswerBytes || reads.size > maxReads) forget();
      else setTimeout(forget, reuseMs).unref();
    }, forget);
    return shared.answer;
  };
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);
