import { deliveryViews, wordsIn, wordsText } from "@/lib/contract/console/deliveries";
import { twoDigits } from "@/lib/format/format-time";
import { parseTime } from "@/lib/format/parse-time";
import { offsetAt } from "@/lib/format/zoned-time";
import type { Span } from "./log-filter";

/** The zone that typed times are in, by its name: "UTC", "Europe/Berlin". */
export type TypedIn = { nowMs: number; timeZone: string };

const days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const DAY = 86_400_000;

type Wall = { year: number; month: number; day: number; hour: number; minute: number; second: number };

const aboutMs = 10 * 60_000;

/**
 * "yesterday 14:00–14:20", "Thu 19 Nov, 14:00 to 16:00", "yesterday" for all of it, "about 14:10 yesterday" for what is around
 * it. Undefined where it says no range.
 */
export function parseRange(text: string, typed: TypedIn): Span | undefined {
  const { about, said = "" } =
    /^(?<about>(?:at )?(?:about|around|circa|ca\.?)\s|~)?(?<said>.*)$/is.exec(text.trim())?.groups ?? {};
  const [left = "", right, more] = said.trim().split(/\s*(?:–|—|\.\.|\s-\s|(?<=\d)-(?=\d{1,2}:)|\sto\s)\s*/i);
  if (more !== undefined) return undefined;
  const from = pointOf(left, typed);
  if (!from) return undefined;
  if (right === undefined) {
    const isMoment = from.clock !== undefined && from.clock !== "";
    if (isMoment && (about || from.hasDay)) return { fromMs: from.ms - aboutMs, toMs: from.ms + aboutMs };
    if (from.clock !== undefined) return undefined;
    return { fromMs: from.ms, toMs: momentOf({ ...from.wall, day: from.wall.day + 1 }, typed.timeZone) };
  }
  const to = pointOf(right, typed, from.wall);
  if (!to) return undefined;
  // A day named as the end is meant whole; a clock that is not after the start is the next day's.
  const end = { ...to.wall, day: to.wall.day + (to.clock === undefined ? 1 : 0) };
  const endMs = momentOf(end, typed.timeZone);
  const toMs = endMs > from.ms || to.hasDay ? endMs : momentOf({ ...end, day: end.day + 1 }, typed.timeZone);
  return toMs > from.ms ? { fromMs: from.ms, toMs } : undefined;
}

/** One moment as people write it: "19 Nov 14:00", "yesterday 9:30", "now", or a timestamp. */
export const parsePoint = (text: string, typed: TypedIn): number | undefined => pointOf(text, typed)?.ms;

type Point = { ms: number; wall: Wall; clock: string | undefined; hasDay: boolean };

