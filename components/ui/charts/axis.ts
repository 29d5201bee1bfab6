import { formatClock, formatDay, formatMinute, formatShortDay, formatTick, type Zone } from "@/lib/format/format-time";

/** Round axis values from 0 to at least `most`: 0, 100, 200, 300. */
export function ticksUpTo(most: number): number[] {
  const top = Math.max(1, most);
  const size = 10 ** Math.max(0, Math.floor(Math.log10(top / 3)));
  const step = ([1, 2, 5].find((factor) => factor * size >= top / 3) ?? 10) * size;
  return Array.from({ length: Math.ceil(top / step) + 1 }, (_, index) => index * step);
}

export type TimeSpan = { fromMs: number; toMs: number };

export const DAY = 86_400_000;

/** Beyond six days, times are given as days. */
export const isInDays = ({ fromMs, toMs }: TimeSpan) => toMs - fromMs > 6 * DAY;

const steps = [1, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 7 * 1440, 14 * 1440];
const maxSteps = 6;

/** Labels of a time axis: both ends and round moments between. The weekday is given unless it is that of the start. */
export function momentsOf(span: TimeSpan, zone: Zone) {
  const { fromMs, toMs } = span;
  const lengthMs = Math.max(1, toMs - fromMs);
  const stepMs =
    steps.map((minutes) => minutes * 60_000).find((ms) => lengthMs / ms <= maxSteps) ?? lengthMs / maxSteps;
  const percentOf = (ms: number) => ((ms - fromMs) / lengthMs) * 100;
  const firstMs = Math.ceil(fromMs / stepMs) * stepMs;
  const between = Array.from({ length: maxSteps }, (_, index) => firstMs + index * stepMs).filter(
    (ms) => percentOf(ms) > 12 && percentOf(ms) < 88,
  );
  const isWithinMinute = formatTick(fromMs, zone) === formatTick(toMs, zone) && lengthMs < 60_000;
  const textOf = (ms: number) => {
    if (isInDays(span)) return formatShortDay(ms, zone, toMs);
    if (isWithinMinute) return `${formatTick(ms, zone).slice(0, 3)} ${formatClock(ms, zone)}`;
    const hasDay = ms === fromMs || formatDay(ms, zone) !== formatDay(fromMs, zone);
    return hasDay ? formatTick(ms, zone) : formatMinute(ms, zone);
  };
  return [fromMs, ...between, toMs].map((ms, index, all) => {
    const anchor = index === 0 ? "start" : index === all.length - 1 ? "end" : "middle";
    const percent = percentOf(ms);
    const isNarrow = anchor !== "middle" || (percent > 25 && percent < 75 && index % 2 === 0);
    return { percent, text: textOf(ms), anchor, isNarrow } as const;
  });
}
