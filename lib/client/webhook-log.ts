import type { Webhook } from "@/lib/contract/api/webhooks";
import type { DeliverySummary, LogReading, WebhookHealth } from "@/lib/contract/console/deliveries";
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

/** The steps of a chart of deliveries. Nothing seen before the oldest entry is not the same as no deliveries: `isUnseen`. */
export function chartSteps({ chart, reading: { oldest_at } }: ChartedLog) {
  const oldestMs = oldest_at === null ? Number.POSITIVE_INFINITY : Date.parse(oldest_at);
  return chart.steps.map(({ at, first_attempt: first, after_retries: again, not_delivered: missed, matched }) => {
    const fromMs = Math.max(Date.parse(at), Date.parse(chart.from));
    const toMs = Math.min(Date.parse(at) + chart.step_seconds * 1000, Date.parse(chart.to));
    return { fromMs, toMs, first, again, missed, matched, isUnseen: toMs <= oldestMs && first + again + missed === 0 };
  });
}

type ChartedLog = Pick<DeliverySummary, "chart"> & { reading: Pick<LogReading, "oldest_at"> };

/** What may belong to the time that is shown, though nothing says when it was. */
export function untimedText(
  { untimed_at_start: { matched }, reading: { kept_since } }: DeliverySummary,
  momentOf: (iso: string) => string,
): string | undefined {
  if (matched === 0 || kept_since === null) return undefined;
  const were = matched === 1 ? "was" : "were";
  const may = matched === 1 ? "it may belong here" : "they may belong here";
  return `${formatCount(matched)} without a time ${were} there before Switchboard first looked (${momentOf(kept_since)}); ${may}.`;
}
