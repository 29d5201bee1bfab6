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
 * The same for a field that is known to hold a moment: one in seconds or milliseconds since 1970, as a number or as text,
 * is read where it can be nothing else (2001 to 2100).
 */
export function parseMoment(sent: unknown): SentTime | undefined {
  const digits = typeof sent === "number" ? String(sent) : typeof sent === "string" ? sent.trim() : "";
  const [, whole = "", fraction = ""] = /^([1-4]\d{9}(?:\d{3})?)(\.\d{1,9})?$/.exec(digits) ?? [];
  if (whole === "") return parseTime(sent);
  const ms = Math.trunc(Number(`${whole}${fraction}`) * (whole.length === 10 ? 1000 : 1));
  return ms < latestMs ? { ms, isZoned: true, isEpoch: true } : undefined;
}

const latestMs = Date.UTC(2100, 0, 1);

const offset = (zone: string) => zone.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
