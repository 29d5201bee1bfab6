import { formatCount } from "@/lib/format/format-count";
import { formatMinute, formatShortDay, formatTick, type Zone } from "@/lib/format/format-time";

/** What fell into one step; `isUnseen` where nobody looked, which is not the same as nothing. */
export type ChartStep = {
  fromMs: number;
  toMs: number;
  first: number;
  again: number;
  missed: number;
  matched?: number | undefined;
  isUnseen: boolean;
};

export const DAY = 86_400_000;

/** "Thu 13:30–14:00", over days "Thu 13:30 – Fri 13:30", longer "19 Nov – 20 Nov". */
export function stretchText({ fromMs, toMs }: ChartStep, zone: Zone): string {
  const length = toMs - fromMs;
  if (length > 6 * DAY) return `${formatShortDay(fromMs, zone, toMs)} – ${formatShortDay(toMs, zone, toMs)}`;
  if (length >= DAY) return `${formatTick(fromMs, zone)} – ${formatTick(toMs, zone)}`;
  return `${formatTick(fromMs, zone)}–${formatMinute(toMs, zone)}`;
}

export function sayStep(step: ChartStep, zone: Zone): string {
  const when = stretchText(step, zone);
  if (step.isUnseen) return `${when}: not observed`;
  const matched = step.matched === undefined ? "" : `, ${formatCount(step.matched)} match the filters`;
  return `${when}: ${formatCount(step.first)} on the first attempt, ${formatCount(step.again)} after retries, ${formatCount(step.missed)} not delivered${matched}`;
}

/** At most five places along the axis, the first and the last among them. */
export function tickPlaces(count: number): number[] {
  if (count <= 1) return [0];
  const steps = Math.min(4, count - 1);
  return Array.from({ length: steps + 1 }, (_, index) => Math.round((index * (count - 1)) / steps));
}
