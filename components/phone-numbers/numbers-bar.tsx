import { TableTools } from "@/components/data-table/table-tools";
import { useAssistantNames } from "@/components/query/assistant-name";
import { SavedViews } from "@/components/query/saved-views";
import type { useAllNumbers } from "@/components/query/use-all-numbers";
import { Button } from "@/components/ui/buttons/button";
import { countLabel, FilterChip } from "@/components/ui/fields/filter-chip";
import { UrlSearchField } from "@/components/ui/fields/url-search-field";
import { barClass } from "@/components/ui/page/section";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { formatCount } from "@/lib/format/format-count";
import { shortenId } from "@/lib/format/format-raw";
import { numberColumns, numberFields } from "./number-columns";
import { assistantOf, isFiltered, noAssistant, noFilters, useNumberFilters } from "./use-number-filters";

type NumbersBarProps = { all: ReturnType<typeof useAllNumbers>; matching: readonly PhoneNumber[] };

export function NumbersBar({ all, matching }: NumbersBarProps) {
  const { filters, change } = useNumberFilters();
  const names = useAssistantNames();
  const counted = all.isAll ? all.numbers : (all.shown.data?.value.items ?? []);
  const nameOf = (id: string) => (id === noAssistant ? "None attached" : (names.get(id) ?? shortenId(id)));

  return (
    <search className={`${barClass()} border-t-0`}>
      <UrlSearchField label="Number or name" className="w-[212px]" onText={(text) => change({ text })} />
      <FilterChip
        name="Status"
        options={countLabel(counted, ({ status }) => status)}
        value={filters.status}
        onChange={(status) => change({ status })}
      />
      <FilterChip
        name="Country"
        options={countLabel(counted, ({ country_code }) => country_code)}
        value={filters.country}
        onChange={(country) => change({ country })}
      />
      <FilterChip
        name="Direction"
        options={countLabel(counted, ({ direction }) => direction)}
        value={filters.direction}
        onChange={(direction) => change({ direction })}
      />
      <FilterChip
        name="Assistant"
        options={countLabel(counted, assistantOf).map((option) => ({ ...option, label: nameOf(option.value) }))}
        value={filters.assistant}
        onChange={(assistant) => change({ assistant })}
      />
      <span className="min-w-0 flex-1 max-narrow:hidden" />
      <Loaded all={all} shown={isFiltered(filters) ? matching.length : undefined} />
      <TableTools
        name="phone-numbers"
        columns={numberColumns}
        rows={matching}
        fields={numberFields}
        note={`${all.isAll ? "As filtered" : "This page only"}. Phone numbers carry a space so that spreadsheets keep the +.`}
      />
    </search>
  );
}

export function NumberViews({ all }: { all: NumbersBarProps["all"] }) {
  const { filters } = useNumberFilters();
  const unassignedCount = all.numbers.filter((number) => assistantOf(number) === noAssistant).length;
  const isOnly = (name: keyof typeof filters) =>
    Object.entries(filters).every(([key, value]) => value === undefined || key === name);
  return (
    <SavedViews
      page="numbers"
      builtIn={[
        {
          label: "All",
          params: noFilters,
          isOn: !isFiltered(filters),
          ...(all.isAll ? { count: all.numbers.length } : {}),
        },
        {
          label: "No assistant",
          params: { ...noFilters, assistant: noAssistant },
          isOn: filters.assistant === noAssistant && isOnly("assistant"),
          ...(all.isAll ? { count: unassignedCount } : {}),
        },
      ]}
    />
  );
}

function Loaded({ all, shown }: { all: NumbersBarProps["all"]; shown: number | undefined }) {
  const { total, isAll, isMany, error } = all;
  const loadedCount = all.numbers.length;
  const reportedText = total === undefined ? "" : `; the platform says ${formatCount(total)}`;
  if (isAll)
    return (
      <span className="text-sm/[17px] text-ink-3" role="status">
        {total === undefined || total === loadedCount
          ? `All ${formatCount(loadedCount)} loaded`
          : `${formatCount(loadedCount)} loaded${reportedText}`}
        {shown !== undefined && `, ${formatCount(shown)} shown`}
      </span>
    );
  const pageNote = `Filtering this page of ${all.shown.data?.value.items.length ?? 0}`;
  if (error)
    return (
      <>
        <span className="text-sm/[17px] text-ink-3">{pageNote}. The rest could not be read</span>
        <Button size="small" onClick={all.readAgain}>
          Refresh
        </Button>
      </>
    );
  if (isMany)
    return (
      <>
        <span className="text-sm/[17px] text-ink-3">{`${pageNote}${reportedText}`}</span>
        <Button size="small" onClick={all.readAll}>
          {total !== undefined && total > loadedCount ? `Load all ${formatCount(total)}` : "Load the rest"}
        </Button>
      </>
    );
  const countText =
    total !== undefined && total >= loadedCount
      ? `${formatCount(loadedCount)} of ${formatCount(total)}`
      : formatCount(loadedCount);
  return <span className="text-sm/[17px] text-ink-3">{`${pageNote}, ${countText} loaded`}</span>;
}
