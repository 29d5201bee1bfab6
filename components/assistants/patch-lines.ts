import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { type Cord, MOST_CORDS } from "./cords";

export type PatchLines = { shown: readonly PhoneNumber[]; more: number; kinds: Cord["kind"][] };

/** Up to six numbers have a cord of their own; the rest share one thick cord. Solid is active, dotted is anything else. */
export function patchLines(numbers: readonly PhoneNumber[]): PatchLines {
  const shown = numbers.slice(0, MOST_CORDS);
  const more = numbers.length - shown.length;
  const kinds: Cord["kind"][] = shown.map(({ status }) => (status === "active" ? "solid" : "dotted"));
  return { shown, more, kinds: more > 0 ? [...kinds, "thick"] : kinds };
}
