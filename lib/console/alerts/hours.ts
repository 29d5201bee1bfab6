import type { AlertPace } from "@/lib/contract/console/alert-settings";
import { hoursAt, hoursIn } from "@/lib/contract/console/campaign-hours";
import { isZone } from "@/lib/format/zoned-time";

const mostSpans = 20;

/** Whether a campaign may call at a moment, by its record. What is not given forbids nothing. */
export function isCallingTime(record: Record<string, unknown>, at: Date): boolean {
  const hours = hoursIn(record);
  return !hours || hoursAt(hours, at.getTime()).isOpen;
}

/** When the quiet hours end that a moment lies in; undefined outside of them. Those without a length, once saved, hold nothing. */
export function quietUntil({ is_quiet, from, to, zone, has_weekends }: AlertPace, now: Date): Date | undefined {
  if (!is_quiet || !isZone(zone)) return undefined;
  const nights = from === to ? [] : [{ timezone: zone, days: null, start: from, end: to }];
  const weekends = { timezone: zone, days: [0, 6], start: "00:00", end: "00:00" };
  let ms = now.getTime();
  for (let span = 0; span < mostSpans; span += 1) {
    const spans = [...nights, ...(has_weekends ? [weekends] : [])].map((hours) => hoursAt(hours, ms));
    const untilMs = spans.find(({ isOpen }) => isOpen)?.untilMs;
    if (untilMs === undefined) break;
    ms = untilMs;
  }
  return ms > now.getTime() ? new Date(ms) : undefined;
}
