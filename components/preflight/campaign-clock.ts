import { formatMinute, formatMoment, timeZoneOf, type Zone } from "@/lib/format/format-time";
import { offsetAt } from "@/lib/format/zoned-time";

/** "Mon 20:00" by the clocks of an IANA zone. A dialog about a campaign shows its clock only. */
export const momentIn = (ms: number, zone: string, nowMs: number) =>
  formatMoment(ms + offsetAt(ms, zone), "utc", nowMs + offsetAt(nowMs, zone));

/** " (21:00 for you)", to be said once; empty if the reader has the same clock. */
export function forReader(ms: number, zone: string, shown: Zone): string {
  if (offsetAt(ms, zone) === offsetAt(ms, timeZoneOf(shown))) return "";
  return ` (${formatMinute(ms, shown)} ${shown === "utc" ? "UTC" : "for you"})`;
}
