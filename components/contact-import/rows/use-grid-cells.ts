import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { stepFor } from "@/components/data-table/use-table-keys";
import type { Edit } from "@/lib/contacts/plan";
import type { AfterSave } from "./cell-input";
import type { RowListing } from "./row-listing";
import { leftOutEdit, suggestedEdit } from "./row-messages";

export const gridColumns = ["row", "phone", "name", "becomes", "use", "leave"] as const;
export type GridColumn = (typeof gridColumns)[number];
export type GridCell = { index: number; column: GridColumn };
type TextColumn = "phone" | "name";

export type EditedCell = { row: number; column: TextColumn; start: string | undefined };

/** `value` is undefined if the cell was not changed. */
export type CellSave = { index: number; row: number; column: TextColumn; value: string | undefined; next: AfterSave };

type GridCellsInput = {
  rows: RowListing;
  grid: RefObject<HTMLTableElement | null>;
  scrollTo: (index: number, align?: "start") => void;
  onEdit: (row: number, change: Edit) => void;
};

export function useGridCells({ rows, grid, scrollTo, onEdit }: GridCellsInput) {
  const [active, setActive] = useState<GridCell>();
  const [editing, setEditing] = useState<EditedCell>();
  const requested = useRequestedFocus(grid);
  const { count = 0 } = rows;

  function moveTo(index: number, column: GridColumn) {
    const cell = { index: Math.min(count - 1, Math.max(0, index)), column };
    setActive(cell);
    setEditing(undefined);
    scrollTo(cell.index);
    requested.current = cell;
  }

  function edit({ index, column }: GridCell, start?: string) {
    const row = rows.rowAt(index)?.row;
    const textColumn = column === "name" ? "name" : "phone";
    moveTo(index, textColumn);
    if (row === undefined) return;
    // The cell's input takes the focus itself.
    requested.current = undefined;
    setEditing({ row, column: textColumn, start });
  }

  function press({ index, column }: GridCell) {
    const row = rows.rowAt(index);
    if (!row) return;
    onEdit(row.row, column === "use" ? suggestedEdit(row) : leftOutEdit(row));
    // The pressed button disappears with its suggestion, so move the focus.
    if (column === "use") moveTo(index, "becomes");
  }

  function onSave({ index, row, column, value, next }: CellSave) {
    if (value !== undefined) onEdit(row, { [column]: value });
    if (next === "below") moveTo(index + 1, column);
    else if (next === "here") moveTo(index, column);
    else if (next === "nowhere") setEditing((now) => (now?.row === row && now.column === column ? undefined : now));
    else edit(cellBeside({ index, column }, next === "beside" ? 1 : -1));
  }

  /** Scrolls to a row. If the grid has the focus, it moves along. */
  function jump(index: number) {
    scrollTo(index, "start");
    setEditing(undefined);
    if (grid.current?.contains(document.activeElement)) moveTo(index, "phone");
    else setActive(undefined);
  }

  const handlers = {
    onFocus({ target }: FocusEvent<HTMLElement>) {
      const cell = cellAt(target);
      if (cell) setActive((before) => (isSame(before, cell) ? before : cell));
    },
    onClick({ target }: MouseEvent) {
      const cell = cellAt(target);
      if (!cell || target instanceof HTMLInputElement) return;
      if (cell.column === "phone" || cell.column === "name") edit(cell);
      else if (target instanceof Element && target.closest("button")) press(cell);
    },
    onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (!active || editing || ctrlKey || metaKey || altKey || event.nativeEvent.isComposing) return;
      const next = cellAfter(key, active, count);
      if (startsTyping(key, active.column)) edit(active, key);
      else if (key === "F2" || (key === "Enter" && !(target instanceof HTMLButtonElement))) edit(active);
      else if (next) moveTo(next.index, next.column);
      else return;
      event.preventDefault();
      // Keeps typed letters from triggering page shortcuts, such as D for the theme.
      event.stopPropagation();
    },
  };

  return { active, editing, handlers, onSave, jump };
}

/** Focuses the cell that the returned ref requests, once it is mounted. */
function useRequestedFocus(grid: RefObject<HTMLTableElement | null>) {
  const requested = useRef<GridCell>(undefined);
  // A distant row is mounted some renders later, so this runs after every render.
  useLayoutEffect(() => {
    const target = requested.current && cellElement(grid.current, requested.current);
    if (!target) return;
    requested.current = undefined;
    target.focus({ preventScroll: true });
  });
  return requested;
}

/** The editable cell after (1) or before (-1) one, in its own row or the next. */
function cellBeside({ index, column }: GridCell, step: 1 | -1): GridCell {
  const isSameRow = (step === 1) === (column === "phone");
  return { index: isSameRow ? index : index + step, column: column === "phone" ? "name" : "phone" };
}

function cellAfter(key: string, { index, column }: GridCell, count: number): GridCell | undefined {
  const step = stepFor(key, index, count);
  if (step !== undefined) return { index: step, column };
  if (key !== "ArrowLeft" && key !== "ArrowRight") return undefined;
  const next = gridColumns[gridColumns.indexOf(column) + (key === "ArrowLeft" ? -1 : 1)];
  return { index, column: next ?? column };
}

const isSame = (one: GridCell | undefined, other: GridCell) =>
  one?.index === other.index && one.column === other.column;

function cellElement(grid: HTMLTableElement | null, { index, column }: GridCell) {
  const cell = grid?.querySelector<HTMLElement>(`tr[data-index="${index}"] [data-column="${column}"]`);
  return cell?.querySelector<HTMLElement>("button") ?? cell;
}

function cellAt(target: EventTarget): GridCell | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-column]") : null;
  const index = Number(cell?.parentElement?.dataset.index);
  const column = gridColumns.find((gridColumn) => gridColumn === cell?.dataset.column);
  return column && Number.isInteger(index) ? { index, column } : undefined;
}

export function startsTyping(key: string, column: GridColumn): boolean {
  // Key names such as Enter have several characters. The space bar scrolls.
  return (column === "phone" || column === "name") && [...key].length === 1 && key !== " ";
}
