export type SentTime = {
  ms: number;
  isZoned: boolean;
  /** Sent as seconds or milliseconds since 1970, which people cannot read as a time. */
  isEpoch?: true;
};

const timestamp = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s?(Z|[+-]\d{2}:?\d{2})?$/i;

/** Parses an ISO timestamp. One without a zone is read as UTC, with `isZoned` false. Undefined for anything else. */
export function parseTime(sent: unknown): SentTime | undefined {
  if (typeof sent !== "string") return undefined;
  const parts = timestamp.exec(sent.trim());
  if (!parts) return undefined;
  const [, day = "", clock = "", zone] = parts;
  if (!isDay(day)) return undefined;
  const ms = Date.parse(`${day}T${clock}${zone ? offset(zone) : "Z"}`);
  return Number.isNaN(ms) ? undefined : { ms, isZoned: zone !== undefined };
}

/**
 * Parses a timestamp, or seconds or milliseconds since 1970, as a number or as text. Undefined outside 2001 to 2100,
 * because zero times and far dates mean "none" or "never".
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

/** False for a day that its month does not have. `Date.parse` reads 31 February as 3 March. */
function isDay(day: string) {
  const ms = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}

const offset = (zone: string) => zone.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
