export type SentTime = { ms: number; isZoned: boolean };

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

const offset = (zone: string) => zone.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
