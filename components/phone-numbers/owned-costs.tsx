import { useAssistantNames } from "@/components/query/assistant-name";
import type { useAllNumbers } from "@/components/query/use-all-numbers";
import { Money } from "@/components/record/money";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { LinkButton } from "@/components/ui/buttons/button";
import { tableClass } from "@/components/ui/page/table-class";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { addDecimals, compareDecimals } from "@/lib/format/decimal";
import { countOf, formatCount } from "@/lib/format/format-count";
import { shortenId } from "@/lib/format/format-raw";
import { assistantOf, noAssistant } from "./number-list";

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

/** Costs per assistant, most expensive first. Numbers without an assistant come before all others. */
export function costsByAssistant(numbers: readonly PhoneNumber[]): { assistant: string; costs: Costs }[] {
  const groups = new Map<string, PhoneNumber[]>();
  for (const number of numbers) groups.set(assistantOf(number), [...(groups.get(assistantOf(number)) ?? []), number]);
  const rows = [...groups].map(([assistant, group]) => ({ assistant, costs: costsOf(group) }));
  const isUnassigned = (row: { assistant: string }) => Number(row.assistant === noAssistant);
  return rows.toSorted(
    (a, b) => isUnassigned(b) - isUnassigned(a) || compareFirstSum(b.costs, a.costs) || b.costs.count - a.costs.count,
  );
}

/** Returns 0 if the currencies differ. */
function compareFirstSum({ sums: [one] }: Costs, { sums: [other] }: Costs): number {
  return one && one.currency === other?.currency ? (compareDecimals(one.amount, other.amount) ?? 0) : 0;
}

export function OwnedCosts({ all }: { all: ReturnType<typeof useAllNumbers> }) {
  const unassigned = all.numbers.filter((number) => assistantOf(number) === noAssistant);
  return (
    <details className="border-t border-rule">
      <summary className="px-(--gutter) py-2.5 wrap-anywhere">
        <b className="font-semibold">Monthly cost</b>{" "}
        {all.isAll ? (
          <>
            <Sums costs={costsOf(all.numbers)} /> for {countOf(all.numbers.length, "number")}
            {unassigned.length > 0 && (
              <span className="text-ink-2">
                , of which {formatCount(unassigned.length)} without an assistant: <Sums costs={costsOf(unassigned)} />
              </span>
            )}
          </>
        ) : (
          <span className="text-ink-3">is added up once all numbers are loaded</span>
        )}
      </summary>
      {all.isAll && <ByAssistant numbers={all.numbers} />}
    </details>
  );
}

function Sums({ costs: { sums, unpriced } }: { costs: Costs }) {
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

function ByAssistant({ numbers }: { numbers: readonly PhoneNumber[] }) {
  const url = useUrlState();
  const names = useAssistantNames();
  const nameOf = (id: string) => (id === noAssistant ? "No assistant" : (names.get(id) ?? shortenId(id)));
  return (
    <table className={`${tableClass({ staysTable: true })} mb-3`}>
      <caption className="sr-only">Monthly cost by assistant</caption>
      <thead>
        <tr>
          <th scope="col">Assistant</th>
          <th scope="col" className="text-right">
            Numbers
          </th>
          <th scope="col" className="text-right">
            A month
          </th>
        </tr>
      </thead>
      <tbody>
        {costsByAssistant(numbers).map(({ assistant, costs }) => (
          <tr key={assistant}>
            <th scope="row">
              <LinkButton
                title={assistant === noAssistant ? undefined : assistant}
                onClick={() => url.set({ assistant, page: undefined })}
              >
                {nameOf(assistant)}
              </LinkButton>
            </th>
            <td className="text-right">{formatCount(costs.count)}</td>
            <td className="text-right">
              <Sums costs={costs} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
