export type SentTime = {
  ms: number;
  isZoned: boolean;
  /** It came as seconds or milliseconds since 1970, which nobody reads as a time. */
  isEpoch?: true;
};

const timestamp = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s?(Z|[+-]\d{2}:?\d{2})?$/i;

/** Reads an ISO timestamp; one without a zone is taken as UTC and says so. Undefined when it is not a timestamp. */
export function parseTime(sent: unknown): SentTime | undefined {
  if (typeof sent !== "string") return undefined;
  const parts = timestamp.exec(sent.trim());
  if (!parts) return undefined;
  const [, day = "", clock = "", zone] = parts;
  const ms = Date.parse(`${day}T${clock}${zone ? offset(zone) : "Z"}`);
  return Number.isNaN(ms) ? undefined : { ms, isZoned: zone !== undefined };
}

/**
 * The same for a field that is known to hold a moment, from 2001 to 2100: others stand for "none" or "never", as the zero times of
 * Go and Unix do. One in seconds or milliseconds since 1970, as a number or as text, is read too, for it can be nothing else.
 */
export function parseMoment(sent: unknown): SentTime | undefined {
  const digits = typeof sent === "number" ? String(sent) : typeof sent === "string" ? sent.trim() : "";
  const [, whole = "", fraction = ""] = /^([1-4]\d{9}(?:\d{3})?)(\.\d{1,9})?$/.exec(digits) ?? [];
  if (whole === "") return plausible(parseTime(sent));
  const ms = Math.trunc(Number(`${whole}${fraction}`) * (whole.length === 10 ? 1000 : 1));
  return plausible({ ms, isZoned: true, isEpoch: true });
}

const [earliestMs, latestMs] = [Date.UTC(2001, 0, 1), Date.UTC(2100, 0, 1)];

const plausible = (time: SentTime | undefined) =>
  time && time.ms >= earliestMs && time.ms < latestMs ? time : undefined;

const offset = (zone: string) => zone.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");

const half = String.raw`\s?[ap]\.?m\.?`;
const clock = new RegExp(
  String.raw`(?:^|[\s–—~]|\d{4}-\d{2}-\d{2}t)\d{1,2}(?::\d{2}(?::\d{2}(?:\.\d+)?)?(?:${half})?|${half})` +
    String.raw`(?:z|[+-]\d{2}:?\d{2})?(?=$|[\s,–—]|-\d|\.\.)`,
  "i",
);
const dottedClock = /^\d{1,2}\.\d{2}(?:\s?[-–—]\s?\d{1,2}\.\d{2})?$/;
const date = /(?<!\S)(?:\d{1,2}([/.])\d{1,2}\1\d{4}|\d{4}-\d{2}-\d{2})(?![^\s,–—])/;
const length = "(?:hours?|hrs?|minutes?|mins?)";
const earlier = String.raw`(?:\d+|${length}|(?:day|night|morning|week|month)s?|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)`;
const words = new RegExp(
  String.raw`(?<!\S)(?:today|yesterday|tonight|noon|midnight|ago|(?:last|past|this) ${earlier}|\d+ ?${length})` +
    String.raw`(?![^\s,–—])`,
  "i",
);

/** Whether a time is meant, understood or not: it has a clock, a date or such words, as IDs and addresses do not. */
export const looksLikeTime = (text: string) =>
  [clock, dottedClock, date, words].some((each) => each.test(text.trim().replace(/\s+/g, " ")));
