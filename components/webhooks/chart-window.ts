import { type Buckets, makeBuckets } from "@/components/ui/charts/timeline-buckets";
import type { LogEntry } from "@/lib/client/webhook-log";
import type { LogFilter, Span } from "./log-filter";

export type ChartWindow = Span & { stepMs: number };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MOST_BARS = 60;
const AROUND = 24;
const LONGEST_STEP = 364 * DAY;

const steps = [
  { ms: MINUTE, words: "minute" },
  { ms: 2 * MINUTE, words: "2 minutes" },
  { ms: 5 * MINUTE, words: "5 minutes" },
  { ms: 15 * MINUTE, words: "quarter of an hour" },
  { ms: 30 * MINUTE, words: "half hour" },
  { ms: HOUR, words: "hour" },
  { ms: 4 * HOUR, words: "4 hours" },
  { ms: 12 * HOUR, words: "12 hours" },
  { ms: DAY, words: "day" },
  { ms: 7 * DAY, words: "7 days" },
  { ms: 28 * DAY, words: "28 days" },
  { ms: LONGEST_STEP, words: "52 weeks" },
] as const;

/** The stretch of time the bars cover: the time filter's own, or one around a span that lies outside of it. */
export function chartWindow(entries: readonly LogEntry[], filter: LogFilter, readMs: number): ChartWindow {
  const { preset, between } = filter;
  const whole = preset
    ? { fromMs: readMs - preset.ms, toMs: readMs, stepMs: preset.stepMs }
    : wholeWindow(entries, readMs);
  const start = Math.floor(whole.fromMs / whole.stepMs) * whole.stepMs;
  if (!between || (between.fromMs >= start && between.toMs <= whole.toMs + whole.stepMs)) return whole;
  const stepMs = stepFor((between.toMs - between.fromMs) * MOST_BARS);
  return { fromMs: between.fromMs - AROUND * stepMs, toMs: between.toMs + AROUND * stepMs, stepMs };
}

/** Bars for a window. Entries without a time are counted beside them, never drawn. */
export function chartBuckets(entries: readonly LogEntry[], window: ChartWindow): Buckets {
  return makeBuckets(entries, window);
}

export const stepMessage = (stepMs: number) => `Per ${steps.find(({ ms }) => ms === stepMs)?.words ?? "step"}`;

function wholeWindow(entries: readonly LogEntry[], readMs: number): ChartWindow {
  const oldest = Math.min(readMs - HOUR, oldestOf(entries) ?? readMs);
  return { fromMs: oldest, toMs: readMs, stepMs: stepFor(readMs - oldest) };
}

/** The time of the oldest entry that has one; entries come newest first, those without a time last. */
export function oldestOf(entries: readonly LogEntry[]): number | undefined {
  return entries.findLast(({ atMs }) => atMs !== undefined)?.atMs;
}

const stepFor = (spanMs: number) => steps.find(({ ms }) => spanMs / ms <= MOST_BARS)?.ms ?? LONGEST_STEP;
