"use client";

import { type FocusEvent, type MouseEvent, useRef } from "react";
import { type GridCell, gridColumns, isSame } from "./use-grid-keys";

type GridPointerInput = {
  active: GridCell | undefined;
  select: (cell: GridCell) => void;
  edit: (cell: GridCell) => void;
  use: (index: number) => void;
  leave: (index: number) => void;
};

/**
 * Delegated pointer handlers of the grid. A click selects a cell. A click on the selected cell, or a double click, edits
 * it.
 */
export function useGridPointer({ active, select, edit, use, leave }: GridPointerInput) {
  const wasActive = useRef(false);
  const focused = useRef<{ target: HTMLElement; index: number }>(undefined);
  const handlers = {
    // Focus moves before the click event, so remember here whether the cell was active.
    onMouseDown({ target }: MouseEvent) {
      const cell = cellAt(target);
      wasActive.current = cell !== undefined && isSame(active, cell) && holdsFocus(target);
    },
    onFocus({ target }: FocusEvent<HTMLElement>) {
      const cell = cellAt(target);
      if (!cell) return;
      focused.current = { target, index: cell.index };
      select(cell);
    },
    onClick({ target }: MouseEvent) {
      const cell = cellAt(target);
      if (!cell || target instanceof HTMLInputElement) return;
      if (cell.column === "use" || cell.column === "leave") {
        if (target instanceof Element && target.closest("button")) (cell.column === "use" ? use : leave)(cell.index);
      } else if (wasActive.current && (cell.column === "phone" || cell.column === "name")) edit(cell);
    },
  };

  /** Blurs an element whose reused row now shows another row of the list. */
  function leaveOtherRow() {
    const { target, index } = focused.current ?? {};
    if (target && target === document.activeElement && cellAt(target)?.index !== index) target.blur();
  }

  return { handlers, leaveOtherRow };
}

/** The grid cell that contains an event target. */
function cellAt(target: EventTarget): GridCell | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-column]") : null;
  const index = Number(cell?.parentElement?.dataset.index);
  const column = gridColumns.find((gridColumn) => gridColumn === cell?.dataset.column);
  return column && Number.isInteger(index) ? { index, column } : undefined;
}

const holdsFocus = (target: EventTarget) =>
  target instanceof Element && target.closest<HTMLElement>("[data-column]") === document.activeElement;
