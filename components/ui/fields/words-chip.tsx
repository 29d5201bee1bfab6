import { useState } from "react";
import { deferred } from "@/components/ui/browser/deferred";
import { Checkbox } from "./checkbox";
import { Chip } from "./filter-chip";
import type { FilterOption } from "./filter-options";

const FilterOptions = deferred(async () => (await import("./filter-options")).FilterOptions);

export type WordsChipProps = {
  name: string;
  options: readonly FilterOption[];
  /** Text of the current choice; undefined without one. */
  shown: string | undefined;
  chosen: readonly string[];
  isExcluded: boolean;
  onToggle: (word: string) => void;
  onExclude: (isExcluded: boolean) => void;
  onClear: () => void;
};

export function WordsChip({ name, options, shown, chosen, isExcluded, ...on }: WordsChipProps) {
  const [open, setOpen] = useState(false);
  return (
    <Chip name={name} shown={shown} load={FilterOptions.load} open={open} onOpenChange={setOpen} onClear={on.onClear}>
      <FilterOptions name={name} options={options} chosen={chosen} isMultiple onChoose={on.onToggle} />
      {chosen.length > 0 && (
        <div className="mt-1 border-t border-rule px-2 pt-1.5 pb-0.5">
          <Checkbox checked={isExcluded} onChange={({ target }) => on.onExclude(target.checked)}>
            Leave these out
          </Checkbox>
        </div>
      )}
    </Chip>
  );
}
