import { deliveryViews, type HereState, hereStates } from "@/lib/contract/console/webhook-log/filter";
import { longestWords, NO_WORD, wordsIn, wordsText, wordText } from "@/lib/contract/console/webhook-log/words";
import type { DeliveryFilter } from "@/lib/contract/inputs/webhook-log";
import { formatSpan } from "@/lib/format/format-time";
import type { Span } from "@/lib/format/parse-range";
import { parseTime } from "@/lib/format/parse-time";
import { instant } from "@/lib/format/span-text";
import { looksLikeTime } from "@/lib/format/typed-time";

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
  here: HereState | undefined;
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
    here: hereStates.find((state) => state === get("here")),
    preset: between ? undefined : presetFrom(get("time")),
    between,
  };
}

function presetFrom(time: string | null | undefined): Preset | undefined {
  if (time === ALL_TIME) return undefined;
  return presets.find(({ value }) => value === time) ?? presets.find(({ value }) => value === defaultTime);
}

export const fromStart = { entry: undefined, after: undefined };

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

export function spanOf({ between, preset }: LogFilter, nowMs: number): Span {
  if (between) return between;
  if (!preset) return {};
  const untilMs = Math.floor(nowMs / preset.grainMs) * preset.grainMs;
  return { fromMs: untilMs - preset.ms };
}

export const isOver = ({ between }: LogFilter, nowMs: number) => between?.toMs !== undefined && between.toMs < nowMs;

export function inputOf(filter: LogFilter, nowMs: number): DeliveryFilter {
  const { preset: _preset, between: _between, ...words } = filter;
  const { fromMs, toMs } = spanOf(filter, nowMs);
  const input = { ...words, from: fromMs && instant(fromMs), to: toMs && instant(toMs) };
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

export const timeOnly = (get: (name: string) => string | null | undefined) =>
  filterFrom((name) => (name === "time" || name === "between" ? get(name) : undefined));

export function webhookInputs(id: string, filter: LogFilter, nowMs: number) {
  const { from, to } = inputOf(filter, nowMs);
  const time = { ...(from ? { from } : {}), ...(to ? { to } : {}) };
  return { counts: { webhook: wordText(id), ...time }, figures: { webhook_id: id, ...time } };
}

const pageSize = 50;

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

export function filterWords({ webhook, status, event, attempts, late, text, view, here, preset, between }: LogFilter) {
  return {
    time: between ? "this time" : preset && `the last ${preset.label}`,
    webhook: webhook && (wordsIn(webhook).words.length > 1 ? "these webhooks" : "this webhook"),
    status: status && `status ${wordMessage(status)}`,
    event: event && `event ${wordMessage(event)}`,
    attempts: attempts && `attempts ${attemptsMessage(attempts)}`,
    late: late && lateMessage(late),
    text: text && `“${text}”`,
    view: view && `the tab ${viewLabels[view]}`,
    here: here && `arrived here: ${hereLabels[here]}`,
  };
}

export const hereLabels: Record<HereState, string> = {
  yes: "yes",
  several: "several times",
  no: "not here",
  waiting: "not compared yet",
};

export const viewLabels: Record<View, string> = {
  arrived: "Arrived",
  late: "Late",
  in_progress: "Not arrived yet",
  not_delivered: "Not arrived",
  older: "Older",
};
