import { attempt } from "./attempt";

/** What the clock on a wall of some zone shows. Days count from Monday, 1, to Sunday, 7. */
export type WallTime = { text: string; day: number; minute: number };

const clocks = new Map<string, Intl.DateTimeFormat>();
const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const dayMs = 86_400_000;

export const isZone = (zone: string) => attempt(() => clockOf(zone)) !== undefined;

/** The wall time of a moment: its text is as `<input type="datetime-local">` has it, "2026-11-23T09:00". */
export function wallTimeOf(ms: number, zone: string): WallTime {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? "";
  return {
    text: `${of("year").padStart(4, "0")}-${of("month")}-${of("day")}T${of("hour")}:${of("minute")}`,
    day: weekdays.indexOf(of("weekday")) + 1,
    minute: Number(of("hour")) * 60 + Number(of("minute")),
  };
}

/** The first moment at which the wall shows this; undefined where it never does, as when clocks go forward. */
export function momentOf(text: string, zone: string): number | undefined {
  const asUtcMs = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtcMs)) return undefined;
  const candidates = [asUtcMs - dayMs, asUtcMs + dayMs]
    .map((nearMs) => asUtcMs - offsetAt(nearMs, zone))
    .filter((ms) => wallTimeOf(ms, zone).text === text);
  return candidates.length > 0 ? Math.min(...candidates) : undefined;
}

/** How far the wall is ahead of UTC. */
export const offsetAt = (ms: number, zone: string) =>
  Date.parse(`${wallTimeOf(ms, zone).text}Z`) - Math.floor(ms / 60_000) * 60_000;

function clockOf(zone: string): Intl.DateTimeFormat {
  const known =
    clocks.get(zone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      weekday: "short",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    });
  clocks.set(zone, known);
  return known;
}
