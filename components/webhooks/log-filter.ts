import {
  type DeliveryFilter,
  deliveryViews,
  longestWords,
  NO_WORD,
  wordsIn,
  wordsText,
  wordText,
} from "@/lib/contract/console/deliveries";
import { dateText, dayNames, formatMinute, formatSpan, ownTimeZone } from "@/lib/format/format-time";
import type { Span } from "@/lib/format/parse-range";
import { parseTime } from "@/lib/format/parse-time";
import { looksLikeTime } from "@/lib/format/typed-time";
import { offsetAt } from "@/lib/format/zoned-time";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const longestText = 300;

/** The start of a preset is rounded down to `grainMs`, so that its query key is stable that long. */
export const presets = [
  { value: "15m", label: "15 min", ms: 15 * MINUTE, grainMs: MINUTE },
  { value: "1h", label: "1 h", ms: HOUR, grainMs: MINUTE },
  { value: "24h", label: "24 h", ms: DAY, grainMs: 5 * MINUTE },
  { value: "7d", label: "7 d", ms: 7 * DAY, grainMs: HOUR },
  { value: "30d", label: "30 d", ms: 30 * DAY, grainMs: 6 * HOUR },
] as const;

type Preset = (typeof presets)[number];

const defaultTime = "24h";
export const ALL_TIME = "all";

export type View = (typeof deliveryViews)[number];

/** Filters of the log. Undefined means no filter; `between` replaces the preset. */
export type LogFilter = {
  /** `webhook`, `status` and `event` are word lists in the format of `wordsIn`. */
  webhook: string | undefined;
  status: string | undefined;
  event: string | undefined;
  /** `2`, `2..` or `2..4`. */
  attempts: string | undefined;
  /** `5..`: at least five minutes late. */
  late: string | undefined;
  text: string | undefined;
  view: View | undefined;
  preset: Preset | undefined;
  between: Span | undefined;
};

/** Reads the filters from URL parameters. Invalid values are ignored. */
export function filterFrom(get: (name: string) => string | null | undefined): LogFilter {
  const between = spanFrom(get("between") ?? "");
  const words = (name: string, longest = longestWords) => get(name)?.trim().slice(0, longest) || undefined;
  const text = words("text", longestText);
  return {
    webhook: words("webhook"),
    status: words("status"),
    event: words("event"),
    attempts: isAttempts(get("attempts") ?? "") ? (get("attempts") ?? undefined) : undefined,
    late: /^\d{1,4}\.\.$/.test(get("late") ?? "") ? (get("late") ?? undefined) : undefined,
    // Text that looks like a time would match no entry.
    text: text && looksLikeTime(text) ? undefined : text,
    view: deliveryViews.find((view) => view === get("view")),
    preset: between ? undefined : presetFrom(get("time")),
    between,
  };
}

function presetFrom(time: string | null | undefined): Preset | undefined {
  if (time === ALL_TIME) return undefined;
  return presets.find(({ value }) => value === time) ?? presets.find(({ value }) => value === defaultTime);
}

/** URL changes that close the open entry and go back to the first page. */
export const fromStart = { entry: undefined, after: undefined };

/** URL changes that select a preset or all time. */
export const toPreset = (value: string) => ({
  time: value === defaultTime ? undefined : value,
  between: undefined,
  tz: undefined,
  ...fromStart,
});

/** URL changes for the deliveries without a known time. Keeps the other filters. */
export const olderOnly = { ...toPreset(ALL_TIME), view: "older" };

const usualGrainMs = 5 * MINUTE;

/** Interval in ms at which "now" advances for a filter. At most five minutes. */
export const grainOf = ({ preset }: LogFilter) => Math.min(preset?.grainMs ?? usualGrainMs, usualGrainMs);

/** Time span of a filter. Empty for all time. */
export function spanOf({ between, preset }: LogFilter, nowMs: number): Span {
  if (between) return between;
  if (!preset) return {};
  const untilMs = Math.floor(nowMs / preset.grainMs) * preset.grainMs;
  return { fromMs: untilMs - preset.ms };
}

/** True if the chosen range ended in the past. */
export const isOver = ({ between }: LogFilter, nowMs: number) => between?.toMs !== undefined && between.toMs < nowMs;

