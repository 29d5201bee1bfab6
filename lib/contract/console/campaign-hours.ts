import { firstField } from "@/lib/contract/fields";
import { isPlainObject } from "@/lib/format/json";
import { isZone, momentFrom, offsetAt } from "@/lib/format/zoned-time";

/** When a campaign calls, in its own time zone. `days` counts from Sunday, 0; null for every day. `end` may be past midnight. */
export type CallingHours = { timezone: string; days: readonly number[] | null; start: string; end: string };

const dayMs = 86_400_000;
const mostDays = 400;

const windowFields = ["start", "end", "days", "timezone"];

/** The calling hours that a record names in a form that is recognized; undefined for any other. */
export function hoursIn(record: Record<string, unknown>): CallingHours | undefined {
  const window = firstField(record, "calling_window", "calling_hours");
  // Another field may limit them further, or turn them off.
  if (!isPlainObject(window) || Object.keys(window).some((field) => !windowFields.includes(field))) return undefined;
  const [start, end] = [clockOf(firstField(window, "start")), clockOf(firstField(window, "end"))];
  const timezone = firstField(window, "timezone") ?? firstField(record, "timezone");
  if (!start || !end || start === end || typeof timezone !== "string" || !isZone(timezone)) return undefined;
  const days = firstField(window, "days") ?? null;
  if (days === null) return { timezone, days, start, end };
  const isKnown = Array.isArray(days) && days.length > 0 && days.every((day) => [0, 1, 2, 3, 4, 5, 6, 7].includes(day));
  return isKnown ? { timezone, days: days.map((day) => day % 7), start, end } : undefined;
}

/** Generous: a record with one of these words is never said to have no calling hours. */
const hoursHint = new RegExp(
  [
    "^(calling|call|dialing|dial|business|active)_?times?$",
    "hours|window|schedule(?!d)|quiet|weekday|days?_?of_?week|time_?(range|slot|frame)",
    "(start|end|from|until|open|close|begin|stop)s?_?(time|hour)$",
  ].join("|"),
  "i",
);
const deepestHint = 4;

/** True if a record has calling hours; undefined if it is empty, or if a field may hold hours in an unknown form. */
export function namesHours(record: Record<string, unknown>): boolean | undefined {
  if (hoursIn(record)) return true;
  return Object.keys(record).length === 0 || mayHoldHours(record) ? undefined : false;
}

const mayHoldHours = (record: Record<string, unknown>, depth = 0): boolean =>
  Object.entries(record).some(
    ([name, value]) =>
      (hoursHint.test(name) && !isEmpty(value) && !isDate(value)) ||
      (isPlainObject(value) && depth < deepestHint && mayHoldHours(value, depth + 1)),
  );

const isEmpty = (value: unknown) =>
  typeof value === "object" ? Object.keys(value ?? {}).length === 0 : !value || String(value).trim() === "";

/** A campaign's own start and end are dates, which limit no hours of the day. */
const isDate = (value: unknown) =>
  typeof value === "number" ? value > 2_400 : typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value);

const clockOf = (value: unknown) =>
  typeof value === "string" ? /^([01]\d|2[0-3]):[0-5]\d(?=$|:[0-5]\d$)/.exec(value)?.[0] : undefined;

/** Hours that Switchboard keeps. `days` counts from Monday, 1, to Sunday, 7. */
export type WeeklyHours = { zone: string; days: readonly number[]; from: string; to: string };

/** Hours that Switchboard keeps, in the form of those that a campaign's record names. */
export const hoursOf = ({ zone, days, from, to }: WeeklyHours): CallingHours => ({
  ...{ timezone: zone, start: from, end: to },
  days: days.map((day) => day % 7),
});

/** True within the hours, by the local time of their zone on that day. */
export const isWithin = (hours: WeeklyHours, ms: number) => hoursAt(hoursOf(hours), ms).isOpen;

export type HoursChange = { action: "pause" | "resume"; ms: number };

