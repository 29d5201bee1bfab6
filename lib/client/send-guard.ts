import { type InputOf, isOfPlatform, type Operation } from "@/lib/contract/operation";
import type { RawAnswer } from "./answer";

/** As long as the two presses of a double click may be apart. */
const doubleClickMs = 1_000;

type Out = { answer: Promise<RawAnswer>; isOver: boolean };

const out = new Map<string, Out>();

/**
 * One press is one send: the same send asked for again while it is out, or within the second in which it left, is that one
 * send, and gets its answer. Anything else sent in between parts the two presses.
 */
export function sendOnce<Op extends Operation>(op: Op, input: InputOf<Op>, send: () => Promise<RawAnswer>) {
  const key = keyOf(op, input);
  const before = out.get(key);
  if (before) return before.answer;
  for (const [other, { isOver }] of out) if (isOver) out.delete(other);
  const sent: Out = { answer: send(), isOver: false };
  out.set(key, sent);
  const forget = () => void (out.get(key) === sent && out.delete(key));
  const over = () => {
    sent.isOver = true;
  };
  const isOver = sent.answer.then(over, over);
  // Switchboard's own records may be changed to and fro within a second, as a switch is.
  if (isOfPlatform(op)) void Promise.all([isOver, later(doubleClickMs)]).then(forget);
  else void isOver.then(forget);
  return sent.answer;
}

export const isOut = <Op extends Operation>(op: Op, input: InputOf<Op>) => out.has(keyOf(op, input));

const keyOf = (op: Operation, input: Record<string, unknown>) => `${op.id} ${JSON.stringify(input)}`;

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
