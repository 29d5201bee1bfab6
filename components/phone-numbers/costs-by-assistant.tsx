import { useAssistantNames } from "@/components/query/assistant-name";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { LinkButton } from "@/components/ui/buttons/button";
import { tableClass } from "@/components/ui/page/table-class";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { compareDecimals } from "@/lib/format/decimal";
import { formatCount } from "@/lib/format/format-count";
import { shortenId } from "@/lib/format/format-raw";
import { CostSums, type Costs, costsOf } from "./cost-sums";
import { assistantOf, noAssistant } from "./number-list";

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

export function CostsByAssistant({ numbers }: { numbers: readonly PhoneNumber[] }) {
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
              <CostSums costs={costs} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
