import type { Webhook } from "@/lib/contract/api/webhooks";
import type { WebhookHealth } from "@/lib/contract/console/deliveries";
import { formatCount } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { formatDay, formatMinute, formatMoment, type Zone } from "@/lib/format/format-time";

export type Target = { host: string; path: string; url: string };

/** Host and path of where a webhook delivers. Queries and credentials of an address stay out of sight. */
export function targetOf({ url }: Webhook): Target | undefined {
  if (!url) return undefined;
  try {
    const { host, pathname } = new URL(url);
    return { host: host || visibleControls(url), path: pathname === "/" ? "" : pathname, url };
  } catch {
    return { host: visibleControls(url), path: "", url };
  }
}

/** "13:41" today, "Thu 13:41" this week, "11 Nov 13:41" before. */
export function momentWords(iso: string, zone: Zone, nowMs: number): string {
  const at = Date.parse(iso);
  return formatDay(at, zone) === formatDay(nowMs, zone) ? formatMinute(at, zone) : formatMoment(at, zone, nowMs);
}

/** "failing since Thu 13:41, 21×", from the second that was not delivered on: one alone is only counted. */
export function failingWords({ failing_since, failing }: Failing, zone: Zone, nowMs: number): string | undefined {
  if (failing_since === null || failing < 2) return undefined;
  return `failing since ${momentWords(failing_since, zone, nowMs)}, ${formatCount(failing)}×`;
}

type Failing = Pick<WebhookHealth, "failing_since" | "failing">;

export type Targets = ReadonlyMap<string, Target>;
