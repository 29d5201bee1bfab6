import type { Delivery } from "@/lib/contract/console/webhook-log/deliveries";
import { isOpenOutcome } from "@/lib/contract/console/webhook-log/filter";
import { formatSpan } from "@/lib/format/format-time";

/** Words for a delivery that has not arrived and can still be expected. Only attempts and known waits say that it is retried. */
export function openWords({ outcome, attempts }: Pick<Delivery, "outcome" | "attempts">): string {
  if (attempts === 0) return "not tried yet";
  return outcome === "retrying" || (attempts ?? 0) > 1 ? "being retried" : "not arrived yet";
}

/** "Not arrived yet, being retried", as the sentence about one delivery. */
export function openSentence(entry: Pick<Delivery, "outcome" | "attempts">): string {
  const words = openWords(entry);
  return words === "being retried" ? "Not arrived yet, being retried" : words.replace("n", "N");
}

/** The outcome of a delivery, as a sentence for a ticket. */
export function outcomeText(entry: Pick<Delivery, "outcome" | "attempts" | "late_seconds">): string {
  const { outcome, late_seconds } = entry;
  if (outcome === "arrived") return late_seconds === null ? "Arrived" : `Arrived, ${formatSpan(late_seconds)} late`;
  if (isOpenOutcome(outcome)) return openSentence(entry);
  return outcome === "given_up" ? "Not arrived, given up" : "Not arrived. Whether it is tried again is not known";
}
