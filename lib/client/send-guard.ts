import { type InputOf, isOfPlatform, type Operation } from "@/lib/contract/operation";
import type { RawAnswer } from "./answer";

/** Longest time between the two presses of a double click. */
const doubleClickMs = 1_000;

type PendingWrite = { answer: Promise<RawAnswer>; isSettled: boolean };

const pendingWrites = new Map<string, PendingWrite>();

/**
 * Deduplicates writes. A repeat returns the answer of the first while that is in flight. Later it does so until a
 * second has passed since the first, or another write was sent.
 */
export function sendOnce<Op extends Operation>(op: Op, input: InputOf<Op>, send: () => Promise<RawAnswer>) {
  const key = keyOf(op, input);
  const pending = pendingWrites.get(key);
  if (pending) return pending.answer;
  for (const [other, { isSettled }] of pendingWrites) if (isSettled) pendingWrites.delete(other);
  const write: PendingWrite = { answer: send(), isSettled: false };
  pendingWrites.set(key, write);
  const remove = () => void (pendingWrites.get(key) === write && pendingWrites.delete(key));
  const markSettled = () => {
    write.isSettled = true;
  };
  const settled = write.answer.then(markSettled, markSettled);
  // Switchboard's own records may change back and forth within a second, like a toggle.
  if (isOfPlatform(op)) void Promise.all([settled, delay(doubleClickMs)]).then(remove);
  else void settled.then(remove);
  return write.answer;
}

export const isOut = <Op extends Operation>(op: Op, input: InputOf<Op>) => pendingWrites.has(keyOf(op, input));

const keyOf = (op: Operation, input: Record<string, unknown>) => `${op.id} ${JSON.stringify(input)}`;

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
