import { formatCount } from "@/lib/format/format-count";
import { formatMinute, formatShortDay, formatTick, type Zone } from "@/lib/format/format-time";

/** Counts of one step. `isUnseen` is true if the time was not observed, so zero would be wrong. */
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

/** "Thu 13:30–14:00", from one day on "Thu 13:30 – Fri 13:30", beyond six days "13 Nov – 20 Nov". */
export function stretchText({ fromMs, toMs }: ChartStep, zone: Zone): string {
  const length = toMs - fromMs;
  if (length > 6 * DAY) return `${formatShortDay(fromMs, zone, toMs)} – ${formatShortDay(toMs, zone, toMs)}`;
  if (length >= DAY) return `${formatTick(fromMs, zone)} – ${formatTick(toMs, zone)}`;
  return `${formatTick(fromMs, zone)}–${formatMinute(toMs, zone)}`;
}

export function stepLabel(step: ChartStep, zone: Zone): string {
  const time = stretchText(step, zone);
  if (step.isUnseen) return `${time}: not observed`;
  const matched = step.matched === undefined ? "" : `, ${formatCount(step.matched)} match the filters`;
  return `${time}: ${formatCount(step.first)} on the first attempt, ${formatCount(step.again)} after retries, ${formatCount(step.missed)} not delivered${matched}`;
}

/** At most five positions along the axis, first and last included. */
export function tickPositions(count: number): number[] {
  if (count <= 1) return [0];
  const steps = Math.min(4, count - 1);
  return Array.from({ length: steps + 1 }, (_, index) => Math.round((index * (count - 1)) / steps));
}
