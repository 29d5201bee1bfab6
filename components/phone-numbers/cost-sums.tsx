import { Money } from "@/components/record/money";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { sumDecimals } from "@/lib/format/decimal";
import { countOf, formatCount } from "@/lib/format/format-count";

/**
 * Exact monthly costs: in the platform's base currency, and by local currency. `withoutBase` counts numbers without a base amount,
 * `unpriced` those without a local amount or currency.
 */
export type Costs = {
  count: number;
  base: string;
  withoutBase: number;
  unpriced: number;
  sums: readonly { currency: string; count: number; amount: string }[];
};

export function costsOf(numbers: readonly PhoneNumber[]): Costs {
  const base = sumDecimals(numbers.map(({ monthly_cost }) => monthly_cost));
  const currencies = new Set(numbers.flatMap(({ localized_currency }) => localized_currency || []));
  const sums = [...currencies].flatMap((currency) => {
    const own = numbers.filter(({ localized_currency }) => localized_currency === currency);
    const { sum, unreadable } = sumDecimals(own.map(({ localized_monthly_cost }) => localized_monthly_cost));
    const count = own.length - unreadable;
    return count > 0 ? [{ currency, count, amount: sum }] : [];
  });
  return {
    ...{ count: numbers.length, base: base.sum, withoutBase: base.unreadable },
    unpriced: numbers.length - sums.reduce((count, sum) => count + sum.count, 0),
    sums: sums.toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
  };
}

/** The one sum that covers all numbers: in the base currency, else in the only local one. Undefined if none does. */
export function wholeSum({ base, withoutBase, unpriced, sums, count }: Costs) {
  const [first, ...others] = sums;
  if (count === 0 || withoutBase === 0) return { amount: base, currency: undefined };
  return first && others.length === 0 && unpriced === 0 ? first : undefined;
}

type CostTotalProps = { costs: Costs; isShort?: boolean };

/** One answer to what the numbers cost a month, and how many numbers it leaves out. */
export function CostTotal({ costs, isShort = false }: CostTotalProps) {
  const { base, count, withoutBase } = costs;
  const whole = wholeSum(costs);
  if (whole?.currency) return <Money amount={whole.amount} currency={whole.currency} />;
  if (!whole && withoutBase === count) return <span className="text-ink-3">not known</span>;
  return (
    <>
      <Money amount={base} />
      {!isShort && <span className="text-ink-2"> in the platform’s base currency</span>}
      {withoutBase > 0 && (
        <span className="text-wait-ink">
          {isShort
            ? ` without ${formatCount(withoutBase)}`
            : `, without ${countOf(withoutBase, "number")} that ${withoutBase === 1 ? "has" : "have"} no base amount`}
        </span>
      )}
    </>
  );
}

/** The exact sums by local currency, which cannot be added up. */
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
