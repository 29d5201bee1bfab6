import { attempt } from "./attempt";

/** Local time in a zone. `day` is 1 (Monday) to 7 (Sunday); `minute` counts from midnight. */
export type WallTime = { text: string; day: number; minute: number };

const clocks = new Map<string, Intl.DateTimeFormat>();
const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const minuteMs = 60_000;
const dayMs = 86_400_000;

export const isZone = (zone: string) => attempt(() => clockOf(zone)) !== undefined;

/** Local time of a moment. `text` has the format of `<input type="datetime-local">`, "2026-11-23T09:00". */
export function wallTimeOf(ms: number, zone: string): WallTime {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? "";
  return {
    text: `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`,
    day: weekdays.indexOf(part("weekday")) + 1,
    minute: Number(part("hour")) * 60 + Number(part("minute")),
  };
}

/** First moment with this local time; undefined if clocks skip it or the text is not a time. */
export function momentOf(text: string, zone: string): number | undefined {
  const asUtcMs = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtcMs)) return undefined;
  const candidates = [asUtcMs - dayMs, asUtcMs + dayMs]
    .map((nearMs) => asUtcMs - offsetAt(nearMs, zone))
    .filter((ms) => !Number.isNaN(ms) && wallTimeOf(ms, zone).text === text);
  return candidates.length > 0 ? Math.min(...candidates) : undefined;
}

/**
 * First moment at which the clocks of a zone read a local time, given as if it were UTC. If they skip it, the moment at which
 * they go forward.
 */
export function momentFrom(localMs: number, zone: string): number {
  const [before, after] = [offsetAt(localMs - dayMs, zone), offsetAt(localMs + dayMs, zone)];
  const [byOld, byNew] = [localMs - before, localMs - after];
  if (before === after || offsetAt(byOld, zone) === before) return byOld;
  if (offsetAt(byNew, zone) === after) return byNew;
  let [early, late] = [byNew, byOld];
  while (late - early > minuteMs) {
    const middle = Math.floor((early + late) / 2 / minuteMs) * minuteMs;
    if (offsetAt(middle, zone) === after) late = middle;
    else early = middle;
  }
  return late;
}

/** Offset from UTC in milliseconds, positive east of Greenwich. */
export const offsetAt = (ms: number, zone: string) =>
  zone === "UTC" ? 0 : Date.parse(`${wallTimeOf(ms, zone).text}Z`) - Math.floor(ms / 60_000) * 60_000;

/** "2026-11-23 09:00:12", local time as a spreadsheet reads it. */
export const wallClock = (ms: number, zone: string) =>
  new Date(ms + offsetAt(ms, zone)).toISOString().slice(0, 19).replace("T", " ");

function clockOf(zone: string): Intl.DateTimeFormat {
  const format =
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
  clocks.set(zone, format);
  return format;
}
