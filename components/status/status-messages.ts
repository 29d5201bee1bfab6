import type { Tone } from "@/components/ui/tone";

/** How a lamp is said in a sentence: "read as a fault". */
export const toneLabels: Record<Tone, string> = {
  ok: "in order",
  wait: "worth a look",
  fault: "a fault",
  live: "under way",
  idle: "off",
  done: "finished",
  unknown: "unknown",
};
