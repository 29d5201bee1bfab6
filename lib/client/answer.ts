import { type Drift, driftOf } from "@/lib/contract/drift";
import type { Operation, OutputOf } from "@/lib/contract/operation";

/** What came back for an operation, before it is read: the JSON as sent (numbers keep their digits) and when. */
export type RawAnswer = { raw: unknown; status: number; requestId: string; readAt: string };

/** An answer read by the operation's own output. `raw` stays beside `value`: nothing that was sent is hidden. */
export type Answer<T> = RawAnswer & { value: T; drift: Drift[] };

/** Reads an answer generously and says what did not fit. */
export function readAnswer<Op extends Operation>(op: Op, answer: RawAnswer): Answer<OutputOf<Op>> {
  return { ...answer, value: op.output.parse(answer.raw) as OutputOf<Op>, drift: driftOf(op, answer.raw) };
}
