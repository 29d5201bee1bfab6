export type SlotCounts = { listed: number; due: number; slots: number };

export type MeterSlot = "on" | "due" | "free" | "over";

/** One entry per jack: listed first, then counted-but-not-listed, then free; whatever passes the plan is over. */
export function jackSlots({ listed, due, slots }: SlotCounts): MeterSlot[] {
  const taken = listed + due;
  return Array.from({ length: Math.max(taken, slots) }, (_, at) => {
    if (at >= slots) return "over";
    if (at < listed) return "on";
    return at < taken ? "due" : "free";
  });
}

export function slotMessage({ listed, due, slots }: SlotCounts): string {
  const free = Math.max(0, slots - listed - due);
  const over = Math.max(0, listed + due - slots);
  const words = [`${listed} listed`];
  if (due > 0) words.push(`${due} counted but not listed`);
  words.push(over > 0 ? `${over} over` : `${free} free`);
  return words.join(", ");
}
