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
 * The pointer in the grid, heard once for all of its cells: a press selects a cell, a press on the selected one edits it,
 * and so does a double press.
 */
export function useGridPointer({ active, select, edit, use, leave }: GridPointerInput) {
  const wasActive = useRef(false);
  const focused = useRef<{ target: HTMLElement; index: number }>(undefined);
  const heard = {
    // A press moves focus before it is a click: by then every pressed cell is the selected one.
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

  /** A row of the page that shows another row of the list now takes no keys for the one before. */
  function leaveOtherRow() {
    const { target, index } = focused.current ?? {};
    if (target && target === document.activeElement && cellAt(target)?.index !== index) target.blur();
  }

  return { heard, leaveOtherRow };
}

/** The cell of the list that a part of the page belongs to. */
function cellAt(target: EventTarget): GridCell | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-column]") : null;
  const index = Number(cell?.parentElement?.dataset.index);
  const column = gridColumns.find((gridColumn) => gridColumn === cell?.dataset.column);
  return column && Number.isInteger(index) ? { index, column } : undefined;
}

const holdsFocus = (target: EventTarget) =>
  target instanceof Element && target.closest<HTMLElement>("[data-column]") === document.activeElement;
