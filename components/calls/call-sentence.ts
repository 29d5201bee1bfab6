import { type CallShape, endedReason } from "@/lib/contract/shapes/call";
import { formatSpan } from "@/lib/format/format-time";

/** How a call went, or how long it has been under way. */
export function callSentence(call: CallShape, seconds: number | undefined): string {
  const span = seconds ? formatSpan(seconds, true) : "";
  if (call.isLive) {
    return `${call.isRinging ? "Not answered yet" : "In progress"}${span && ` for ${span}`}.`.replace(
      "yet for",
      "yet, for",
    );
  }
  const known = endedReason(call.reason);
  if (known) return known.sentence(span);
  if (!call.isOver) return "How it went is unknown.";
  return `It ended${span && ` after ${span}`}.`;
}
