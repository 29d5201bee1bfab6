import type { CampaignCounts } from "@/lib/contract/console/campaign-counters";
import type { KeptCalls } from "@/lib/contract/console/campaign-list";
import { countOf, formatCount } from "@/lib/format/format-count";

type CostInput = {
  waiting: number | undefined;
  calls: KeptCalls | null | undefined;
  /** Price a minute of the calling number, as sent. */
  price: unknown;
  counts: CampaignCounts;
};

type ExpectedCost = { low: number; high: number; from: string };

/** Estimated cost of calling everybody at today's price, from calls that were read here; undefined if unknown. */
export function expectedCost({ waiting, calls, price, counts }: CostInput): ExpectedCost | undefined {
  const perMinute = Number(price);
  if (!waiting || !calls || !(perMinute > 0)) return undefined;
  const through = (counts.done?.count ?? 0) + (counts.failed?.count ?? 0);
  const isMeasured = counts.calls !== undefined && through >= 20;
  const callsEach = isMeasured ? (counts.calls?.count ?? 0) / through : 1;
  const off = (2 * calls.deviation_seconds) / Math.sqrt(calls.count);
  const cost = (seconds: number) => (waiting * callsEach * Math.max(0, seconds) * perMinute) / 60;
  return {
    low: cost(calls.mean_seconds - off),
    high: cost(calls.mean_seconds + off),
    from: `${countOf(calls.count, "call")} seen here, ${isMeasured ? callsEach.toFixed(1) : "one"} a person`,
  };
}

/** "61–84", in whole units from ten on. */
export function costRange({ low, high }: Pick<ExpectedCost, "low" | "high">): string {
  const [from, to] = [low, high].map((cost) => (high >= 10 ? formatCount(Math.round(cost)) : cost.toFixed(2)));
  return from === to ? `${to}` : `${from}–${to}`;
}
