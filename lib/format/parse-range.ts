import { twoDigits } from "./format-time";
import { parseTime } from "./parse-time";
import { offsetAt } from "./zoned-time";

/** From and to, the end no longer among them; an open end has no moment. */
export type Span = { fromMs?: number | undefined; toMs?: number | undefined };

/** The zone that typed times are in, by its name: "UTC", "Europe/Berlin". */
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
const aboutMs = 10 * MINUTE;

type Wall = { year: number; month: number; day: number; hour: number; minute: number; second: number };

/**
 * "yesterday 14:00–14:20", "Thu 19 Nov, 2pm to 4pm", "yesterday" for all of it, "last 2 hours" up to now, "14:10" and
 * "about 14:10 yesterday" for what is around it. Undefined where it says no range.
 */
export function parseRange(text: string, typed: TypedIn): Span | undefined {
  const words = text.trim().toLowerCase();
  const lastMs = lengthOf(/^(?:the )?(?:last|past) (.+)$/.exec(words)?.[1]);
  if (lastMs !== undefined) return { fromMs: Math.floor((typed.nowMs - lastMs) / MINUTE) * MINUTE };
  const [left = "", right, more] = words.replace(/^(?:at )?(?:(?:about|around|circa|ca\.?) |~)?/, "").split(between);
  if (more !== undefined) return undefined;
  return right === undefined ? around(left.trim(), typed) : fromTo(left.trim(), right.trim(), typed);
}

/** The hyphen of an offset from UTC separates nothing. */
const between = /\s*(?:–|—|\.\.|\s-\s|(?<!t[\d:.]{5,})(?<=[\dm])-(?=\d{1,2}(?:[:.]\d\d|\s?[ap]\.?m))|\sto\s)\s*/;

function around(text: string, typed: TypedIn): Span | undefined {
  const at = startOf(text, typed);
  if (!at || at.clock === "") return undefined;
  if (at.clock !== undefined) return { fromMs: at.ms - aboutMs, toMs: at.lastMs + aboutMs };
  return { fromMs: at.ms, toMs: momentsOf({ ...at.wall, day: at.wall.day + 1 }, typed.timeZone).lastMs };
}

function fromTo(left: string, right: string, typed: TypedIn): Span | undefined {
  // "2:00 to 3:00 pm" has both in the afternoon.
  const [half = ""] = /\s?[ap]\.?m\.?$/.exec(right) ?? [];
  const isShared = half !== "" && /\d$/.test(left);
  const from = startOf(isShared ? left + half : left, typed);
  const to = from && pointOf(right, typed, from.wall);
  if (!to) return undefined;
  // A day named as the end is meant whole; a clock that is not after the start is the next day's.
  const dayAfter = () => momentsOf({ ...to.wall, day: to.wall.day + 1 }, typed.timeZone).lastMs;
  const endMs = to.clock === undefined ? dayAfter() : to.lastMs;
  const toMs = endMs > from.ms || to.hasDay || isShared ? endMs : dayAfter();
  return toMs > from.ms ? { fromMs: from.ms, toMs } : undefined;
}

/** A clock alone is the last one that has been: today's, or yesterday's where today's is still to come. */
function startOf(text: string, typed: TypedIn): Point | undefined {
  const at = pointOf(text, typed);
  return at && !at.hasDay && at.ms > typed.nowMs ? pointOf(`yesterday ${text}`, typed) : at;
}

/** One moment as people write it: "19 Nov 14:00", "yesterday 9:30", "now", or a timestamp. */
export const parsePoint = (text: string, typed: TypedIn): number | undefined => pointOf(text, typed)?.ms;

/** Whether it names a moment, and not a whole day or a range. */
export const isMoment = (text: string, typed: TypedIn) => pointOf(text, typed)?.clock !== undefined;

/**
 * `clock` as it was written; empty for now, undefined for a whole day. `lastMs` is another moment where clocks go back and
 * show it twice.
 */
type Point = { ms: number; lastMs: number; wall: Wall; clock: string | undefined; hasDay: boolean };

