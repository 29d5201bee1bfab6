import { parseTime } from "@/lib/format/parse-time";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const presets = [
  { value: "15m", label: "last 15 min", ms: 15 * MINUTE, stepMs: MINUTE },
  { value: "1h", label: "last hour", ms: HOUR, stepMs: 2 * MINUTE },
  { value: "24h", label: "last 24 h", ms: 24 * HOUR, stepMs: 30 * MINUTE },
  { value: "7d", label: "last 7 d", ms: 7 * 24 * HOUR, stepMs: 4 * HOUR },
] as const;

type Preset = (typeof presets)[number];

export const ALL_TIME = "all";

/** Only entries without a time, which no preset can hold. */
export const NO_TIME = "none";

export type AttemptsRange = { least: number; most: number };

export type Span = { fromMs: number; toMs: number };

/** What narrows the log. An undefined part narrows nothing; `between` stands in for the preset. */
export type LogFilter = {
  attempts: AttemptsRange | undefined;
  preset: Preset | undefined;
  between: Span | undefined;
  isUntimed: boolean;
  /** A status word, or behind `!` every other one. */
  status: string | undefined;
  event: string | undefined;
  text: string | undefined;
};

export const filterNames = ["attempts", "time", "status", "event", "text"] as const;
export type FilterName = (typeof filterNames)[number];

/** Reads the filter out of an address. What cannot be read narrows nothing. */
export function filterFrom(get: (name: string) => string | null | undefined): LogFilter {
  const between = spanFrom(get("between") ?? "");
  return {
    attempts: attemptsFrom(get("attempts") ?? ""),
    preset: presetFrom(get("time")),
    between,
    isUntimed: between === undefined && get("time") === NO_TIME,
    status: get("status") || undefined,
    event: get("event") || undefined,
    text: get("text")?.trim() || undefined,
  };
}

/** Entries of the last day unless the address says otherwise. */
function presetFrom(time: string | null | undefined): Preset | undefined {
  if (time === ALL_TIME || time === NO_TIME) return undefined;
  return presets.find(({ value }) => value === time) ?? presets[2];
}

/** `2`, `2..` or `2..4`. */
export function attemptsFrom(text: string): AttemptsRange | undefined {
  const parts = /^(\d{1,9})(?:(\.\.)(\d{1,9})?)?$/.exec(text);
  if (!parts) return undefined;
  const least = Number(parts[1]);
  const most = parts[3] === undefined ? (parts[2] ? Number.POSITIVE_INFINITY : least) : Number(parts[3]);
  return most < least ? undefined : { least, most };
}

export function attemptsMessage({ least, most }: AttemptsRange): string {
  if (most === Number.POSITIVE_INFINITY) return `${least} or more`;
  return most === least ? String(least) : `${least} to ${most}`;
}

export const spanText = ({ fromMs, toMs }: Span) => `${instant(fromMs)}..${instant(toMs)}`;

const instant = (ms: number) => new Date(ms).toISOString().replace(".000Z", "Z");

function spanFrom(text: string): Span | undefined {
  const [from, to, more] = text.split("..");
  const [fromMs, toMs] = [parseTime(from)?.ms, parseTime(to)?.ms];
  if (fromMs === undefined || toMs === undefined || more !== undefined || toMs <= fromMs) return undefined;
  return { fromMs, toMs };
}

/** The moments a filter lets through, `toMs` no longer among them; undefined lets all through. */
export function spanOf({ between, preset }: LogFilter, readMs: number): Span | undefined {
  if (between) return between;
  return preset && { fromMs: readMs - preset.ms, toMs: Number.POSITIVE_INFINITY };
}

/** The parameters that take one filter away. */
export function without(name: FilterName): Record<string, string | undefined> {
  return name === "time" ? { time: ALL_TIME, between: undefined } : { [name]: undefined };
}
