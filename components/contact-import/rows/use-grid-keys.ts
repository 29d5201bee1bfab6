"use client";

import { type KeyboardEvent, type RefObject, useCallback, useRef, useState } from "react";
import { stepFor } from "@/components/data-table/use-table-keys";
import { useKeys } from "@/components/ui/browser/use-keys";

export const gridColumns = ["row", "phone", "name", "becomes", "use", "leave"] as const;
export type GridColumn = (typeof gridColumns)[number];
/**
 * `row` is the row that was there when the editing began, unless it was still being read. `start` is the character that was
 * typed on the cell, and stands in it instead of what it held.
 */
export type EditedCell = { index: number; column: "phone" | "name"; row?: number | undefined; start?: string };
export type GridCell = { index: number; column: GridColumn };

export type GridKeysInput = {
  count: number;
  grid: RefObject<HTMLTableElement | null>;
  /** The row of the file at a place of the listing; undefined while it is being read. */
  rowOf: (index: number) => number | undefined;
  /** Where reading starts when no cell was chosen yet. */
  firstShown: number;
  scrollTo: (index: number, align?: "start") => void;
  /** Calls back with the next row that has a problem, where there is one. */
  findProblem: (from: number, onFound: (index: number) => void) => void;
  onUse: (index: number) => void;
  onLeave: (index: number) => void;
};

/** One cell is in the tab order. Arrows and keys with Ctrl work from it; J, K and N from anywhere but a name. */
export function useGridKeys(input: GridKeysInput) {
  const { count, grid, firstShown, scrollTo, findProblem } = input;
  const [active, setActive] = useState<GridCell>();
  const [editing, setEditing] = useState<EditedCell>();
  const focusNext = useRef<GridCell>(undefined);

  // A row far away is drawn some time after it was asked for, so every drawing of rows looks whether it is there.
  const focusWanted = useCallback(() => {
    const target = focusNext.current && cellElement(grid.current, focusNext.current);
    if (!target) return;
    focusNext.current = undefined;
    target.focus({ preventScroll: true });
  }, [grid]);

  const select = useCallback((cell: GridCell) => setActive((before) => (isSame(before, cell) ? before : cell)), []);

  function moveTo(index: number, column: GridColumn = active?.column ?? "phone") {
    if (count === 0) return;
    const cell = { index: Math.min(count - 1, Math.max(0, index)), column };
    select(cell);
    setEditing(undefined);
    scrollTo(cell.index);
    focusNext.current = cell;
  }

  function edit({ index, column }: GridCell, start?: string) {
    const cell = { index: Math.min(count - 1, Math.max(0, index)), column: textColumn(column) } as const;
    if (count === 0) return;
    select(cell);
    setEditing({ ...cell, row: input.rowOf(cell.index), ...(start === undefined ? {} : { start }) });
    scrollTo(cell.index);
    focusNext.current = undefined;
  }

  const hasUse = (index: number) => rowElement(grid.current, index)?.querySelector('[data-column="use"]') != null;
  const activeIndex = active?.index ?? -1;
  const isInGrid = () => grid.current?.contains(document.activeElement) === true;
  const toNextProblem = () => findProblem(activeIndex < 0 ? firstShown : activeIndex + 1, (index) => moveTo(index));
  useKeys(
    {
      J: () => moveTo(activeIndex < 0 ? firstShown : activeIndex + 1),
      K: () => moveTo(activeIndex < 0 ? firstShown : activeIndex - 1),
      N: toNextProblem,
    },
    count > 0,
  );

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    if (!active || editing || event.nativeEvent.isComposing) return;
    if (startsTyping(event, active.column)) edit(active, event.key);
    else if (
      !(event.ctrlKey || event.metaKey ? onCommandKey(event, active) : !event.altKey && onMoveKey(event, active))
    )
      return;
    event.preventDefault();
    // A capital D is a letter here, and not the key of the theme.
    event.stopPropagation();
  }

  function onCommandKey({ key }: KeyboardEvent, { index, column }: GridCell): boolean {
    if (key === "Enter") {
      input.onUse(index);
      // The button that has focus goes with the suggestion.
      if (column === "use") moveTo(index, "becomes");
    } else if (key === "Backspace") input.onLeave(index);
    else if (key === "ArrowDown") toNextProblem();
    else return false;
    return true;
  }

  function onMoveKey({ key, target }: KeyboardEvent, from: GridCell): boolean {
    const isButton = target instanceof HTMLButtonElement;
    const step = stepFor(key, from.index, count);
    if (step !== undefined) moveTo(step);
    else if (key === "ArrowLeft" || key === "ArrowRight")
      moveTo(from.index, columnBeside(from.column, key === "ArrowLeft" ? -1 : 1, hasUse(from.index)));
    else if (key === "F2" || (key === "Enter" && !isButton)) edit(from);
    else return false;
    return true;
  }

  const stopEditing = useCallback((cell: GridCell) => {
    setEditing((now) => (isSame(now, cell) ? undefined : now));
  }, []);
  /** Another listing: whoever was in the grid is at its first row now, and not nowhere when their own row goes. */
  function begin() {
    const wasInGrid = isInGrid();
    scrollTo(0, "start");
    setActive(undefined);
    setEditing(undefined);
    if (wasInGrid) moveTo(0);
  }

  return { active, editing, moveTo, edit, focusWanted, onKeyDown, select, stopEditing, begin };
}

