"use client";

import { DataTable } from "@/components/data-table/data-table";
import type { useAllNumbers } from "@/components/query/use-all-numbers";
import { useUrlState } from "@/components/ui/use-url-state";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { numberColumns } from "./number-columns";
import { NumberFoot } from "./number-foot";
import { type NumberSlice, sortOf, sortText } from "./number-page";
import { NumbersBar } from "./numbers-bar";
import { useNumberFilters } from "./use-number-filters";

type NumbersTableProps = {
  all: ReturnType<typeof useAllNumbers>;
  found: readonly PhoneNumber[];
  slice: NumberSlice;
  keys: ReadonlyMap<PhoneNumber, string>;
  limit: number;
};

export function NumbersTable({ all, found, slice, keys, limit }: NumbersTableProps) {
  const url = useUrlState();
  const { clear } = useNumberFilters();
  const sort = sortOf(url.get("sort"));

  return (
    <>
      <NumbersBar all={all} found={found} />
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
        <p className="bay note">
          No number matches these filters{all.isAll ? "" : " on this page"}.{" "}
          <button type="button" className="link" onClick={clear}>
            Clear them
          </button>
        </p>
      )}
      <NumberFoot
        slice={slice}
        limit={limit}
        isSame={found.length === all.numbers.length || !all.isAll}
        says={all.total}
      />
    </>
  );
}
