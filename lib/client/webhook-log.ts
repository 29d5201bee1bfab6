import type { Webhook } from "@/lib/contract/api/webhooks";
import type { LogReading } from "@/lib/contract/console/webhook-log/deliveries";
import type { DeliverySummary, WebhookHealth } from "@/lib/contract/console/webhook-log/summary";
import { countOf, formatCount, formatNumber } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { formatDay, formatMinute, formatMoment, formatShortDay, type Zone } from "@/lib/format/format-time";

export type Target = { host: string; path: string; url: string };

/** Host and path of a webhook's address. They omit its query and credentials. */
export function targetOf({ url }: Webhook): Target | undefined {
  if (!url) return undefined;
  try {
    const { host, pathname } = new URL(url);
    // Our own addresses are masked, and a URL escapes the mask.
    const path = pathname === "/" ? "" : pathname.replace("%E2%80%A6", "…");
    return { host: host || visibleControls(url), path, url };
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

type Delivered = Pick<WebhookHealth, "total" | "not_delivered" | "retrying">;

/**
 * Share of the deliveries that arrived, without those being retried. Rounded down, so that it is 100% only without failures. "–"
 * unless all of the time was watched: failures of other times are not known.
 */
export function deliveredShare({ total, not_delivered, retrying }: Delivered, watched: DeliverySummary["watched"]) {
  const known = total - retrying;
  if (known <= 0 || watched !== "all") return "–";
  return not_delivered === 0
    ? "100%"
    : `${formatNumber(Math.floor((1000 * (known - not_delivered)) / known) / 10, 1)}%`;
}

type Watched = Pick<DeliverySummary, "watched" | "since_first_read">;

/**
 * The share of the deliveries that arrived, of what is known: "98.1%" "of 396", on the first day "of 396 since 18:44". Of one webhook
 * if it is named. `total` leaves out those that have not arrived yet, as the share does.
 */
export function shareOf(counts: Delivered, { watched, since_first_read }: Watched, webhook?: string) {
  if (since_first_read === null)
    return { share: deliveredShare(counts, watched), total: counts.total - counts.retrying, since: undefined };
  const { since } = since_first_read;
  const known = webhook === undefined ? since_first_read : since_first_read.webhooks[webhook];
  if (!known) return { share: "–", total: 0, since };
  return { share: deliveredShare(known, "all"), total: known.total - known.retrying, since };
}

/** Sentence for a time without deliveries. Only a time that was watched is known to have had none. */
export function noneWords(watched: DeliverySummary["watched"], time = "in this time") {
  if (watched === "none") return `Not watched ${time}`;
  return `No ${watched === "all" ? "" : "known "}deliveries ${time}`;
}

export type Targets = ReadonlyMap<string, Target>;

export function bandOf({ chart, gaps, reading: { watched_since } }: ChartedLog) {
  const [fromMs, toMs] = [Date.parse(chart.from), Date.parse(chart.to)];
  const sinceMs = watched_since === null ? Number.POSITIVE_INFINITY : Date.parse(watched_since);
  const before = { fromMs: Number.NEGATIVE_INFINITY, toMs: sinceMs };
  const unwatched = [before, ...gaps.map(({ from, to }) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) }))];
  return {
    steps: chart.steps.map(({ at, not_delivered: missed, ...counts }) => ({
      fromMs: Math.max(Date.parse(at), fromMs),
      toMs: Math.min(Date.parse(at) + chart.step_seconds * 1000, toMs),
      missed,
      ...counts,
    })),
    gaps: unwatched
      .map((gap) => ({ fromMs: Math.max(gap.fromMs, fromMs), toMs: Math.min(gap.toMs, toMs) }))
      .filter((gap) => gap.fromMs < gap.toMs),
  };
}

type ChartedLog = Pick<DeliverySummary, "chart" | "gaps"> & { reading: Pick<LogReading, "watched_since"> };

/** "Watched since 25 Nov, 09:29". */
export function watchedText({ watched_since, at }: LogReading, zone: Zone): string | undefined {
  if (watched_since === null) return undefined;
  const ms = Date.parse(watched_since);
  return `Watched since ${formatShortDay(ms, zone, Date.parse(at ?? watched_since))}, ${formatMinute(ms, zone)}`;
}

/**
 * Warning about deliveries from before the first read that the chosen time may lack, without its full stop. Undefined if all of it
 * is after the first read.
 */
export function unwatchedText(
  { watched, older, chart, reading: { watched_since } }: UnwatchedLog,
  momentOf: (iso: string) => string,
): string | undefined {
  if (watched === "all" || watched_since === null || Date.parse(chart.from) >= Date.parse(watched_since))
    return undefined;
  const since = momentOf(watched_since);
  const isThen = Date.parse(chart.to) <= Date.parse(watched_since);
  const sentence = `Switchboard was not watching ${isThen ? "then" : `before ${since}`}`;
  return older.total > 0 ? `${sentence}. ${olderSentence(older, since)}` : sentence;
}

type UnwatchedLog = Pick<DeliverySummary, "watched" | "older" | "chart"> & {
  reading: Pick<LogReading, "watched_since">;
};

function olderSentence({ total, failed }: DeliverySummary["older"], since: string) {
  const which = failed === total ? "that failed" : "from";
  const deliveries = countOf(total, "delivery", "deliveries");
  return `${deliveries} ${which} before ${since} ${total === 1 ? "has" : "have"} no time and may belong here`;
}
