import type { ReactNode } from "react";
import { onIntent } from "@/components/ui/browser/on-intent";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { FilterChip } from "@/components/ui/fields/filter-chip";
import { ListSearch } from "./list-search";
import { changed, type ListFilter, type ListFrame, type ListOptions, optionsFor, valueIn } from "./list-spec";
import { NoRows } from "./no-rows";

type ListBarProps = {
  spec: ListFrame;
  options?: ListOptions;
  /** Controls of filters by their parameter, instead of a field or a chip; null for none. */
  controls?: Readonly<Record<string, ReactNode>>;
  /** Called with the text of the search when somebody presses Enter. */
  onEnter?: (text: string) => void;
  /** Stands after the chips. */
  children?: ReactNode;
};

/** Search field and one control per filter. */
export function ListBar({ spec, options = {}, controls = {}, onEnter, children }: ListBarProps) {
  const search = spec.filters.find((filter) => filter.kind === "search");
  const others = spec.filters.filter(({ kind }) => kind !== "search" && kind !== "outside");
  return (
    <search className={barClass} {...onIntent(NoRows.load)}>
      {search && (
        <div className="min-w-[240px] flex-1 max-narrow:min-w-0">
          {controls[search.param] ?? (
            <ListSearch spec={spec} filter={search} options={options} {...(onEnter ? { onEnter } : {})} />
          )}
        </div>
      )}
      {(others.length > 0 || children) && (
        <div className={chipsClass}>
          {others.map((filter) => (
            <FilterControl key={filter.param} spec={spec} filter={filter} options={options}>
              {controls[filter.param]}
            </FilterControl>
          ))}
          {children}
        </div>
      )}
    </search>
  );
}

const barClass =
  "flex items-center gap-2 px-(--gutter) py-[9px] max-narrow:flex-col max-narrow:items-stretch print:hidden";

const chipsClass =
  "flex items-center gap-2 narrow:flex-wrap beside-drawer:max-w-[55%] max-narrow:scrolls-sideways max-narrow:-mx-(--gutter) max-narrow:px-(--gutter) max-narrow:*:flex-none";

type FilterControlProps = { spec: ListFrame; filter: ListFilter; options: ListOptions; children: ReactNode };

function FilterControl({ spec, filter, options, children }: FilterControlProps) {
  const url = useUrlState();
  const value = valueIn(filter, url.get);
  const set = (next: string | undefined) => url.set(changed(spec, filter, next));
  if (children !== undefined) return children;
  return <FilterChip name={filter.label} options={optionsFor(filter, options, value)} value={value} onChange={set} />;
}
