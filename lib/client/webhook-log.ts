import type { Webhook } from "@/lib/contract/api/webhooks";
import type { DeliverySummary, LogReading, WebhookHealth } from "@/lib/contract/console/deliveries";
import { countOf, formatCount } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { formatDay, formatMinute, formatMoment, formatShortDay, type Zone } from "@/lib/format/format-time";

export type Target = { host: string; path: string; url: string };

/** Host and path of a webhook's address. They omit its query and credentials. */
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
  const ms = Date.parse(iso);
  return formatDay(ms, zone) === formatDay(nowMs, zone) ? formatMinute(ms, zone) : formatMoment(ms, zone, nowMs);
}

/** "failing since Thu 13:41, 21×" from the second failed delivery on; undefined before. */
export function failingWords({ failing_since, failing }: Failing, zone: Zone, nowMs: number): string | undefined {
  if (failing_since === null || failing < 2) return undefined;
  return `failing since ${momentWords(failing_since, zone, nowMs)}, ${formatCount(failing)}×`;
}

type Failing = Pick<WebhookHealth, "failing_since" | "failing">;

export type Targets = ReadonlyMap<string, Target>;

/** Steps of the delivery chart. `isUnseen` marks steps before the first read, whose deliveries are unknown. */
export function chartSteps({ chart, reading: { watched_since } }: ChartedLog, hasMatches = false) {
  const watchedMs = watched_since === null ? Number.POSITIVE_INFINITY : Date.parse(watched_since);
  return chart.steps.map(({ at, first_attempt: first, after_retries: again, not_delivered: missed, ...step }) => {
    const fromMs = Math.max(Date.parse(at), Date.parse(chart.from));
    const toMs = Math.min(Date.parse(at) + chart.step_seconds * 1000, Date.parse(chart.to));
    const matched = hasMatches ? step.matched : undefined;
    return { fromMs, toMs, first, again, missed, matched, isUnseen: toMs <= watchedMs && first + again + missed === 0 };
  });
}

type ChartedLog = Pick<DeliverySummary, "chart"> & { reading: Pick<LogReading, "watched_since"> };

/** "Watched since 25 Nov, 09:29". */
export function watchedText({ watched_since, at }: LogReading, zone: Zone): string | undefined {
  if (watched_since === null) return undefined;
  const ms = Date.parse(watched_since);
  return `Watched since ${formatShortDay(ms, zone, Date.parse(at ?? watched_since))}, ${formatMinute(ms, zone)}`;
}

/** Warning about deliveries missing from the chosen time, without its full stop. Undefined if all of it was watched. */
export function unwatchedText(
  { watched, older, reading: { watched_since } }: DeliverySummary,
  momentOf: (iso: string) => string,
): string | undefined {
  if (watched === "all" || watched_since === null) return undefined;
  const since = momentOf(watched_since);
  const unwatched = `Switchboard was not watching ${watched === "none" ? "then" : `before ${since}`}`;
  if (older.total === 0) return unwatched;
  const which = older.failed === older.total ? "that failed" : "from";
  const has = older.total === 1 ? "has" : "have";
  const deliveries = countOf(older.total, "delivery", "deliveries");
  return `${unwatched}. ${deliveries} ${which} before ${since} ${has} no time and may belong here`;
}
