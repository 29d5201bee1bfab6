import type { ReactNode } from "react";
import { onIntent } from "@/components/ui/browser/on-intent";
import { useDebounced } from "@/components/ui/browser/use-debounced";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { useUrlText } from "@/components/ui/browser/use-url-text";
import { FilterChip } from "@/components/ui/fields/filter-chip";
import { SearchField } from "@/components/ui/fields/search-field";
import { changed, hasToken, type ListFilter, type ListFrame, type ListOptions, optionsFor, valueIn } from "./list-spec";
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

const searchDelayMs = 300;

type ListSearchProps = {
  spec: ListFrame;
  filter: ListFilter & { kind: "search" };
  options: ListOptions;
  onEnter?: (text: string) => void;
};

/** Searches while somebody types: after a delay on the server, at once in the browser. Enter applies typed tokens. */
function ListSearch({ spec, filter, options, onEnter }: ListSearchProps) {
  const url = useUrlState();
  const { typed, change } = useUrlText();
  const send = (text: string) => {
    if (hasToken(spec, text)) return;
    change({ sent: text });
    url.set(changed(spec, filter, text), { replaces: true });
  };
  const sendSoon = useDebounced(send, "op" in spec ? searchDelayMs : 0);
  async function applyTokens(text: string) {
    const { parseTokens } = await import("./parse-tokens");
    const { values, rest } = parseTokens(spec, text, options);
    change({ typed: rest, sent: rest });
    url.set({ ...changed(spec, filter, rest), ...values });
  }
  return (
    <SearchField
      label={filter.label}
      title={filter.hint ?? filter.label}
      className="h-11 w-full text-md"
      aria-keyshortcuts="F"
      maxLength={filter.longest}
      value={typed}
      onChange={({ target: { value } }) => {
        change({ typed: value });
        if ("op" in spec) sendSoon(value);
        else send(value);
      }}
      onKeyDown={({ key, currentTarget: { value } }) => {
        if (key !== "Enter") return;
        if (hasToken(spec, value)) void applyTokens(value);
        else onEnter?.(value.trim());
      }}
    />
  );
}
