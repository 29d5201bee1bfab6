"use client";

import { type KeyboardEvent, type RefObject, useCallback, useRef, useState } from "react";
import { stepFor } from "@/components/data-table/use-table-keys";
import { useKeys } from "@/components/ui/browser/use-keys";

export const gridColumns = ["row", "phone", "name", "becomes", "use", "leave"] as const;
export type GridColumn = (typeof gridColumns)[number];
/**
 * `row` is the row at `index` when editing began; undefined if it was still loading. `start` is the character that started
 * the edit and replaces the value.
 */
export type EditedCell = { index: number; column: "phone" | "name"; row?: number | undefined; start?: string };
export type GridCell = { index: number; column: GridColumn };

export type GridKeysInput = {
  count: number;
  grid: RefObject<HTMLTableElement | null>;
  /** Row of the file at an index of the listing; undefined while loading. */
  rowOf: (index: number) => number | undefined;
  /** Index to start from if no cell is active. */
  firstShown: number;
  scrollTo: (index: number, align?: "start") => void;
  /** Calls `onFound` with the index of the next row that has a problem, if any. */
  findProblem: (from: number, onFound: (index: number) => void) => void;
  onUse: (index: number) => void;
  onLeave: (index: number) => void;
};

/** Keyboard control with a roving tabindex. J, K and N also work outside the grid. */
export function useGridKeys(input: GridKeysInput) {
  const { count, grid, firstShown, scrollTo, findProblem } = input;
  const [active, setActive] = useState<GridCell>();
  const [editing, setEditing] = useState<EditedCell>();
  const { requestFocus, focusPending } = useCellFocus(grid);

  const select = useCallback((cell: GridCell) => setActive((before) => (isSame(before, cell) ? before : cell)), []);

  function moveTo(index: number, column: GridColumn = active?.column ?? "phone") {
    if (count === 0) return;
    const cell = { index: Math.min(count - 1, Math.max(0, index)), column };
    select(cell);
    setEditing(undefined);
    scrollTo(cell.index);
    requestFocus(cell);
  }

  function edit({ index, column }: GridCell, start?: string) {
    const cell = { index: Math.min(count - 1, Math.max(0, index)), column: textColumn(column) } as const;
    if (count === 0) return;
    select(cell);
    setEditing({ ...cell, row: input.rowOf(cell.index), ...(start === undefined ? {} : { start }) });
    scrollTo(cell.index);
    requestFocus(undefined);
  }

  const activeIndex = active?.index ?? -1;
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
    const command = keyCommand(event, active.column);
    const target = event.altKey || command ? undefined : cellAfter(event.key, active, { count, grid: grid.current });
    if (target) moveTo(target.index, target.column);
    else if (command === "type") edit(active, event.key);
    else if (command === "edit") edit(active);
    else if (command === "use") {
      input.onUse(active.index);
      // The focused button disappears with its suggestion, so move the focus.
      if (active.column === "use") moveTo(active.index, "becomes");
    } else if (command === "leave") input.onLeave(active.index);
    else if (command === "next-problem") toNextProblem();
    else return;
    event.preventDefault();
    // Keeps typed letters from triggering page shortcuts, such as D for the theme.
    event.stopPropagation();
  }

  const stopEditing = (cell: GridCell) => setEditing((now) => (isSame(now, cell) ? undefined : now));

  /** Resets the grid for another listing. If the grid had focus, it moves to the first row. */
  function reset() {
    const wasInGrid = grid.current?.contains(document.activeElement) === true;
    scrollTo(0, "start");
    setActive(undefined);
    setEditing(undefined);
    if (wasInGrid) moveTo(0);
  }

  return { active, editing, moveTo, edit, focusPending, onKeyDown, select, stopEditing, reset };
}

/** Focuses a requested cell. A distant row is mounted some renders later, so call `focusPending` after every render. */
function useCellFocus(grid: RefObject<HTMLTableElement | null>) {
  const requested = useRef<GridCell>(undefined);
  const focusPending = useCallback(() => {
    const target = requested.current && cellElement(grid.current, requested.current);
    if (!target) return;
    requested.current = undefined;
    target.focus({ preventScroll: true });
  }, [grid]);
  return {
    focusPending,
    requestFocus: (cell: GridCell | undefined) => {
      requested.current = cell;
    },
  };
}

/** Command of a key for the active cell; undefined for keys that can move to another cell. */
function keyCommand(event: KeyboardEvent, column: GridColumn) {
  const { key, target } = event;
  if (startsTyping(event, column)) return "type";
  if (event.ctrlKey || event.metaKey) return commandKeys[key] ?? "none";
  if (event.altKey) return undefined;
  return key === "F2" || (key === "Enter" && !(target instanceof HTMLButtonElement)) ? "edit" : undefined;
}

/** With Ctrl or Cmd. */
const commandKeys: Partial<Record<string, "use" | "leave" | "next-problem">> = {
  Enter: "use",
  Backspace: "leave",
  ArrowDown: "next-problem",
};

type GridExtent = { count: number; grid: HTMLTableElement | null };

/** The cell that a key moves to; undefined for other keys. */
function cellAfter(key: string, { index, column }: GridCell, { count, grid }: GridExtent): GridCell | undefined {
  const step = stepFor(key, index, count);
  if (step !== undefined) return { index: step, column };
  if (key !== "ArrowLeft" && key !== "ArrowRight") return undefined;
  const hasUse = rowElement(grid, index)?.querySelector('[data-column="use"]') != null;
  return { index, column: columnBeside(column, key === "ArrowLeft" ? -1 : 1, hasUse) };
}

/** The column beside another. Without a suggestion, the reason also spans the Use column. */
export function columnBeside(column: GridColumn, by: -1 | 1, hasUse: boolean): GridColumn {
  const columns = gridColumns.filter((column) => hasUse || column !== "use");
  const current = hasUse || column !== "use" ? column : "becomes";
  return columns[columns.indexOf(current) + by] ?? current;
}

export const textColumn = (column: GridColumn) => (column === "name" ? "name" : "phone");

/** The edited cell if it belongs to this row. A row that moved to the same index does not match. */
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

type KeyPress = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean };

/** Shortcuts for next, previous and next problem. Safe on numbers, which never start with a letter. */
const navigationKeys = new Set(["j", "k", "n"]);

/** True if a key pressed on the active cell starts replacing its value. */
export function startsTyping({ key, ctrlKey, metaKey, altKey }: KeyPress, column: GridColumn): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  if (column !== "phone" && column !== "name") return false;
  // Key names such as Enter have several characters. The space bar scrolls.
  return [...key].length === 1 && key !== " " && (column === "name" || !navigationKeys.has(key));
}

export type RowKey = { index: number; key: number };

/**
 * React keys of the mounted rows. Rows that stay in view keep their keys. After a jump the mounted rows are reused, which
 * is far cheaper than mounting new ones.
 */
export function rowKeys(before: readonly RowKey[], indexes: readonly number[]): RowKey[] {
  const keyOfIndex = new Map(before.map(({ index, key }) => [index, key]));
  const isLeap = !indexes.some((index) => keyOfIndex.has(index));
  let highestKey = Math.max(-1, ...keyOfIndex.values());
  return indexes.map((index, position) => {
    const key = isLeap ? before[position]?.key : keyOfIndex.get(index);
    if (key !== undefined) return { index, key };
    highestKey += 1;
    return { index, key: highestKey };
  });
}
