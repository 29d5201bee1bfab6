"use client";

import { type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { useStyle } from "@/components/ui/browser/use-style";
import { gapRowClass, tableClass } from "@/components/ui/page/table-class";
import type { Edit } from "@/lib/contacts/plan";
import { rowLine } from "./row-messages";
import type { RowPages } from "./row-pages";
import { RowsGridRow, type SaveCell } from "./rows-grid-row";
import { editedIn, gridColumns, type RowKey, rowKeys, textColumn, useGridKeys } from "./use-grid-keys";
import { useGridPointer } from "./use-grid-pointer";
import { useRowWindow } from "./use-row-window";

export type RowsGridProps = {
  pages: RowPages;
  listingKey: string;
  findProblem: (from: number, onFound: (index: number) => void) => void;
  toIndex: RefObject<((index: number) => void) | undefined>;
  onShown: (from: number, to: number) => void;
  /** Returns false if the limit of edited rows is reached. */
  onEdit: (row: number, change: Edit) => boolean;
};

/** Virtualized grid over all rows of the listing. */
export function RowsGrid({ pages, listingKey, findProblem, toIndex, onShown, onEdit }: RowsGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  const count = pages.count ?? 0;
  const view = useRowWindow(count, scroller);
  const { scrollTo, shown } = view;
  // Fixed height: while rows are replaced the table is briefly shorter, which would scroll the box up.
  const all = useStyle<HTMLDivElement>({ height: `${view.height}px` });
  const actions = rowActions(pages, onEdit);
  const keys = useGridKeys({
    count,
    grid,
    rowOf: (index) => pages.rowAt(index)?.row,
    firstShown: shown.from,
    scrollTo,
    findProblem,
    onUse: actions.use,
    onLeave: actions.leave,
  });
  const { active, focusPending, select } = keys;
  const pointer = useGridPointer({
    active,
    select,
    edit: keys.edit,
    use(index) {
      actions.use(index);
      // The pressed button disappears with its suggestion, so move the focus.
      keys.moveTo(index, "becomes");
    },
    leave: actions.leave,
  });
  const handlers = { ...pointer.handlers, onKeyDown: keys.onKeyDown };
  const onSave = useSave({ keys, onEdit });
  useLayoutEffect(focusPending);
  useLayoutEffect(pointer.leaveOtherRow);
  useShown({ pages, shown, onShown });
  useResetOnListing(listingKey, keys.reset);
  useEffect(() => {
    toIndex.current = (index) => {
      scrollTo(index, "start");
      select({ column: "phone", index });
    };
  }, [toIndex, scrollTo, select]);

  const activeRow = active && pages.rowAt(active.index);
  return (
    <>
      <RowsNote>{activeRow ? rowLine(activeRow) : keysHint}</RowsNote>
      {/* Fills the height between the two bars, so that the file map stays in view. */}
      <div
        ref={scroller}
        className="max-h-[max(280px,calc(100dvh_-_210px))] scroll-pt-[30px] overflow-auto border-b border-rule contain-content [overflow-anchor:none] mid:col-span-full"
      >
        <div ref={all}>
          {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are focusable */}
          <table ref={grid} role="grid" className={gridClass} aria-rowcount={count + 1} {...handlers}>
            <caption className="sr-only">Rows of the file. Enter or typing changes a cell.</caption>
            <GridHead />
            <tbody>
              <Gap height={view.before} />
              <GridRows {...{ pages, keys, onSave }} indexes={view.indexes} firstShown={shown.from} />
              <Gap height={view.after} />
            </tbody>
          </table>
        </div>
      </div>
    </>
  );
}

type GridRowsProps = {
  pages: RowPages;
  keys: ReturnType<typeof useGridKeys>;
  indexes: readonly number[];
  firstShown: number;
  onSave: SaveCell;
};

function GridRows({ pages, keys: { active, editing }, indexes, firstShown, onSave }: GridRowsProps) {
  const stop = active && indexes.includes(active.index) ? active.index : firstShown;
  return useRowKeys(indexes).map(({ index, key }) => {
    const row = pages.rowAt(index);
    const edited = editedIn(editing, { index, row: row?.row });
    return (
      <RowsGridRow
        key={key}
        index={index}
        row={row}
        stop={index === stop ? (active?.column ?? "phone") : undefined}
        isActive={index === active?.index}
        editing={edited?.column}
        start={edited?.start}
        onSave={onSave}
      />
    );
  });
}

const gridClass = `table-fixed [--th-top:0] ${tableClass({ density: "regular" })}`;

const keysHint =
  "Typing changes a cell, Ctrl ↓ goes to the next problem, Ctrl Enter uses the suggestion, Ctrl Backspace leaves the row out.";

/** Line above the grid. On wide screens it is beside the search field to save height. */
export function RowsNote({ isFault = false, children }: { isFault?: boolean; children: ReactNode }) {
  return (
    <p
      className={`min-h-[29px] px-(--gutter) pb-[9px] mid:col-start-2 mid:min-h-0 mid:self-center mid:py-[5px] mid:pl-4.5 mid:text-sm ${isFault ? "text-fault-ink" : "text-ink-2"}`}
    >
      {children}
    </p>
  );
}

/** The phone column fits a full international number. The reason column takes the remaining width. */
function GridHead() {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className="w-22.5 text-right max-mid:w-20.5 max-mid:px-2.5">
          Row
        </th>
        <th scope="col" className="w-42.5 max-mid:w-37.5 max-mid:px-2.5">
          <code>phone_number</code>
        </th>
        <th scope="col" className="w-[16%] max-mid:w-auto max-mid:px-2.5 max-[1001px]:w-1/4">
          <code>name</code>
        </th>
        <th scope="col" className="max-mid:w-42 max-mid:px-2.5 max-[1001px]:w-auto">
          Would become
        </th>
        <th scope="col" className="w-13 max-mid:w-11.5 max-mid:px-2.5">
          <span className="sr-only">Use the suggestion</span>
        </th>
        <th scope="col" className="w-23 pr-3 max-mid:w-10.5 max-mid:pl-2.5">
          <span className="sr-only">Leave out or put back</span>
        </th>
      </tr>
    </thead>
  );
}