/** The first end or begin of the hours after a moment; undefined if their zone, days or times are not known. */
export function nextChange(weekly: WeeklyHours, afterMs: number): HoursChange | undefined {
  if (!isReadable(weekly)) return undefined;
  const hours = hoursOf(weekly);
  const { isOpen, untilMs } = hoursAt(hours, afterMs);
  if (untilMs === undefined) return undefined;
  // A day on which the clocks skip the night has hours without a break.
  if (isOpen && hoursAt(hours, untilMs).isOpen) return nextChange(weekly, untilMs);
  return { action: isOpen ? "pause" : "resume", ms: untilMs };
}

/** The change that applies now, of those after a moment, or else the next one. */
export function currentChange(weekly: WeeklyHours, afterMs: number, nowMs: number): HoursChange | undefined {
  // Hours change at least weekly, so changes before the last two weeks do not matter.
  const first = nextChange(weekly, Math.max(afterMs, nowMs - 14 * dayMs));
  const second = first && first.ms <= nowMs ? nextChange(weekly, first.ms) : undefined;
  return first && second && second.ms <= nowMs ? currentChange(weekly, first.ms, nowMs) : first;
}

const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** False for hours that no longer make sense, for example in a zone that was removed. */
export const isReadable = ({ zone, days, from, to }: WeeklyHours) =>
  isZone(zone) && isTime(from) && isTime(to) && from !== to && days.some((day) => day >= 1 && day <= 7);

/** The time zone that a record names, by its calling hours or by itself. */
export function zoneIn(record: Record<string, unknown>): string | undefined {
  const zone = hoursIn(record)?.timezone ?? firstField(record, "timezone", "time_zone");
  return typeof zone === "string" && isZone(zone) ? zone : undefined;
}

/** When `openMs` of calling hours have passed after a moment; undefined where that is more than a year away. */
export function afterOpenMs(hours: CallingHours | undefined, fromMs: number, openMs: number): number | undefined {
  if (openMs > mostDays * dayMs) return undefined;
  if (!hours) return fromMs + openMs;
  let left = openMs;
  for (const [startMs, endMs] of spansFrom(hours, fromMs)) {
    const beginMs = Math.max(startMs, fromMs);
    if (endMs - beginMs >= left) return beginMs + left;
    left -= Math.max(0, endMs - beginMs);
  }
  return undefined;
}

/** How much of the time between two moments was in calling hours. */
export function openMsBetween(hours: CallingHours | undefined, fromMs: number, toMs: number): number {
  if (!hours) return Math.max(0, toMs - fromMs);
  let sum = 0;
  for (const [startMs, endMs] of spansFrom(hours, fromMs)) {
    if (startMs >= toMs) break;
    sum += Math.max(0, Math.min(endMs, toMs) - Math.max(startMs, fromMs));
  }
  return sum;
}

/** State of calling hours at a moment, and when it changes next. */
export function hoursAt(hours: CallingHours, ms: number): { isOpen: boolean; untilMs: number | undefined } {
  const [startMs, endMs] = spanAt(hours, ms) ?? [];
  const isOpen = startMs !== undefined && startMs <= ms;
  return { isOpen, untilMs: isOpen ? endMs : startMs };
}

/** Start and end of the open time around a moment, or else of the next one. */
export function spanAt(hours: CallingHours, ms: number) {
  for (const span of spansFrom(hours, ms)) if (span[1] > ms) return span;
  return undefined;
}

/** The open times of each day, from the one before a moment on: it may reach past midnight. */
function* spansFrom({ timezone, days, start, end }: CallingHours, fromMs: number) {
  const localMs = fromMs + offsetAt(fromMs, timezone);
  const firstDayMs = Math.floor(localMs / dayMs) * dayMs - dayMs;
  for (let at = 0; at < mostDays; at += 1) {
    const startOfDayMs = firstDayMs + at * dayMs;
    if (days && !days.includes(new Date(startOfDayMs).getUTCDay())) continue;
    const [startMs, endMs] = [clockMs(start), clockMs(end)].map((each) => startOfDayMs + each);
    if (startMs === undefined || endMs === undefined) return;
    yield [momentFrom(startMs, timezone), momentFrom(endMs <= startMs ? endMs + dayMs : endMs, timezone)] as const;
  }
}

const clockMs = (clock: string) => (Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))) * 60_000;
