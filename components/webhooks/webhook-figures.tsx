import { type DeliverySummary, NO_WORD, type WebhookHealth } from "@/lib/contract/console/deliveries";
import { formatNumber } from "@/lib/format/format-count";

export function Share({ total, missed }: { total: number; missed: number }) {
  return (
    <span className="text-right max-narrow:hidden">
      {total === 0 ? (
        <span className="text-ink-3">–</span>
      ) : (
        <b className="font-semibold">{shareText(total, missed)}</b>
      )}
      <span className="sr-only"> delivered</span>
    </span>
  );
}

/** Never 100% where one is missing. */
export function shareText(total: number, missed: number): string {
  return missed === 0 ? "100%" : `${formatNumber(Math.floor((1000 * (total - missed)) / total) / 10, 1)}%`;
}

export const sumOf = (all: readonly WebhookHealth["hours"][]) =>
  (all[0] ?? []).map((_, index): [number, number] => [
    all.reduce((sum, hours) => sum + (hours[index]?.[0] ?? 0), 0),
    all.reduce((sum, hours) => sum + (hours[index]?.[1] ?? 0), 0),
  ]);

/** The address of the webhook log with more of its filters set. */
export type LogHref = (more?: Record<string, string | undefined>) => string;

/** Of the deliveries that sent a number of attempts: the middle one, what 95 % stay within, the most. */
export function attemptsOf({ attempts }: Pick<DeliverySummary, "attempts">) {
  const counted = attempts
    .flatMap(({ attempts, count }) => (attempts === null ? [] : [{ attempts, count }]))
    .sort((a, b) => a.attempts - b.attempts);
  const all = counted.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return undefined;
  const within = (share: number) => {
    let seen = 0;
    for (const { attempts, count } of counted) {
      seen += count;
      if (seen >= share * all) return attempts;
    }
    return counted.at(-1)?.attempts ?? 0;
  };
  return { median: within(0.5), p95: within(0.95), most: counted.at(-1)?.attempts ?? 0 };
}

/** Which share arrived on the first attempt. */
export function firstTryShare({ total, chart }: Pick<DeliverySummary, "total" | "chart">): string {
  const first = chart.steps.reduce((sum, step) => sum + step.first_attempt, 0);
  return total === 0 ? "–" : shareText(total, total - Math.min(first, total));
}

type AttemptsRow = {
  /** As in the address: `3`, `9..`, or that no number was sent. */
  value: string;
  label: string;
  count: number;
  /** How many of them the other filters match as well. */
  matched: number;
  /** Of the longest row, 0 to 100, on a log scale. */
  width: number;
};

const MOST_ROWS = 8;

/** Stands for attempts that came as no whole number, or not at all. */
export const NO_NUMBER = "—";

/** How many deliveries took how many attempts. More than eight different numbers end in one row, "9+". */
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
