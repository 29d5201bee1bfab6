import type { GetParam } from "@/components/list/list-spec";
import { wordText } from "@/lib/contract/console/webhook-log/words";
import type { Span } from "@/lib/format/parse-range";
import { parseTime } from "@/lib/format/parse-time";
import { instant } from "@/lib/format/span-text";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The start of a preset is rounded down to `grainMs`, so that its query key is stable that long. */
export const presets = [
  { value: "15m", label: "15 min", ms: 15 * MINUTE, grainMs: MINUTE },
  { value: "1h", label: "1 h", ms: HOUR, grainMs: MINUTE },
  { value: "24h", label: "24 h", ms: DAY, grainMs: 5 * MINUTE },
  { value: "7d", label: "7 d", ms: 7 * DAY, grainMs: HOUR },
  { value: "30d", label: "30 d", ms: 30 * DAY, grainMs: 6 * HOUR },
] as const;

type Preset = (typeof presets)[number];

export const defaultTime = "24h";
export const ALL_TIME = "all";

/** The chosen time of the log. `between` replaces the preset; all time has neither. */
export type LogTime = { preset: Preset | undefined; between: Span | undefined };

/** Reads the time from URL parameters. An invalid one is ignored. */
export function timeIn(get: GetParam): LogTime {
  const between = spanFrom(get("between") ?? "");
  return { preset: between ? undefined : presetFrom(get("time")), between };
}

function presetFrom(time: string | undefined): Preset | undefined {
  if (time === ALL_TIME) return undefined;
  return presets.find(({ value }) => value === time) ?? presets.find(({ value }) => value === defaultTime);
}

function spanFrom(text: string): Span | undefined {
  const [from, to, more] = text.split("..");
  if (to === undefined || more !== undefined) return undefined;
  const [fromMs, toMs] = [parseTime(from)?.ms, parseTime(to)?.ms];
  if ((from && fromMs === undefined) || (to && toMs === undefined)) return undefined;
  if (fromMs === undefined && toMs === undefined) return undefined;
  if (fromMs !== undefined && toMs !== undefined && toMs <= fromMs) return undefined;
  return { fromMs, toMs };
}

const defaultGrainMs = 5 * MINUTE;

/** Interval in ms at which "now" advances for a time. At most five minutes. */
export const grainOf = ({ preset }: LogTime) => Math.min(preset?.grainMs ?? defaultGrainMs, defaultGrainMs);

export function spanOf({ between, preset }: LogTime, nowMs: number): Span {
  if (between) return between;
  if (!preset) return {};
  const untilMs = Math.floor(nowMs / preset.grainMs) * preset.grainMs;
  return { fromMs: untilMs - preset.ms };
}

export const isOver = ({ between }: LogTime, nowMs: number) => between?.toMs !== undefined && between.toMs < nowMs;

/** Inputs `from` and `to` of an operation. */
export function timeInput(time: LogTime, nowMs: number): { from?: string; to?: string } {
  const { fromMs, toMs } = spanOf(time, nowMs);
  return {
    ...(fromMs === undefined ? {} : { from: instant(fromMs) }),
    ...(toMs === undefined ? {} : { to: instant(toMs) }),
  };
}

/** Inputs of the page of one webhook. */
export function webhookInputs(id: string, time: LogTime, nowMs: number) {
  const span = timeInput(time, nowMs);
  return { counts: { webhook: wordText(id), ...span }, figures: { webhook_id: id, ...span } };
}