/** Where a row has no suggestion to use, the reason takes that place too. */
export function columnBeside(column: GridColumn, by: -1 | 1, hasUse: boolean): GridColumn {
  const columns = gridColumns.filter((column) => hasUse || column !== "use");
  const own = hasUse || column !== "use" ? column : "becomes";
  return columns[columns.indexOf(own) + by] ?? own;
}

export const textColumn = (column: GridColumn) => (column === "name" ? "name" : "phone");

/** The cell that is edited, where a row has it: one that took the place of the edited row is not edited. */
export const editedIn = (
  editing: EditedCell | undefined,
  { index, row }: { index: number; row: number | undefined },
) => (editing?.index === index && (editing.row ?? row) === row ? editing : undefined);

export const isSame = (one: GridCell | undefined, other: GridCell) =>
  one?.index === other.index && one.column === other.column;

function cellElement(grid: HTMLTableElement | null, { index, column }: GridCell) {
  const row = rowElement(grid, index);
  const cell = row?.querySelector<HTMLElement>(`[data-column="${column}"]`);
  return (
    cell?.querySelector<HTMLElement>("button") ?? cell ?? row?.querySelector<HTMLElement>('[data-column="becomes"]')
  );
}

const rowElement = (grid: HTMLTableElement | null, index: number) =>
  grid?.querySelector<HTMLElement>(`tr[data-index="${index}"]`);

type Typed = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean };

/** Next, back and next problem: they change nothing, and no number begins with a letter. */
const moves = new Set(["j", "k", "n"]);

/** Whether a key pressed on a selected cell is the first character of what shall stand in it instead. */
export function startsTyping({ key, ctrlKey, metaKey, altKey }: Typed, column: GridColumn): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  if (column !== "phone" && column !== "name") return false;
  // Names of keys, such as Enter, are longer than one character; the space bar scrolls.
  return [...key].length === 1 && key !== " " && (column === "name" || !moves.has(key));
}

export type RowKey = { index: number; key: number };

/**
 * Which row of the page shows which row of the list. While a list is scrolled by less than is seen a row keeps its own; after a
 * leap the rows that are there show the others, which costs far less than making as many again.
 */
export function rowKeys(before: readonly RowKey[], indexes: readonly number[]): RowKey[] {
  const kept = new Map(before.map(({ index, key }) => [index, key]));
  const isLeap = !indexes.some((index) => kept.has(index));
  let fresh = Math.max(-1, ...kept.values());
  return indexes.map((index, position) => {
    const key = isLeap ? before[position]?.key : kept.get(index);
    if (key !== undefined) return { index, key };
    fresh += 1;
    return { index, key: fresh };
  });
}
