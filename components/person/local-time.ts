import { clockText, twoDigits } from "@/lib/format/format-time";
import { wallTimeOf } from "@/lib/format/zoned-time";

/** "14:20 there", or "09:20 to 12:20 there" if the number does not tell the zone. Undefined if no zone is known. */
export function localTimeText(zones: readonly string[], nowMs: number): string | undefined {
  const times = zones.map((zone) => wallTimeOf(nowMs, zone)).toSorted((a, b) => a.text.localeCompare(b.text));
  const [first, last] = [times[0], times.at(-1)];
  if (!first || !last) return undefined;
  const [from, to] = [first, last].map(({ minute }) => clockText(Math.floor(minute / 60), twoDigits(minute % 60)));
  return from === to ? `${from} there` : `${from} to ${to} there`;
}
