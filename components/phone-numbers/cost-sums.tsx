import { Money } from "@/components/record/money";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { sumDecimals } from "@/lib/format/decimal";
import { formatCount } from "@/lib/format/format-count";

/** Exact monthly costs by currency. `unpriced` counts numbers without an amount or currency. */
export type Costs = { count: number; unpriced: number; sums: readonly { currency: string; amount: string }[] };

export function costsOf(numbers: readonly PhoneNumber[]): Costs {
  const currencies = new Set(numbers.flatMap(({ localized_currency }) => localized_currency || []));
  const sums = [...currencies].map((currency) => {
    const own = numbers.filter(({ localized_currency }) => localized_currency === currency);
    return {
      currency,
      count: own.length,
      ...sumDecimals(own.map(({ localized_monthly_cost }) => localized_monthly_cost)),
    };
  });
  const priced = sums.reduce((count, each) => count + each.count - each.unreadable, 0);
  return {
    count: numbers.length,
    unpriced: numbers.length - priced,
    sums: sums
      .filter(({ count, unreadable }) => count > unreadable)
      .map(({ currency, sum }) => ({ currency, amount: sum }))
      .toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
  };
}

export function CostSums({ costs: { sums, unpriced } }: { costs: Costs }) {
  return (
    <>
      {sums.map(({ currency, amount }, index) => (
        <span key={currency}>
          {index > 0 && (index === sums.length - 1 ? " and " : ", ")}
          <Money amount={amount} currency={currency} />
        </span>
      ))}
      {sums.length === 0 && <span className="text-ink-3">not known</span>}
      {sums.length > 0 && unpriced > 0 && (
        <span className="text-ink-3">{` and ${formatCount(unpriced)} with unknown price`}</span>
      )}
    </>
  );
}
