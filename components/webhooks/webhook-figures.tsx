import { deliveredShare } from "@/lib/client/webhook-log";
import { type DeliverySummary, NO_WORD, type WebhookHealth } from "@/lib/contract/console/deliveries";

export function Share({ share }: { share: string }) {
  return (
    <span className="text-right max-narrow:hidden">
      {share === "–" ? <span className="text-ink-3">–</span> : <b className="font-semibold">{share}</b>}
      <span className="sr-only"> delivered</span>
    </span>
  );
}

export const sumOf = (all: readonly WebhookHealth["hours"][]) =>
  (all[0] ?? []).map((_, index): [number, number] => [
    all.reduce((sum, hours) => sum + (hours[index]?.[0] ?? 0), 0),
    all.reduce((sum, hours) => sum + (hours[index]?.[1] ?? 0), 0),
  ]);

/** Returns the URL of the webhook log with additional filters. */
export type LogHref = (more?: Record<string, string | undefined>) => string;

type FirstTries = Pick<DeliverySummary, "total" | "retrying" | "chart" | "watched">;

/** Share delivered on the first attempt, as `deliveredShare`. */
export function firstTryShare({ total, retrying, chart, watched }: FirstTries): string {
  const first = chart.steps.reduce((sum, step) => sum + step.first_attempt, 0);
  return deliveredShare(
    { total, retrying, not_delivered: total - retrying - Math.min(first, total - retrying) },
    watched,
  );
}

type AttemptsRow = {
  /** URL value: `3`, `9..`, or the word for no number. */
  value: string;
  label: string;
  count: number;
  /** Count that also matches the other filters. */
  matched: number;
  /** Percent of the longest row on a log scale. */
  width: number;
};

const MOST_ROWS = 8;

/** Label for attempts that are missing or no integer. */
export const NO_NUMBER = "—";

/** Histogram of attempts, at most eight rows for numbers. The last one may be open-ended, such as "8+". */
export function attemptsRows(counted: DeliverySummary["attempts"]): AttemptsRow[] {
  const numbered = counted.flatMap(({ attempts, ...counts }) => (attempts === null ? [] : [{ attempts, ...counts }]));
  numbered.sort((a, b) => a.attempts - b.attempts);
  const single = numbered.length > MOST_ROWS ? numbered.slice(0, MOST_ROWS - 1) : numbered;
  const rest = numbered.slice(single.length);
  const rows = single.map(({ attempts, ...counts }) => ({
    value: String(attempts),
    label: String(attempts),
    ...counts,
  }));
  const [first] = rest;
  if (first) rows.push({ value: `${first.attempts}..`, label: `${first.attempts}+`, ...countsOf(rest) });
  const unnumbered = counted.filter(({ attempts }) => attempts === null);
  if (unnumbered.length > 0) rows.push({ value: NO_WORD, label: NO_NUMBER, ...countsOf(unnumbered) });
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return rows.map((row) => ({ ...row, width: (100 * Math.log1p(row.count)) / Math.log1p(most) }));
}

const countsOf = (rows: readonly { count: number; matched: number }[]) => ({
  count: rows.reduce((sum, { count }) => sum + count, 0),
  matched: rows.reduce((sum, { matched }) => sum + matched, 0),
});
