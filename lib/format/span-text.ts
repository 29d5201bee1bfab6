import { dateText, dayNames, formatClock, formatMinute, ownTimeZone } from "./format-time";
import type { Span } from "./parse-range";
import { offsetAt } from "./zoned-time";

/** "2026-11-20T06:30:00Z". */
export const instant = (ms: number) => new Date(ms).toISOString().replace(".000Z", "Z");

const edge = (ms: number | undefined) => (ms === undefined ? "" : instant(ms));

/** "2026-11-20T06:30:00Z..2026-11-20T07:00:00Z". One end may be open. */
export const spanText = ({ fromMs, toMs }: Span) => `${edge(fromMs)}..${edge(toMs)}`;

/** "Thu 14:00 – 14:20" within one day of this week, "1 Nov 14:00 – 3 Nov 16:00" further back. */
export function rangeText({ fromMs, toMs }: Span, nowMs: number, timeZone: string): string {
  if (fromMs === undefined) return `until ${momentIn(toMs ?? nowMs, nowMs, timeZone).join(" ")}`;
  const [day, clock] = momentIn(fromMs, nowMs, timeZone);
  if (toMs === undefined) return `since ${day} ${clock}`;
  const [lastDay, lastClock] = momentIn(toMs, nowMs, timeZone);
  if (day === lastDay && clock === lastClock) {
    const secondsOf = (ms: number) => formatClock(ms + offsetAt(ms, timeZone), "utc");
    return `${day} ${secondsOf(fromMs)} – ${secondsOf(toMs)}`;
  }
  return day === lastDay ? `${day} ${clock} – ${lastClock}` : `${day} ${clock} – ${lastDay} ${lastClock}`;
}

/** "Thu 14:00 – 14:20 Europe/Berlin, Thu 13:00 – 13:20 UTC". Undefined if both clocks show the same. */
export function clocksText(span: Span, nowMs: number, timeZone: string, ownZone = ownTimeZone()): string | undefined {
  const atMs = span.fromMs ?? span.toMs ?? nowMs;
  const isUtc = offsetAt(atMs, timeZone) === 0;
  const other = isUtc ? ownZone : "UTC";
  if (isUtc && offsetAt(atMs, other) === 0) return undefined;
  const inZone = (zone: string) => `${rangeText(span, nowMs, zone)} ${zone.replaceAll("_", " ")}`;
  return `${inZone(timeZone)}, ${inZone(other)}`;
}

const WEEK_MS = 6.5 * 86_400_000;

function momentIn(ms: number, nowMs: number, timeZone: string): [day: string, clock: string] {
  const wallMs = ms + offsetAt(ms, timeZone);
  const wall = new Date(wallMs);
  const isNear = Math.abs(nowMs - ms) < WEEK_MS;
  const date = { day: wall.getUTCDate(), month: wall.getUTCMonth(), year: 0 };
  return [isNear ? (dayNames[wall.getUTCDay()] ?? "") : dateText(date, false), formatMinute(wallMs, "utc")];
}