/** Query input of a filter, without undefined values. */
export function inputOf(filter: LogFilter, nowMs: number): DeliveryFilter {
  const { preset: _preset, between: _between, ...words } = filter;
  const { fromMs, toMs } = spanOf(filter, nowMs);
  const input = { ...words, from: fromMs && instant(fromMs), to: toMs && instant(toMs) };
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** Reads only the time filter, for the page of one webhook. */
export const timeOnly = (get: (name: string) => string | null | undefined) =>
  filterFrom((name) => (name === "time" || name === "between" ? get(name) : undefined));

/** Query inputs for the counts and figures of one webhook. */
export function webhookInputs(id: string, filter: LogFilter, nowMs: number) {
  const { from, to } = inputOf(filter, nowMs);
  const time = { ...(from ? { from } : {}), ...(to ? { to } : {}) };
  return { counts: { webhook: wordText(id), ...time }, figures: { webhook_id: id, ...time } };
}

/** Rows of one page. */
const pageSize = 50;

/** Query input for one page of rows. */
export const pageInput = (get: (name: string) => string | null | undefined) => {
  const after = get("after")?.slice(0, 700);
  return { limit: pageSize, ...(after ? { after } : {}) };
};

export type AttemptsRange = { least: number; most: number };

export function attemptsFrom(text: string): AttemptsRange | undefined {
  const parts = /^(\d{1,9})(?:(\.\.)(\d{1,9})?)?$/.exec(text);
  if (!parts) return undefined;
  const least = Number(parts[1]);
  const most = parts[3] === undefined ? (parts[2] ? Number.POSITIVE_INFINITY : least) : Number(parts[3]);
  return most < least ? undefined : { least, most };
}

const isAttempts = (text: string) => text === NO_WORD || attemptsFrom(text) !== undefined;

/** "4 or more" for `4..`. */
export function attemptsMessage(text: string): string {
  const { least, most } = attemptsFrom(text) ?? {};
  if (least === undefined) return "no number";
  if (most === Number.POSITIVE_INFINITY) return `${least} or more`;
  return most === least ? String(least) : `${least} to ${most}`;
}

/** "5 min late or more" for `5..`. */
export const lateMessage = (text: string) => `${formatSpan(Number.parseInt(text, 10) * 60)} late or more`;

const instant = (ms: number) => new Date(ms).toISOString().replace(".000Z", "Z");

const edge = (ms: number | undefined) => (ms === undefined ? "" : instant(ms));

/** "2026-11-20T06:30:00Z..2026-11-20T07:00:00Z". One end may be open. */
export const spanText = ({ fromMs, toMs }: Span) => `${edge(fromMs)}..${edge(toMs)}`;

function spanFrom(text: string): Span | undefined {
  const [from, to, more] = text.split("..");
  if (to === undefined || more !== undefined) return undefined;
  const [fromMs, toMs] = [parseTime(from)?.ms, parseTime(to)?.ms];
  if ((from && fromMs === undefined) || (to && toMs === undefined)) return undefined;
  if (fromMs === undefined && toMs === undefined) return undefined;
  if (fromMs !== undefined && toMs !== undefined && toMs <= fromMs) return undefined;
  return { fromMs, toMs };
}

/** "failed or retrying", "not failed". */
export function wordMessage(text: string): string {
  const { words, isExcluded } = wordsIn(text);
  return `${isExcluded ? "not " : ""}${words.join(" or ")}`;
}

/** The filter after toggling a word. Switching between including and excluding replaces the other words. */
export function toggledWord(text: string | undefined, word: string, isExcluded: boolean): string | undefined {
  const { words, isExcluded: wasExcluded } = wordsIn(text);
  if (wasExcluded !== isExcluded) return wordsText({ words: [word], isExcluded });
  const rest = words.filter((value) => value !== word);
  return wordsText({ words: rest.length < words.length ? rest : [...words, word], isExcluded });
}

/** Description of each filter; undefined if it is not set. */
export function filterWords({ webhook, status, event, attempts, late, text, view, preset, between }: LogFilter) {
  return {
    time: between ? "this time" : preset && `the last ${preset.label}`,
    webhook: webhook && (wordsIn(webhook).words.length > 1 ? "these webhooks" : "this webhook"),
    status: status && `status ${wordMessage(status)}`,
    event: event && `event ${wordMessage(event)}`,
    attempts: attempts && `attempts ${attemptsMessage(attempts)}`,
    late: late && lateMessage(late),
    text: text && `“${text}”`,
    view: view && `the tab ${viewLabels[view]}`,
  };
}

export const viewLabels: Record<View, string> = {
  arrived: "Arrived",
  late: "Late",
  in_progress: "Being retried",
  not_delivered: "Not arrived",
  older: "Older",
};

/** "Thu 14:00 – 14:20" within one day of this week, "1 Nov 14:00 – 3 Nov 16:00" further back. */
export function rangeText({ fromMs, toMs }: Span, nowMs: number, timeZone: string): string {
  if (fromMs === undefined) return `until ${momentIn(toMs ?? nowMs, nowMs, timeZone).join(" ")}`;
  const [day, clock] = momentIn(fromMs, nowMs, timeZone);
  if (toMs === undefined) return `since ${day} ${clock}`;
  const [lastDay, lastClock] = momentIn(toMs, nowMs, timeZone);
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
