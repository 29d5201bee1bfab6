import { twoDigits } from "./format-time";
import { parseMoment, parseTime } from "./parse-time";
import { plainTime } from "./typed-time";
import { fixedOffsetMs, splitZone } from "./typed-zone";
import { offsetAt } from "./zoned-time";

/** Time range. `toMs` is exclusive; an undefined end is open. */
export type Span = { fromMs?: number | undefined; toMs?: number | undefined };

/** `zone` is the IANA zone that the text names, as in "14:10 Berlin". */
export type TypedSpan = Span & { zone?: string };

/** Current time, and the IANA zone of typed times ("UTC", "Europe/Berlin"). */
export type TypedIn = { nowMs: number; timeZone: string };

const days = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const toleranceMs = 10 * MINUTE;

type WallClock = { year: number; month: number; day: number; hour: number; minute: number; second: number };

/**
 * Parses "yesterday 14:00–14:20", "Thu 19 Nov, 2pm to 4pm" or "yesterday" (the whole day). "last 2 hours" ends now.
 * "14:10" and "about 14:10 yesterday" add ten minutes on both sides. "14:00–14:20 CET" and "14:10 Berlin" name the zone.
 * Undefined if the text is not a range.
 */
export function parseRange(text: string, typed: TypedIn): TypedSpan | undefined {
  const words = plainTime(text);
  const lastMs = durationOf(/^(?:the )?(?:last|past) (.+)$/.exec(words)?.[1]);
  if (lastMs !== undefined) return { fromMs: Math.floor((typed.nowMs - lastMs) / MINUTE) * MINUTE };
  const [left = "", right, more] = words.replace(/^(?:at )?(?:(?:about|around|circa|ca\.?) |~)?/, "").split(between);
  if (more !== undefined) return undefined;
  const [first, last] = [left, right].map((part) => part && splitZone(part.trim(), typed.timeZone));
  if (!first) return undefined;
  // A zone that only one end names is that of both.
  const [fromZone, toZone] = [first.zone ?? (last || first).zone, (last || first).zone ?? first.zone];
  const from = { ...typed, timeZone: fromZone ?? typed.timeZone };
  const to = { ...typed, timeZone: toZone ?? typed.timeZone };
  const span = last ? fromTo([first.time, from], [last.time, to]) : around(first.time, from);
  const isNamed = fromZone !== undefined && fixedOffsetMs(fromZone) === undefined;
  return span && isNamed ? { ...span, zone: fromZone } : span;
}

/** The hyphen of a UTC offset is not a separator. */
const between = /\s*(?:–|—|\.\.|\s-\s|(?<!t[\d:.]{5,})(?<=[\dm])-(?=\d{1,2}(?:[:.]\d\d|\s?[ap]\.?m))|\sto\s)\s*/;

function around(text: string, typed: TypedIn): Span | undefined {
  const point = startOf(text, typed);
  if (!point || point.clock === "") return undefined;
  if (point.isEpoch && Math.abs(typed.nowMs - point.ms) > longestEpochAgeMs) return undefined;
  if (point.clock !== undefined) return { fromMs: point.ms - toleranceMs, toMs: point.lastMs + toleranceMs };
  return { fromMs: point.ms, toMs: momentsOf({ ...point.wall, day: point.wall.day + 1 }, typed.timeZone).lastMs };
}

/** A number that stands alone is a time only if it is a recent one: it could also be an ID or a phone number. */
const longestEpochAgeMs = 31 * DAY;

type TypedPoint = [text: string, typed: TypedIn];

function fromTo([left, typedFrom]: TypedPoint, [right, typedTo]: TypedPoint): Span | undefined {
  // In "2:00 to 3:00 pm" both times are in the afternoon.
  const [half = ""] = /\s?[ap]\.?m\.?$/.exec(right) ?? [];
  const isShared = half !== "" && /\d$/.test(left);
  const from = startOf(isShared ? left + half : left, typedFrom);
  const to = from && pointOf(right, typedTo, from.wall);
  if (!to) return undefined;
  // An end day is included as a whole. An end time that is not after the start is on the next day.
  const dayAfter = () => momentsOf({ ...to.wall, day: to.wall.day + 1 }, typedTo.timeZone).lastMs;
  const endMs = to.clock === undefined ? dayAfter() : to.lastMs;
  const toMs = endMs > from.ms || to.hasDay || isShared ? endMs : dayAfter();
  return toMs > from.ms ? { fromMs: from.ms, toMs } : undefined;
}

