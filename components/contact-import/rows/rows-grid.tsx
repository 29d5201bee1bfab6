// biome-ignore-all lint/a11y/noRedundantRoles: narrow screens change `display`, which removes native table roles
import { type ReactNode, useEffect, useRef } from "react";
import { useStyle } from "@/components/ui/browser/use-style";
import { gapRowClass, tableClass } from "@/components/ui/page/table-class";
import type { Edit } from "@/lib/contacts/plan";
import type { RowListing } from "./row-listing";
import { rowLine } from "./row-messages";
import { RowsGridRow } from "./rows-grid-row";
import { gridColumns, useGridCells } from "./use-grid-cells";
import { useRowWindow } from "./use-row-window";

export type RowsGridProps = {
  rows: RowListing;
  /** Each row has two lines. */
  isNarrow: boolean;
  onEdit: (row: number, change: Edit) => void;
};

export function RowsGrid({ rows, isNarrow, onEdit }: RowsGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  const { count = 0, jump } = rows;
  const view = useRowWindow(count, scroller, isNarrow ? narrowHeights : wideHeights);
  const { from, to } = view.shown;
  // Fixed height: while rows are replaced the table is briefly shorter, which would scroll the box up.
  const all = useStyle<HTMLDivElement>({ height: `${view.height}px` });
  const cells = useGridCells({ rows, grid, scrollTo: view.scrollTo, onEdit });
  const { active } = cells;
  const stop = active && view.indexes.includes(active.index) ? active.index : from;

  useEffect(() => rows.show(from, to), [rows, from, to]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls once per jump
  useEffect(() => cells.jump(jump.index), [jump]);

  const activeRow = active && rows.rowAt(active.index);
  return (
    <>
      <RowsNote>{activeRow ? rowLine(activeRow) : isNarrow ? touchHint : keysHint}</RowsNote>
      {/* Fills the height between the two bars, so that the counts stay in view. */}
      <div
        ref={scroller}
        className="max-h-[max(280px,calc(100dvh_-_210px))] narrow:scroll-pt-[30px] overflow-auto border-b border-rule contain-content [overflow-anchor:none] mid:col-span-full"
      >
        <div ref={all}>
          {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are focusable */}
          <table ref={grid} role="grid" className={gridClass} aria-rowcount={count + 1} {...cells.handlers}>
            <caption className="sr-only">Rows of the file. Enter or typing changes a cell.</caption>
            <GridHead />
            <tbody role="rowgroup">
              <Gap height={view.before} />
              {view.indexes.map((index) => (
                <RowsGridRow
                  key={index}
                  index={index}
                  row={rows.rowAt(index)}
                  stop={index === stop ? (active?.column ?? "phone") : undefined}
                  isActive={index === active?.index}
                  editing={cells.editing}
                  onSave={cells.onSave}
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

const wideHeights = { row: 32, head: 30 };
/** The head is there for screen readers only. */
const narrowHeights = { row: 85, head: 0 };

const gridClass = `table-fixed [--narrow-row:85px] [--th-top:0] ${tableClass({ density: "regular" })}`;

const keysHint = "Click a cell or type to change it. The arrow keys move to other cells and buttons.";
const touchHint = "Tap a number or a name to change it.";

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

function GridHead() {
  return (
    <thead role="rowgroup">
      <tr role="row" aria-rowindex={1}>
        <th role="columnheader" scope="col" className="w-22.5 text-right max-mid:w-20.5 max-mid:px-2.5">
          Row
        </th>
        <th role="columnheader" scope="col" className="w-42.5 max-mid:w-37.5 max-mid:px-2.5">
          Phone number
        </th>
        <th role="columnheader" scope="col" className="w-[16%] max-mid:w-auto max-mid:px-2.5 max-[1001px]:w-1/4">
          Name
        </th>
        <th role="columnheader" scope="col" className="max-mid:w-42 max-mid:px-2.5 max-[1001px]:w-auto">
          Result
        </th>
        <th role="columnheader" scope="col" className="w-13 max-mid:w-11.5 max-mid:px-2.5">
          <span className="sr-only">Use the suggestion</span>
        </th>
        <th role="columnheader" scope="col" className="w-23 pr-3 max-mid:w-10.5 max-mid:pl-2.5">
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
