import type { AlertPace } from "@/lib/contract/console/alerts";

const formats = new Map<string, Intl.DateTimeFormat>();
const minuteMs = 60_000;
const stepMs = 15 * minuteMs;
const longestMs = 8 * 24 * 60 * minuteMs;

type Local = { day: number; minute: number };
type Window = { from: string; to: string };

/** Monday is 1. Undefined for a zone that nobody knows. */
function localIn(zone: string, at: Date): Local | undefined {
  const format = formatIn(zone);
  if (!format) return undefined;
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const day = 1 + ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(parts.weekday ?? "");
  return { day, minute: Number(parts.hour) * 60 + Number(parts.minute) };
}

function formatIn(zone: string) {
  try {
    const known = formats.get(zone);
    const options = { timeZone: zone, weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
    const format = known ?? new Intl.DateTimeFormat("en-GB", options);
    if (!known) formats.set(zone, format);
    return format;
  } catch {
    return undefined;
  }
}

export const isZone = (zone: string) => formatIn(zone) !== undefined;

const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** The day on which the window that holds a moment began; undefined outside of it. A window may end on the next day. */
function dayWithin({ day, minute }: Local, { from, to }: Window): number | undefined {
  const [start, end] = [minuteOf(from), minuteOf(to)];
  if (start < end) return minute >= start && minute < end ? day : undefined;
  if (minute >= start) return day;
  return minute < end ? ((day + 5) % 7) + 1 : undefined;
}

/** Whether a campaign may call at a moment, by the usual fields of its record. What is not told forbids nothing. */
export function isCallingTime(record: Record<string, unknown>, at: Date): boolean {
  const { calling_window: window, timezone } = record;
  if (typeof window !== "object" || window === null) return true;
  const { days, start, end } = window as Record<string, unknown>;
  const local = typeof timezone === "string" ? localIn(timezone, at) : undefined;
  if (!local || !isClock(start) || !isClock(end)) return true;
  const day = dayWithin(local, { from: start, to: end });
  return day !== undefined && (!Array.isArray(days) || days.includes(day) || (day === 7 && days.includes(0)));
}

const isClock = (value: unknown): value is string => typeof value === "string" && /^\d\d:\d\d/.test(value);

function isQuietAt(pace: AlertPace, at: Date) {
  const local = localIn(pace.zone, at);
  if (!pace.is_quiet || !local) return false;
  return dayWithin(local, pace) !== undefined || (pace.has_weekends && local.day > 5);
}

/** When the quiet hours end that a moment lies in; undefined outside of them. */
export function quietUntil(pace: AlertPace, now: Date): Date | undefined {
  if (!isQuietAt(pace, now)) return undefined;
  let ms = Math.floor(now.getTime() / minuteMs) * minuteMs;
  const lastMs = ms + longestMs;
  while (ms < lastMs && isQuietAt(pace, new Date(ms))) ms += stepMs;
  while (!isQuietAt(pace, new Date(ms - minuteMs))) ms -= minuteMs;
  return new Date(ms);
}
