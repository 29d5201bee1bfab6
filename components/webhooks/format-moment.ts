import { formatClock, formatShortDay, formatTick, type Zone } from "@/lib/format/format-time";

const WEEK_MS = 6.5 * 24 * 3_600_000;

/** "Thu 06:31" within the week, "12 Oct 06:31" beyond it. */
export function formatMoment(ms: number, zone: Zone, nowMs: number): string {
  if (Math.abs(nowMs - ms) < WEEK_MS) return formatTick(ms, zone);
  return `${formatShortDay(ms, zone, nowMs)} ${formatClock(ms, zone).slice(0, 5)}`;
}
