"use client";

import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useStyle } from "@/components/ui/use-style";
import type { Edit } from "@/lib/client/contacts/plan";
import { type RowActions, rowActions } from "./row-actions";
import type { RowPages } from "./row-pages";
import { rowSentence } from "./row-words";
import { type RowHandlers, RowsGridRow } from "./rows-grid-row";
import { gridColumns, useGridKeys } from "./use-grid-keys";
import { useRowWindow } from "./use-row-window";

export type RowsGridProps = {
  pages: RowPages;
  listingKey: string;
  findProblem: (from: number, onFound: (index: number) => void) => void;
  toIndex: RefObject<((index: number) => void) | undefined>;
  onShown: (from: number, to: number) => void;
  /** False where the row may not be changed any more. */
  onEdit: (row: number, change: Edit) => boolean;
};

const SAYS = "review-row-says";

/** As many rows as the list has, drawn where they are looked at. */
export function RowsGrid({ pages, listingKey, findProblem, toIndex, onShown, onEdit }: RowsGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  const count = pages.count ?? 0;
  const view = useRowWindow(count, scroller);
  const { scrollTo, shown } = view;
  // A height of its own: while rows are exchanged the table is short for a moment, and the box would scroll up.
  const all = useStyle<HTMLDivElement>({ height: `${view.height}px` });
  const actions = rowActions(pages, onEdit);
  const keys = useGridKeys({
    count,
    grid,
    firstShown: shown.from,
    scrollTo,
    findProblem,
    onUse: actions.use,
    onLeave: actions.leave,
  });
  const { active, editing, focusWanted, setActive } = keys;
  const handlers = useHandlers({ keys, actions });

  useLayoutEffect(focusWanted);
  useShown({ pages, shown, onShown });
  useTop(listingKey, keys.begin);
  useEffect(() => {
    toIndex.current = (index) => {
      scrollTo(index, "start");
      setActive((before) => ({ column: before?.column ?? "phone", index }));
    };
  }, [toIndex, scrollTo, setActive]);

  const stop = active && view.indexes.includes(active.index) ? active.index : shown.from;
  const now = active && pages.rowAt(active.index);
  return (
    <>
      <p className="rows-says" id={SAYS}>
        {now ? `Row ${now.row.toLocaleString("en-US")}: ${rowSentence(now) || "nothing was found."}` : keysHint}
      </p>
      <div ref={scroller} className="rows-scroll">
        <div ref={all}>
          {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells take the keyboard */}
          <table ref={grid} role="grid" className="tbl rgrid" aria-rowcount={count + 1} onKeyDown={keys.onKeyDown}>
            <caption className="vh">Rows of the file. Enter changes a cell.</caption>
            <GridHead />
            <tbody>
              <Gap height={view.before} />
              {view.indexes.map((index) => (
                <RowsGridRow
                  key={index}
                  index={index}
                  row={pages.rowAt(index)}
                  stop={index === stop ? (active?.column ?? "phone") : undefined}
                  isActive={index === active?.index}
                  editing={index === editing?.index ? editing.column : undefined}
                  handlers={handlers}
                />
              ))}
              <Gap height={view.after} />
            </tbody>
          </table>
        </div>
      </div>
    </>
  );
}

const keysHint = "Enter changes a cell, N goes to the next problem, U uses the suggestion, D leaves the row out.";

function GridHead() {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className="num g-n">
          Row
        </th>
        <th scope="col" className="g-p">
          <span className="mono">phone_number</span>
        </th>
        <th scope="col" className="g-name">
          <span className="mono">name</span>
        </th>
        <th scope="col" className="g-s">
          Would become
        </th>
        <th scope="col" className="g-a">
          <span className="vh">Use the suggestion</span>
        </th>
        <th scope="col" className="g-a g-out">
          <span className="vh">Leave out or put back</span>
        </th>
      </tr>
    </thead>
  );
}

function Gap({ height }: { height: number }) {
  const ref = useStyle<HTMLTableCellElement>({ height: `${Math.max(0, height)}px` });
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a spacer, no row of the grid
    <tr className="gap" role="none">
      <td ref={ref} colSpan={gridColumns.length} role="none" />
    </tr>
  );
}

/** The same functions at every drawing, so that rows which did not change are not drawn again. */
function useHandlers(now: { keys: ReturnType<typeof useGridKeys>; actions: RowActions }): RowHandlers {
  const latest = useRef(now);
  useEffect(() => {
    latest.current = now;
  });
  return useMemo(() => {
    const { current: first } = latest;
    return {
      focus: (cell) => first.keys.setActive(cell),
      edit: (cell) => latest.current.keys.moveTo(cell.index, cell.column, true),
      use: (index) => latest.current.actions.use(index),
      leave: (index) => latest.current.actions.leave(index),
      save: (cell, value, next) => {
        const { keys, actions } = latest.current;
        if (value !== undefined) actions.edit(cell.index, { [cell.column]: value });
        if (next === "below") keys.moveTo(cell.index + 1, cell.column);
        else if (next === "here") keys.moveTo(cell.index, cell.column);
        else if (next === "nowhere") keys.stopEditing(cell);
        else {
          const isSameRow = (next === "beside") === (cell.column === "phone");
          const index = isSameRow ? cell.index : cell.index + (next === "beside" ? 1 : -1);
          keys.moveTo(index, cell.column === "phone" ? "name" : "phone", true);
        }
      },
    };
  }, []);
}

type ShownInput = { pages: RowPages; shown: { from: number; to: number }; onShown: RowsGridProps["onShown"] };

function useShown({ pages, shown: { from, to }, onShown }: ShownInput) {
  useEffect(() => pages.want(from - 20, to + 20), [pages, from, to]);
  const first = pages.rowAt(from)?.row;
  const last = pages.rowAt(to)?.row ?? first;
  useEffect(() => {
    if (first !== undefined && last !== undefined) onShown(first, last);
  }, [first, last, onShown]);
}

function useTop(listingKey: string, begin: () => void) {
  const at = useRef(listingKey);
  useEffect(() => {
    if (at.current === listingKey) return;
    at.current = listingKey;
    begin();
  });
}
