import type { Delivery } from "@/lib/contract/console/webhook-log/deliveries";

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
