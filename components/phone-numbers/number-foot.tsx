"use client";

import { IconButton } from "@/components/ui/icon-button";
import { useUrlState } from "@/components/ui/use-url-state";
import { usualLimit } from "@/lib/client/number-pages";
import type { NumberSlice } from "./number-page";
import { rowChoices } from "./page-of";

type NumberFootProps = { slice: NumberSlice; limit: number; isSame: boolean; says: number | undefined };

export function NumberFoot({ slice, limit, isSame, says }: NumberFootProps) {
  const url = useUrlState();
  const { rows, page, pageCount, hasNext, first, of } = slice;
  const go = (to: number) => url.set({ page: to === 1 ? undefined : String(to), number: undefined });
  return (
    <div className="foot">
      <span>
        {rows.length > 0 ? `${count(first)} to ${count(first + rows.length - 1)}` : "0"}
        {of === undefined ? says !== undefined && `; the platform says ${count(says)}` : ` of ${count(of)}`}
        {!isSame && " found"}
      </span>
      <span className="right">
        <label className="rows-l">
          Rows
          <select
            className="inp sm"
            value={String(limit)}
            onChange={(event) =>
              url.set({
                rows: event.target.value === String(usualLimit) ? undefined : event.target.value,
                page: undefined,
              })
            }
          >
            {rowChoices.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
        </label>
        <span>
          Page {count(page)}
          {pageCount !== undefined && ` of ${count(pageCount)}`}
        </span>
        <IconButton icon="left" bare={false} label="Previous page" disabled={page <= 1} onClick={() => go(page - 1)} />
        <IconButton icon="right" bare={false} label="Next page" disabled={!hasNext} onClick={() => go(page + 1)} />
      </span>
    </div>
  );
}

const count = (value: number) => value.toLocaleString("en-US");
