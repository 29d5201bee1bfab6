import { Money } from "@/components/record/money";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { addDecimals } from "@/lib/format/decimal";
import { formatCount } from "@/lib/format/format-count";

/** Exact monthly costs by currency. `unpriced` counts numbers without an amount or currency. */
export type Costs = { count: number; unpriced: number; sums: readonly { currency: string; amount: string }[] };

export function costsOf(numbers: readonly PhoneNumber[]): Costs {
  const sums = new Map<string, string>();
  let unpriced = 0;
  for (const { localized_monthly_cost: cost, localized_currency: currency } of numbers) {
    const sum = currency ? addDecimals(sums.get(currency) ?? "0", cost) : undefined;
    if (!currency || sum === undefined) unpriced += 1;
    else sums.set(currency, sum);
  }
  const amounts = [...sums].map(([currency, amount]) => ({ currency, amount }));
  return { count: numbers.length, unpriced, sums: amounts.toSorted((a, b) => (a.currency < b.currency ? -1 : 1)) };
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
