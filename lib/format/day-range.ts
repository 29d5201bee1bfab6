import { clock } from "@/lib/clock";
import { formatShortDay } from "./format-time";
import { momentOf, wallTimeOf } from "./zoned-time";

const dayMs = 86_400_000;

type Days = ReturnType<typeof daysIn>;

/** The days in the URL as a range of time in the zone. Its end is exclusive. */
export function dayRange(get: (name: string) => string | undefined, timeZone: string) {
  const { from, to } = daysIn(get);
  return { from: from && startOf(from, timeZone), to: to && startOf(dayBefore(to, -1), timeZone) };
}

/** First and last day in the URL, in order: "2026-11-19". */
export function daysIn(get: (name: string) => string | undefined) {
  const [from, to] = [dayOf(get("from")), dayOf(get("to"))];
  return from && to && to < from ? { from: to, to: from } : { from, to };
}

/** Date `count` days ago in the time zone. */
export const daysAgo = (count: number, timeZone: string) =>
  dayBefore(wallTimeOf(clock.nowMs(), timeZone).text.slice(0, 10), count);

const dayOf = (text: string | undefined) =>
  text !== undefined && /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

const dayBefore = (day: string, count: number) => new Date(Date.parse(day) - count * dayMs).toISOString().slice(0, 10);

/** If clocks go forward at midnight, the day begins at 01:00. */
const startOf = (day: string, timeZone: string) => {
  const ms = momentOf(`${day}T00:00`, timeZone) ?? momentOf(`${day}T01:00`, timeZone);
  return ms === undefined ? undefined : new Date(ms).toISOString();
};

/** "19 Nov – 20 Nov", "since 19 Nov". */
export function daysText({ from, to }: Days): string {
  const [first, last] = [from, to].map((day) => day && formatShortDay(Date.parse(day), "utc", clock.nowMs()));
  if (first && last) return first === last ? first : `${first} – ${last}`;
  return first ? `since ${first}` : `until ${last ?? ""}`;
}
