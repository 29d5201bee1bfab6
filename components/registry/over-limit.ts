import { formatSpan } from "@/lib/format/format-time";

/** "14 min" since a call passed its limit; undefined before that. */
export function overLimit(limit_at: string | undefined, nowMs: number | undefined): string | undefined {
  const overMs = limit_at === undefined || nowMs === undefined ? 0 : nowMs - Date.parse(limit_at);
  return overMs > 0 ? formatSpan(Math.floor(overMs / 1000)) : undefined;
}
