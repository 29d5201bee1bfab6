"use client";

import { DataTable } from "@/components/ui/data-table";
import type { useAllNumbers } from "@/components/ui/use-all-numbers";
import { useUrlState } from "@/components/ui/use-url-state";
import type { PhoneNumber } from "@/lib/contract/phone-numbers";
import { numberColumns } from "./number-columns";
import { NumberFoot } from "./number-foot";
import { type NumberSlice, sliceNumbers, sortOf, sortText } from "./number-page";
import { NumbersBar } from "./numbers-bar";
import { useNumberFilters } from "./use-number-filters";

type NumbersTableProps = {
  all: ReturnType<typeof useAllNumbers>;
  found: readonly PhoneNumber[];
  page: number;
  limit: number;
};

const rowId = ({ id, phone_number }: PhoneNumber, index: number) => id ?? phone_number ?? `row ${index}`;

export function NumbersTable({ all, found, page, limit }: NumbersTableProps) {
  const url = useUrlState();
  const { clear } = useNumberFilters();
  const sort = sortOf(url.get("sort"));
  const slice = all.isAll
    ? sliceNumbers({ numbers: found, columns: numberColumns, sort, page, limit })
    : onePage({ all, found, page });

  return (
    <>
      <NumbersBar all={all} found={found} />
      <DataTable
        name="phone-numbers"
        caption="Phone numbers"
        columns={numberColumns}
        rows={slice.rows}
        rowId={rowId}
        sort={sort}
        onSortChange={(next) => url.set({ sort: sortText(next), page: undefined })}
        selectedId={url.get("number")}
        rowHref={(number) => url.href({ number: rowId(number, 0) })}
        onOpen={(number) => url.set({ number: rowId(number, 0) })}
      />
      {slice.rows.length === 0 && (
        <p className="bay note">
          No number matches these filters{all.isAll ? "" : " on this page"}.{" "}
          <button type="button" className="link" onClick={clear}>
            Clear them
          </button>
        </p>
      )}
      <NumberFoot slice={slice} limit={limit} isSame={found.length === all.numbers.length || !all.isAll} />
    </>
  );
}

/** While not all numbers are here, the API's own page is shown, whatever of it passes the filters. */
function onePage({ all, found, page }: Omit<NumbersTableProps, "limit">): NumberSlice {
  const count = all.shown.data?.value.items.length ?? 0;
  const first = count > 0 ? (page - 1) * all.size + 1 : 0;
  const pageCount = all.pageCount ?? (count >= all.size ? page + 1 : page);
  return { rows: found, page, pageCount, first, of: all.total ?? first + count - 1 };
}
