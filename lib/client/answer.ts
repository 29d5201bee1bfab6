import type { Drift } from "@/lib/contract/drift";
import { wrapped } from "@/lib/contract/fields";
import type { Operation, OutputOf } from "@/lib/contract/operation";

/** Response to an operation: the JSON as sent (numbers keep their digits), its time and the gateway's findings. */
export type RawAnswer = {
  raw: unknown;
  /** The answer in the form of the operation's output, if that differs from `raw`. */
  read?: unknown;
  drift: Drift[];
  status: number;
  requestId: string;
  readAt: string;
};

/** Answer with `value` typed by the operation's output. `raw` keeps everything that was sent. */
export type Answer<T> = RawAnswer & { value: T };

/** Only assigns the type, because the gateway has validated the answer. */
export function readAnswer<Op extends Operation>(op: Op, answer: RawAnswer): Answer<OutputOf<Op>> {
  return { ...answer, value: (answer.read ?? wrapped(op.output, answer.raw)) as OutputOf<Op> };
}
