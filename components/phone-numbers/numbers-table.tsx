import { type ReactNode, useState } from "react";
import { DataTable } from "@/components/data-table/data-table";
import { ExportCsv } from "@/components/data-table/export-csv";
import { TableFoot } from "@/components/data-table/table-foot";
import { isFiltered, localOptions } from "@/components/list/list-spec";
import { NoRows } from "@/components/list/no-rows";
import { useAssistantNames } from "@/components/query/assistant-name";
import type { useAllNumbers } from "@/components/query/use-all-numbers";
import { deferred } from "@/components/ui/browser/deferred";
import { onIntent } from "@/components/ui/browser/on-intent";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { inputClass } from "@/components/ui/fields/input";
import { defaultLimit } from "@/lib/client/number-pages";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { countOf, formatCount } from "@/lib/format/format-count";
import { CostTotal, costsOf } from "./cost-sums";
import { numberColumns, numberFields } from "./number-columns";
import { assistantOf, noAssistant, numberList } from "./number-list";
import { type NumberSlice, rowChoices, sortOf, sortText } from "./number-page";
import { NumbersBar, NumberViews } from "./numbers-bar";

type NumbersTableProps = {
  all: ReturnType<typeof useAllNumbers>;
  matching: readonly PhoneNumber[];
  slice: NumberSlice;
  keys: ReadonlyMap<PhoneNumber, string>;
  limit: number;
};

export function NumbersTable({ all, matching, slice, keys, limit }: NumbersTableProps) {
  const url = useUrlState();
  const sort = sortOf(url.get("sort"));
  const options = useNumberOptions(all);

  return (
    <>
      <OwnedCosts all={all} />
      <NumbersBar all={all} options={options} shown={isFiltered(numberList, url.get) ? matching.length : undefined} />
      <NumberViews all={all} />
      <DataTable
        name="phone-numbers"
        caption="Phone numbers"
        columns={numberColumns}
        rows={slice.rows}
        rowId={(number, index) => keys.get(number) ?? `row ${index}`}
        sort={sort}
        onSortChange={(next) => url.set({ sort: sortText(next), page: undefined })}
        selectedId={url.get("number")}
        rowHref={(number) => url.href({ number: keys.get(number) })}
        onOpen={(number) => url.open("number", keys.get(number))}
      />
      {slice.rows.length === 0 && (
        <NoRows
          spec={numberList}
          options={options}
          none="This page has no numbers."
          filtered={all.isAll ? undefined : "Only this page was searched."}
        />
      )}
      <NumberFoot
        slice={slice}
        limit={limit}
        file={
          <ExportCsv
            name="phone-numbers"
            columns={numberColumns}
            rows={matching}
            fields={numberFields}
            note={`${all.isAll ? "As filtered" : "This page only"}. Phone numbers carry a space so that spreadsheets keep the +.`}
          />
        }
        isUnfiltered={matching.length === all.numbers.length || !all.isAll}
        reportedTotal={all.total}
      />
    </>
  );
}

/** Options of the filters, with the names of the assistants. */
function useNumberOptions({ isAll, numbers, shown }: NumbersTableProps["all"]) {
  const names = useAssistantNames();
  const options = localOptions(numberList, isAll ? numbers : (shown.data?.value.items ?? []));
  const named = (options.assistant ?? []).map((option) => ({
    ...option,
    label: names.get(option.value) ?? option.label,
  }));
  return { ...options, assistant: named };
}

type NumberFootProps = {
  slice: NumberSlice;
  limit: number;
  isUnfiltered: boolean;
  reportedTotal: number | undefined;
  file: ReactNode;
};

function NumberFoot({ slice, limit, isUnfiltered, reportedTotal, file }: NumberFootProps) {
  const url = useUrlState();
  const { rows, page, pageCount, hasNext, first, total } = slice;
  const go = (to: number) => url.set({ page: to === 1 ? undefined : String(to), number: undefined });
  return (
    <TableFoot
      end={
        <>
          <RowsChoice limit={limit} />
          <span>
            Page {formatCount(page)}
            {pageCount !== undefined && ` of ${formatCount(pageCount)}`}
          </span>
          <IconButton
            icon="left"
            bare={false}
            label="Previous page"
            disabled={page <= 1}
            onClick={() => go(page - 1)}
          />
          <IconButton icon="right" bare={false} label="Next page" disabled={!hasNext} onClick={() => go(page + 1)} />
          {file}
        </>
      }
    >
      <span>
        {rows.length > 0 ? `${formatCount(first)} to ${formatCount(first + rows.length - 1)}` : "0"}
        {total === undefined
          ? reportedTotal !== undefined && `; the platform says ${formatCount(reportedTotal)}`
          : ` of ${formatCount(total)}`}
        {!isUnfiltered && " found"}
      </span>
    </TableFoot>
  );
}

function RowsChoice({ limit }: { limit: number }) {
  const url = useUrlState();
  return (
    <label className="inline-flex items-center gap-1.5">
      Rows
      <select
        className={`${inputClass({ size: "small" })} w-[66px]`}
        value={String(limit)}
        onChange={({ target: { value } }) =>
          url.set({ rows: value === String(defaultLimit) ? undefined : value, page: undefined })
        }
      >
        {rowChoices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    </label>
  );
}

const CostTables = deferred(async () => (await import("./cost-tables")).CostTables);

function OwnedCosts({ all }: { all: ReturnType<typeof useAllNumbers> }) {
  const [isOpen, setIsOpen] = useState(false);
  const unassigned = all.numbers.filter((number) => assistantOf(number) === noAssistant);
  return (
    <details className="border-t border-rule" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="px-(--gutter) py-2.5 wrap-anywhere" {...onIntent(CostTables.load)}>
        <b className="font-semibold">Monthly cost</b>{" "}
        {all.isAll ? (
          <>
            <CostTotal costs={costsOf(all.numbers)} /> for {countOf(all.numbers.length, "number")}
            {all.isShifted && " of a list that changed while it was read"}
            {unassigned.length > 0 && (
              <span className="text-ink-2">
                , of which {formatCount(unassigned.length)} without an assistant:{" "}
                <CostTotal costs={costsOf(unassigned)} isShort />
              </span>
            )}
          </>
        ) : (
          <span className="text-ink-3">is added up once all numbers are loaded</span>
        )}
      </summary>
      {all.isAll && isOpen && <CostTables numbers={all.numbers} />}
    </details>
  );
}