function pointOf(text: string, { nowMs, timeZone }: TypedIn, sameDay?: Wall): Point | undefined {
  const words = text.trim().toLowerCase().replaceAll(",", " ");
  const agoMs = lengthOf(/^(.+) ago$/.exec(words)?.[1]);
  const sent = parseTime(text.trim());
  const ms = words === "now" ? nowMs : agoMs !== undefined ? nowMs - agoMs : sent?.isZoned ? sent.ms : undefined;
  if (ms !== undefined)
    return { ms, lastMs: ms, wall: wallOf(ms, timeZone), clock: words === "now" ? "" : words, hasDay: true };
  // "14:10 yesterday" is "yesterday 14:10".
  const said = words.replace(clockFirst, "$2 $1");
  const { shown, ...clock } = clockOf(said) ?? {};
  const dayWords = (shown === undefined ? said : said.slice(0, -shown.length)).trim();
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

/** The clock that a text ends with: "14:10", "2:10 pm", "2pm"; "8.20" where it cannot be a day and a month. */
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

const length = /^(?:(?:(?<count>\d{1,4})\s?|an? )?(?:(?<hours>h|hrs?|hours?)|(?<minutes>m|mins?|minutes?)))$/;

/** "hour", "an hour", "2 hours", "15 min". */
function lengthOf(words = ""): number | undefined {
  const { count = "1", hours, minutes } = length.exec(words)?.groups ?? {};
  if (hours === undefined && minutes === undefined) return undefined;
  return Number(count) * (hours === undefined ? MINUTE : HOUR);
}

function dayOf(words: string, today: Wall): Wall | undefined {
  if (words === "today") return today;
  if (words === "yesterday") return wallOf(noon(today) - DAY, "UTC");
  const weekday = placeOf(words, days);
  if (weekday >= 0) return wallOf(noon(today) - ((new Date(noon(today)).getUTCDay() - weekday + 7) % 7) * DAY, "UTC");
  return dateOf(words, today);
}

const noon = ({ year, month, day }: Wall) => Date.UTC(year, month, day, 12);

/** Where a word stands among names that may be cut short to three letters or more. */
const placeOf = (word: string, names: readonly string[]) =>
  word.length < 3 ? -1 : names.findIndex((name) => name.startsWith(word));

/** "2026-11-19", "19/11/2026", "19 Nov", "Thu 19 Nov 2026", "Nov 19"; without a year the last such day. */
function dateOf(words: string, today: Wall): Wall | undefined {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(words);
  if (iso) return { ...today, year: Number(iso[1]), month: Number(iso[2]) - 1, day: Number(iso[3]) };
  const figures = /^(\d{1,2})([/.])(\d{1,2})\2(\d{4})$/.exec(words);
  if (figures) return dateInFigures(figures, today);
  const parts = words.split(/\s+/).filter((word) => placeOf(word, days) < 0);
  const month = parts.map((word) => placeOf(word, months)).find((at) => at >= 0);
  const numbers = parts.filter((word) => /^\d{1,4}\.?$/.test(word)).map((word) => Number.parseInt(word, 10));
  const [day, given] = [numbers.find((each) => each <= 31), numbers.find((each) => each > 31)];
  if (month === undefined || day === undefined || parts.length !== numbers.length + 1) return undefined;
  const isLater = month > today.month || (month === today.month && day > today.day);
  return { ...today, year: given ?? today.year - (isLater ? 1 : 0), month, day };
}

/** Dots stand behind the day; of "5/11/2026" nobody knows which of the two is the month. */
function dateInFigures([, first, mark, second, year]: RegExpExecArray, today: Wall): Wall | undefined {
  const [one, other] = [Number(first), Number(second)];
  if (mark === "/" && one !== other && one <= 12 && other <= 12) return undefined;
  const [day, month] = mark === "/" && other > 12 ? [other, one] : [one, other];
  const isDay = day >= 1 && day <= 31 && month >= 1 && month <= 12;
  return isDay ? { ...today, year: Number(year), month: month - 1, day } : undefined;
}

/** The first and the last moment at which a clock on a wall in this zone shows this; one soon after, where it never does. */
function momentsOf(wall: Wall, timeZone: string): { ms: number; lastMs: number } {
  const shown = Date.UTC(wall.year, wall.month, wall.day, wall.hour, wall.minute, wall.second);
  const each = [shown - DAY, shown + DAY].map((nearMs) => shown - offsetAt(nearMs, timeZone));
  const found = each.filter((ms) => ms + offsetAt(ms, timeZone) === shown);
  const given = found.length > 0 ? found : [Math.max(...each)];
  return { ms: Math.min(...given), lastMs: Math.max(...given) };
}

function wallOf(ms: number, timeZone: string): Wall {
  const at = new Date(ms + offsetAt(ms, timeZone));
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth(),
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
  };
}

/** "Thu 19 Nov 2026, 14:00", as it can be typed again. */
export function pointText(ms: number, timeZone: string): string {
  const { year, month, day, hour, minute } = wallOf(ms, timeZone);
  const weekday = days[new Date(Date.UTC(year, month, day)).getUTCDay()] ?? "";
  const words = [weekday.slice(0, 3), String(day), (months[month] ?? "").slice(0, 3)].map((word) =>
    word.replace(/^[a-z]/, (c) => c.toUpperCase()),
  );
  return `${words.join(" ")} ${year}, ${twoDigits(hour)}:${twoDigits(minute)}`;
}
