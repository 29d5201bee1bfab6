import { isMeant } from "@/lib/contract/console/summary";
import { type Operation, resourceOf, verbOf } from "@/lib/contract/operation";
import { largeAnswerBytes } from "./upstream";

const keptMs = 8_000;
const mostKept = 500;

type Shared<Answer> = { op: Operation; input: Record<string, unknown>; beganMs: number; answer: Promise<Answer> };

/**
 * Reads that browsers make because a change was announced: however many ask, the platform is asked once. An answer serves
 * whoever asks within seconds, as long as no change of its resource was announced since it was asked for.
 */
export function createSharedReads<Answer extends { text: string; body?: Uint8Array }>(
  onChangedKeys: (run: (keys: readonly string[]) => void) => void,
) {
  const reads = new Map<string, Shared<Answer>>();

  onChangedKeys((keys) => {
    for (const [name, { op, input }] of reads)
      if (keys.some((key) => isMeant(key, { resource: resourceOf(op), verb: verbOf(op), input }))) reads.delete(name);
  });

  return (op: Operation, input: Record<string, unknown>, ask: () => Promise<Answer>): Promise<Answer> => {
    const key = `${op.id} ${JSON.stringify(Object.entries(input).sort(byName))}`;
    const known = reads.get(key);
    if (known && performance.now() - known.beganMs < keptMs) return known.answer;
    const shared = { op, input, beganMs: performance.now(), answer: ask() };
    reads.set(key, shared);
    const forget = () => reads.get(key) === shared && reads.delete(key);
    shared.answer.then(({ text, body }) => {
      if (body || text.length > largeAnswerBytes || reads.size > mostKept) forget();
      else setTimeout(forget, keptMs).unref();
    }, forget);
    return shared.answer;
  };
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);
