import type { ReactNode } from "react";
import { useAssistantNames } from "@/components/query/assistant-name";
import { Money } from "@/components/record/money";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { LinkButton } from "@/components/ui/buttons/button";
import { tableClass } from "@/components/ui/page/table-class";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { compareDecimals } from "@/lib/format/decimal";
import { formatCount } from "@/lib/format/format-count";
import { shortenId } from "@/lib/format/format-raw";
import { CostSums, type Costs, CostTotal, costsOf } from "./cost-sums";
import { assistantOf, noAssistant } from "./number-list";

/** Costs per assistant, most expensive first. Numbers without an assistant come before all others. */
export function costsByAssistant(numbers: readonly PhoneNumber[]): { assistant: string; costs: Costs }[] {
  const groups = new Map<string, PhoneNumber[]>();
  for (const number of numbers) groups.set(assistantOf(number), [...(groups.get(assistantOf(number)) ?? []), number]);
  const rows = [...groups].map(([assistant, group]) => ({ assistant, costs: costsOf(group) }));
  const isUnassigned = (row: { assistant: string }) => Number(row.assistant === noAssistant);
  return rows.toSorted(
    (a, b) => isUnassigned(b) - isUnassigned(a) || compareCosts(b.costs, a.costs) || b.costs.count - a.costs.count,
  );
}

/** By base amounts, which are all in one currency. Returns 0 if neither these nor the local ones can be compared. */
function compareCosts(a: Costs, b: Costs): number {
  if (a.withoutBase + b.withoutBase === 0) return compareDecimals(a.base, b.base) ?? 0;
  const [one, other] = [a.sums[0], b.sums[0]];
  return one && one.currency === other?.currency ? (compareDecimals(one.amount, other.amount) ?? 0) : 0;
}

/** The exact sums behind the total: by currency, and by assistant. */
export function CostTables({ numbers }: { numbers: readonly PhoneNumber[] }) {
  return (
    <>
      <CostsByCurrency costs={costsOf(numbers)} />
      <CostsByAssistant numbers={numbers} />
    </>
  );
}

function CostsByCurrency({ costs: { sums, unpriced } }: { costs: Costs }) {
  return (
    <CostTable by="Currency">
      {sums.map(({ currency, count, amount }) => (
        <tr key={currency}>
          <th scope="row">{currency}</th>
          <td className="text-right">{formatCount(count)}</td>
          <td className="text-right">
            <Money amount={amount} currency={currency} />
          </td>
        </tr>
      ))}
      {unpriced > 0 && (
        <tr>
          <th scope="row">Price or currency unknown</th>
          <td className="text-right">{formatCount(unpriced)}</td>
          <td className="text-right text-ink-3">not known</td>
        </tr>
      )}
    </CostTable>
  );
}

function CostsByAssistant({ numbers }: { numbers: readonly PhoneNumber[] }) {
  const url = useUrlState();
  const names = useAssistantNames();
  const nameOf = (id: string) => (id === noAssistant ? "No assistant" : (names.get(id) ?? shortenId(id)));
  return (
    <CostTable by="Assistant" hasCurrencies>
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
          <td className="text-right max-mid:hidden">
            <CostSums costs={costs} />
          </td>
          <td className="text-right">
            <CostTotal costs={costs} isShort />
          </td>
        </tr>
      ))}
    </CostTable>
  );
}

type CostTableProps = { by: "Currency" | "Assistant"; hasCurrencies?: boolean; children: ReactNode };

function CostTable({ by, hasCurrencies = false, children }: CostTableProps) {
  return (
    <table className={`${tableClass({ staysTable: true })} mb-3 narrow:max-w-[760px]`}>
      <caption className="sr-only">Monthly cost by {by.toLowerCase()}</caption>
      <thead>
        <tr>
          <th scope="col">{by}</th>
          <th scope="col" className="text-right">
            Numbers
          </th>
          {hasCurrencies && (
            <th scope="col" className="text-right max-mid:hidden">
              By currency
            </th>
          )}
          <th scope="col" className="text-right">
            A month
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