function Gap({ height }: { height: number }) {
  const ref = useStyle<HTMLTableCellElement>({ height: `${Math.max(0, height)}px` });
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a spacer, no row of the grid
    <tr className={gapRowClass} role="none">
      <td ref={ref} colSpan={gridColumns.length} role="none" />
    </tr>
  );
}

/** Returns a stable callback, so that unchanged rows do not render again. */
function useSave(now: { keys: ReturnType<typeof useGridKeys>; onEdit: RowsGridProps["onEdit"] }): SaveCell {
  const latest = useRef(now);
  useEffect(() => {
    latest.current = now;
  });
  return useCallback((cell, row, value, next) => {
    const { keys, onEdit } = latest.current;
    if (value !== undefined) onEdit(row, { [cell.column]: value });
    if (next === "below") keys.moveTo(cell.index + 1, cell.column);
    else if (next === "here") keys.moveTo(cell.index, cell.column);
    else if (next === "nowhere") keys.stopEditing(cell);
    else {
      const isSameRow = (next === "beside") === (cell.column === "phone");
      const index = isSameRow ? cell.index : cell.index + (next === "beside" ? 1 : -1);
      keys.edit({ index, column: textColumn(cell.column) === "phone" ? "name" : "phone" });
    }
  }, []);
}

function useRowKeys(indexes: readonly number[]): RowKey[] {
  const before = useRef<RowKey[]>([]);
  const keys = rowKeys(before.current, indexes);
  useLayoutEffect(() => {
    before.current = keys;
  });
  return keys;
}

type ShownInput = { pages: RowPages; shown: { from: number; to: number }; onShown: RowsGridProps["onShown"] };

function useShown({ pages, shown: { from, to }, onShown }: ShownInput) {
  useEffect(() => pages.request(from - 20, to + 20), [pages, from, to]);
  const first = pages.rowAt(from)?.row;
  const last = pages.rowAt(to)?.row ?? first;
  useEffect(() => {
    if (first !== undefined && last !== undefined) onShown(first, last);
  }, [first, last, onShown]);
}

function useResetOnListing(listingKey: string, begin: () => void) {
  const shownListing = useRef(listingKey);
  useEffect(() => {
    if (shownListing.current === listingKey) return;
    shownListing.current = listingKey;
    begin();
  });
}

export type RowActions = { use: (index: number) => void; leave: (index: number) => void };

/** Actions on a row, by its index in the listing. */
export function rowActions(pages: RowPages, onEdit: RowsGridProps["onEdit"]): RowActions {
  const edit = (index: number, change: Edit) => {
    const row = pages.rowAt(index);
    if (row) onEdit(row.row, change);
  };
  return {
    use: (index) => {
      const { suggestion, field = "phone" } = pages.rowAt(index) ?? {};
      if (suggestion) edit(index, field === "name" ? { name: suggestion } : { phone: suggestion });
    },
    leave: (index) => edit(index, { isLeftOut: pages.rowAt(index)?.rowStatus !== "left_out" }),
  };
}
