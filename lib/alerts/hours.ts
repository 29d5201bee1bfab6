import type { AlertPace } from "@/lib/contract/console/alert-settings";
import { hoursAt } from "@/lib/contract/console/campaign-hours";
import { isZone } from "@/lib/format/zoned-time";

const maxSpans = 20;

/** End of the current quiet hours, or undefined outside of them. Quiet hours of length zero are ignored. */
export function quietUntil({ is_quiet, from, to, zone, has_weekends }: AlertPace, now: Date): Date | undefined {
  if (!is_quiet || !isZone(zone)) return undefined;
  const nights = from === to ? [] : [{ timezone: zone, days: null, start: from, end: to }];
  const weekends = { timezone: zone, days: [0, 6], start: "00:00", end: "00:00" };
  let ms = now.getTime();
  for (let span = 0; span < maxSpans; span += 1) {
    const spans = [...nights, ...(has_weekends ? [weekends] : [])].map((hours) => hoursAt(hours, ms));
    const untilMs = spans.find(({ isOpen }) => isOpen)?.untilMs;
    if (untilMs === undefined) break;
    ms = untilMs;
  }
  return ms > now.getTime() ? new Date(ms) : undefined;
}
