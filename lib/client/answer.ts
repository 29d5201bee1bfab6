import type { Drift } from "@/lib/contract/drift";
import { wrapped } from "@/lib/contract/fields";
import type { Operation, OutputOf } from "@/lib/contract/operation";

/** What came back for an operation: the JSON as sent (numbers keep their digits), when, and what the gateway found in it. */
export type RawAnswer = {
  raw: unknown;
  /** The answer as its operation reads it, where that is not simply `raw`. */
  read?: unknown;
  /** In what it differs from the API document. */
  drift: Drift[];
  /** Set where the log of every webhook was too large to be read at once: of how many webhooks it was put together. */
  joinedFrom?: { logs: number; webhooks: number };
  status: number;
  requestId: string;
  readAt: string;
};

/** An answer by the operation's own output. `raw` stays beside `value`: nothing that was sent is hidden. */
export type Answer<T> = RawAnswer & { value: T };

/** The gateway has checked the answer: here it is only given its type. */
export function readAnswer<Op extends Operation>(op: Op, answer: RawAnswer): Answer<OutputOf<Op>> {
  return { ...answer, value: (answer.read ?? wrapped(op.output, answer.raw)) as OutputOf<Op> };
}
