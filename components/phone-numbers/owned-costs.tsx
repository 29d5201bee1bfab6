import { useState } from "react";
import type { useAllNumbers } from "@/components/query/use-all-numbers";
import { deferred } from "@/components/ui/browser/deferred";
import { onIntent } from "@/components/ui/browser/on-intent";
import { countOf, formatCount } from "@/lib/format/format-count";
import { CostSums, costsOf } from "./cost-sums";
import { assistantOf, noAssistant } from "./number-list";

const CostsByAssistant = deferred(async () => (await import("./costs-by-assistant")).CostsByAssistant);

export function OwnedCosts({ all }: { all: ReturnType<typeof useAllNumbers> }) {
  const [isOpen, setIsOpen] = useState(false);
  const unassigned = all.numbers.filter((number) => assistantOf(number) === noAssistant);
  return (
    <details className="border-t border-rule" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="px-(--gutter) py-2.5 wrap-anywhere" {...onIntent(CostsByAssistant.load)}>
        <b className="font-semibold">Monthly cost</b>{" "}
        {all.isAll ? (
          <>
            <CostSums costs={costsOf(all.numbers)} /> for {countOf(all.numbers.length, "number")}
            {unassigned.length > 0 && (
              <span className="text-ink-2">
                , of which {formatCount(unassigned.length)} without an assistant:{" "}
                <CostSums costs={costsOf(unassigned)} />
              </span>
            )}
          </>
        ) : (
          <span className="text-ink-3">is added up once all numbers are loaded</span>
        )}
      </summary>
      {all.isAll && isOpen && <CostsByAssistant numbers={all.numbers} />}
    </details>
  );
}