/** A time without a day is today's, or yesterday's if today's is in the future. */
function startOf(text: string, typed: TypedIn): Point | undefined {
  const point = pointOf(text, typed);
  return point && !point.hasDay && point.ms > typed.nowMs ? pointOf(`yesterday ${text}`, typed) : point;
}

/** Parses one moment, such as "19 Nov 14:00", "yesterday 9:30", "now" or a timestamp. */
export const parsePoint = (text: string, typed: TypedIn): number | undefined => zonedPoint(text, typed)?.ms;

/** True for a moment, false for a whole day or a range. */
export const isMoment = (text: string, typed: TypedIn) => zonedPoint(text, typed)?.clock !== undefined;

function zonedPoint(text: string, typed: TypedIn) {
  const { time, zone = typed.timeZone } = splitZone(plainTime(text), typed.timeZone);
  return pointOf(time, { ...typed, timeZone: zone });
}

/**
 * `clock` is the time as written: empty for now, undefined for a whole day. `lastMs` differs from `ms` if clocks go
 * back and show the time twice.
 */
type Point = {
  ms: number;
  lastMs: number;
  wall: WallClock;
  clock: string | undefined;
  hasDay: boolean;
  isEpoch?: boolean;
};

function pointOf(text: string, { nowMs, timeZone }: TypedIn, sameDay?: WallClock): Point | undefined {
  const words = text.trim().toLowerCase().replaceAll(",", " ");
  const agoMs = durationOf(/^(.+) ago$/.exec(words)?.[1]);
  const epoch = parseMoment(words);
  const sent = epoch?.isEpoch ? epoch : parseTime(text.trim());
  const ms = words === "now" ? nowMs : agoMs !== undefined ? nowMs - agoMs : sent?.isZoned ? sent.ms : undefined;
  if (ms !== undefined) {
    const clock = words === "now" ? "" : words;
    return { ms, lastMs: ms, wall: wallOf(ms, timeZone), clock, hasDay: true, isEpoch: epoch?.isEpoch === true };
  }
  // Reads "14:10 yesterday" as "yesterday 14:10".
  const reordered = words.replace(clockFirst, "$2 $1");
  const { shown, ...clock } = clockOf(reordered) ?? {};
  const dayWords = (shown === undefined ? reordered : reordered.slice(0, -shown.length)).trim();
  const today = wallOf(nowMs, timeZone);
  const day = dayWords !== "" ? dayOf(dayWords, today) : shown === undefined ? undefined : (sameDay ?? today);
  if (!day) return undefined;
  const wall = { ...day, hour: 0, minute: 0, second: 0, ...clock };
  return { ...momentsOf(wall, timeZone), wall, clock: shown, hasDay: dayWords !== "" };
}

const clockFirst =
  /^(\d{1,2}(?:[:.]\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?|\s?[ap]\.?m\.?))(?: on)?\s(?![ap]\.?m\.?$)(.*[a-z/].*)$/;

const clockLast = new RegExp(
  String.raw`(?:^|[\st])(?<hours>\d{1,2})(?:(?<mark>[:.])(?<minutes>\d{2})(?::(?<seconds>\d{2})(?:\.\d+)?)?)?` +
    String.raw`(?:\s?(?<half>[ap])\.?m\.?)?$`,
);

/** The time at the end of a text: "14:10", "2:10 pm", "2pm", or "8.20" if that cannot be a date. */
function clockOf(text: string) {
  const { 0: shown, groups } = clockLast.exec(text) ?? {};
  const { hours, mark, minutes, seconds = "0", half } = groups ?? {};
  const [minute, second] = [Number(minutes ?? 0), Number(seconds)];
  const isDate = mark === "." && minute > 0 && minute <= 12;
  const isOutOfRange = half
    ? Number(hours) < 1 || Number(hours) > 12
    : minutes === undefined || isDate || Number(hours) > 24;
  if (shown === undefined || isOutOfRange || minute > 59 || second > 59) return undefined;
  const hour = half ? (Number(hours) % 12) + (half === "p" ? 12 : 0) : Number(hours);
  return { shown, hour, minute, second };
}

const durationPattern = /^(?:(?:(?<count>\d{1,4})\s?|an? )?(?:(?<hours>h|hrs?|hours?)|(?<minutes>m|mins?|minutes?)))$/;