function pointOf(text: string, { nowMs, timeZone }: TypedIn, sameDay?: Wall): Point | undefined {
  const words = text.trim().toLowerCase().replaceAll(",", " ");
  const sent = parseTime(text.trim());
  if (sent?.isZoned || words === "now") {
    const ms = words === "now" ? nowMs : (sent?.ms ?? nowMs);
    return { ms, wall: wallOf(ms, timeZone), clock: "", hasDay: true };
  }
  // "14:10 yesterday" is "yesterday 14:10".
  const said = words.replace(/^(\d{1,2}:\d{2})(?: on)? (.*[a-z].*)$/, "$2 $1");
  const { 0: shown, groups: { hour = "0", minute = "0", second = "0" } = {} } =
    /(?:^|[\sT])(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?$/i.exec(said) ?? {};
  const dayWords = (shown === undefined ? said : said.slice(0, -shown.length)).trim();
  const day = dayWords === "" ? (shown === undefined ? undefined : (sameDay ?? wallOf(nowMs, timeZone))) : dayOf();
  if (!day || Number(hour) > 24 || Number(minute) > 59) return undefined;
  const wall = { ...day, hour: Number(hour), minute: Number(minute), second: Number(second) };
  return { ms: momentOf(wall, timeZone), wall, clock: shown, hasDay: dayWords !== "" };

  function dayOf(): Wall | undefined {
    const today = wallOf(nowMs, timeZone);
    if (dayWords === "today") return today;
    if (dayWords === "yesterday") return wallOf(noon(today) - DAY, "UTC");
    const weekday = days.indexOf(dayWords.slice(0, 3));
    if (/^[a-z]+$/.test(dayWords) && weekday >= 0)
      return wallOf(noon(today) - ((new Date(noon(today)).getUTCDay() - weekday + 7) % 7) * DAY, "UTC");
    return dateOf(dayWords, today);
  }
}

const noon = ({ year, month, day }: Wall) => Date.UTC(year, month, day, 12);

/** "2026-11-19", "19 Nov", "Thu 19 Nov 2026", "Nov 19"; without a year the last such day. */
function dateOf(words: string, today: Wall): Wall | undefined {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(words);
  if (iso) return { ...today, year: Number(iso[1]), month: Number(iso[2]) - 1, day: Number(iso[3]) };
  const parts = words.split(/\s+/).filter((word) => !(days.includes(word.slice(0, 3)) && !/\d/.test(word)));
  const month = parts.map((word) => months.indexOf(word.slice(0, 3))).find((at) => at >= 0);
  const numbers = parts.filter((word) => /^\d{1,4}\.?$/.test(word)).map((word) => Number.parseInt(word, 10));
  const [day, given] = [numbers.find((each) => each <= 31), numbers.find((each) => each > 31)];
  if (month === undefined || day === undefined || parts.length !== numbers.length + 1) return undefined;
  const isLater = month > today.month || (month === today.month && day > today.day);
  return { ...today, year: given ?? today.year - (isLater ? 1 : 0), month, day };
}

/** The moment at which a clock on a wall in this zone shows this. */
function momentOf(wall: Wall, timeZone: string): number {
  const shown = Date.UTC(wall.year, wall.month, wall.day, wall.hour, wall.minute, wall.second);
  const first = shown - offsetAt(shown, timeZone);
  return shown - offsetAt(first, timeZone);
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
  const words = [weekday, String(day), months[month] ?? ""].map((word) =>
    word.replace(/^[a-z]/, (c) => c.toUpperCase()),
  );
  return `${words.join(" ")} ${year}, ${twoDigits(hour)}:${twoDigits(minute)}`;
}

/** What a text asks for as `status:failed event:call.ended attempts:>2 webhook:wh_1 after:2026-11-01T08:00Z`, and the rest of it. */
export function parseTokens(text: string, typed: TypedIn): { found: Record<string, string>; span: Span; rest: string } {
  const found: Record<string, string> = {};
  const span: Span = {};
  const rest = text.replace(tokens, (whole, minus: string, name: string, quoted?: string, bare?: string) => {
    const value = quoted ?? bare ?? "";
    const key = name.toLowerCase();
    if (key === "after" || key === "before") {
      const ms = parsePoint(value, typed);
      if (ms === undefined) return whole;
      span[key === "after" ? "fromMs" : "toMs"] = ms;
      return " ";
    }
    const asked =
      key === "attempts"
        ? attemptsToken(value)
        : key === "view"
          ? deliveryViews.find((view) => view === value.toLowerCase().replaceAll("-", "_"))
          : besideIn(found[key], minus !== "", quoted, value);
    if (asked === undefined) return whole;
    found[key] = asked;
    return " ";
  });
  return { found, span, rest: rest.replace(/\s+/g, " ").trim() };
}

/** Words of one kind that are given one by one are meant together; of those to show and to leave out, the later hold. */
function besideIn(before: string | undefined, isExcluded: boolean, quoted: string | undefined, value: string) {
  const was = wordsIn(before);
  const words = quoted === undefined ? wordsIn(value).words : [quoted];
  return wordsText({ words: was.isExcluded === isExcluded ? [...was.words, ...words] : words, isExcluded });
}

const tokens = /(?<=^|\s)(-?)(status|event|webhook|attempts|view|after|before):(?:"([^"]+)"|([^\s"]+))(?=\s|$)/gi;

/** What is typed so far: the words that are complete, and the last as the word or the token it is going to be. */
export function splitUnfinished(typed: string): { whole: string; word: string; token: string } {
  const [token = ""] = unfinishedToken.exec(typed) ?? [];
  const [word = ""] = token === "" ? (/\S*$/.exec(typed) ?? []) : [];
  return { whole: typed.slice(0, typed.length - token.length - word.length), word, token };
}

const unfinishedToken = /(?<=^|\s)-?(?:status|event|webhook|attempts|view|after|before):(?:"[^"]*"?|[^\s"]*)$/i;

/** `>2`, `>=3`, `2-4` and `2` as the address has them. */
function attemptsToken(value: string): string | undefined {
  const {
    sign = "",
    least = "",
    most,
  } = /^(?<sign>>=?)?(?<least>\d{1,9})(?:(?:-|\.\.)(?<most>\d{1,9}))?$/.exec(value)?.groups ?? {};
  if (least === "" || (sign !== "" && most !== undefined)) return undefined;
  if (sign !== "") return `${Number(least) + (sign === ">" ? 1 : 0)}..`;
  return most === undefined ? least : `${least}..${most}`;
}