/** "hour", "an hour", "2 hours", "15 min". */
function durationOf(words = ""): number | undefined {
  const { count = "1", hours, minutes } = durationPattern.exec(words)?.groups ?? {};
  if (hours === undefined && minutes === undefined) return undefined;
  return Number(count) * (hours === undefined ? MINUTE : HOUR);
}

function dayOf(words: string, today: WallClock): WallClock | undefined {
  if (words === "today") return today;
  if (words === "yesterday") return wallOf(noon(today) - DAY, "UTC");
  const weekday = nameIndex(words, days);
  if (weekday >= 0) return wallOf(noon(today) - ((new Date(noon(today)).getUTCDay() - weekday + 7) % 7) * DAY, "UTC");
  return dateOf(words, today);
}

const noon = ({ year, month, day }: WallClock) => Date.UTC(year, month, day, 12);

/** Index of the name that begins with the word, which has at least three letters; -1 if none does. */
const nameIndex = (word: string, names: readonly string[]) =>
  word.length < 3 ? -1 : names.findIndex((name) => name.startsWith(word));

/** "2026-11-19", "19/11/2026", "19 Nov", "Thu 19 Nov 2026", "Nov 19". Without a year, the most recent such day. */
function dateOf(words: string, today: WallClock): WallClock | undefined {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(words);
  if (iso) return { ...today, year: Number(iso[1]), month: Number(iso[2]) - 1, day: Number(iso[3]) };
  const figures = /^(\d{1,2})([/.])(\d{1,2})\2(\d{4})$/.exec(words);
  if (figures) return dateInFigures(figures, today);
  const parts = words.split(/\s+/).filter((word) => nameIndex(word, days) < 0);
  const month = parts.map((word) => nameIndex(word, months)).find((index) => index >= 0);
  const numbers = parts.filter((word) => /^\d{1,4}\.?$/.test(word)).map((word) => Number.parseInt(word, 10));
  const [day, year] = [numbers.find((number) => number <= 31), numbers.find((number) => number > 31)];
  if (month === undefined || day === undefined || parts.length !== numbers.length + 1) return undefined;
  const isLater = month > today.month || (month === today.month && day > today.day);
  return { ...today, year: year ?? today.year - (isLater ? 1 : 0), month, day };
}

/** With dots the day comes first. Rejects "5/11/2026", in which either number could be the month. */
function dateInFigures([, first, mark, second, year]: RegExpExecArray, today: WallClock): WallClock | undefined {
  const [one, other] = [Number(first), Number(second)];
  if (mark === "/" && one !== other && one <= 12 && other <= 12) return undefined;
  const [day, month] = mark === "/" && other > 12 ? [other, one] : [one, other];
  const isDay = day >= 1 && day <= 31 && month >= 1 && month <= 12;
  return isDay ? { ...today, year: Number(year), month: month - 1, day } : undefined;
}

/** First and last moment at which clocks in the zone show this time. If they skip it, a moment soon after. */
function momentsOf(wall: WallClock, timeZone: string): { ms: number; lastMs: number } {
  const shown = Date.UTC(wall.year, wall.month, wall.day, wall.hour, wall.minute, wall.second);
  const candidates = [shown - DAY, shown + DAY].map((nearMs) => shown - offsetIn(nearMs, timeZone));
  const matching = candidates.filter((ms) => ms + offsetIn(ms, timeZone) === shown);
  const moments = matching.length > 0 ? matching : [Math.max(...candidates)];
  return { ms: Math.min(...moments), lastMs: Math.max(...moments) };
}

const offsetIn = (ms: number, timeZone: string) => fixedOffsetMs(timeZone) ?? offsetAt(ms, timeZone);

function wallOf(ms: number, timeZone: string): WallClock {
  const shifted = new Date(ms + offsetIn(ms, timeZone));
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth(),
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
    second: shifted.getUTCSeconds(),
  };
}

/** "Thu 19 Nov 2026, 14:00", which `parsePoint` reads back. */
export function pointText(ms: number, timeZone: string): string {
  const { year, month, day, hour, minute } = wallOf(ms, timeZone);
  const weekday = days[new Date(Date.UTC(year, month, day)).getUTCDay()] ?? "";
  const words = [weekday.slice(0, 3), String(day), (months[month] ?? "").slice(0, 3)].map((word) =>
    word.replace(/^[a-z]/, (c) => c.toUpperCase()),
  );
  return `${words.join(" ")} ${year}, ${twoDigits(hour)}:${twoDigits(minute)}`;
}
