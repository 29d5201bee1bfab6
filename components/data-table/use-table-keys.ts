"use client";

import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useKeys } from "@/components/ui/browser/use-keys";
import { useCopy } from "@/components/ui/buttons/use-copy";
import type { ModelRow } from "./data-columns";

const PAGE = 12;

export type TableKeysInput<Row> = {
  rows: readonly ModelRow<Row>[];
  selectedId: string | undefined;
  element: RefObject<HTMLTableElement | null>;
  canOpen: boolean;
  open: (row: ModelRow<Row>) => void;
  hrefOf: (row: ModelRow<Row>) => string | undefined;
};

/** J and K work from anywhere on the page; arrows, Home, End and the page keys once a row has focus. */
export function useTableKeys<Row>(input: TableKeysInput<Row>) {
  const { rows, selectedId, element, canOpen, open, hrefOf } = input;
  const [activeId, setActiveId] = useState<string>();
  const [wantedIndex, setWantedIndex] = useState<number>();
  const focusNext = useRef<string>(undefined);
  const { copy } = useCopy();

  const currentId = selectedId ?? activeId;
  const currentIndex = currentId === undefined ? -1 : rows.findIndex((row) => row.id === currentId);
  const current = rows[currentIndex];

  // A drawer that opens makes the page beside it narrower and longer: the row it tells of stays in sight.
  const selectedHere = currentIndex < 0 ? undefined : selectedId;
  const [shownId, setShownId] = useState<string>();
  if (shownId !== selectedHere) {
    setShownId(selectedHere);
    if (selectedHere !== undefined) setWantedIndex(currentIndex);
  }
  useEffect(() => {
    if (selectedHere !== undefined) rowElement(element.current, selectedHere)?.scrollIntoView({ block: "nearest" });
  }, [selectedHere, element]);

  // A row far away is drawn some time after it was asked for, so every drawing of rows looks whether it is there.
  const focusWanted = useCallback(() => {
    if (focusNext.current === undefined) return;
    const target = rowElement(element.current, focusNext.current);
    if (!target) return;
    focusNext.current = undefined;
    target.focus();
  }, [element]);

  const focused = useRef<{ row: HTMLTableRowElement; index: number }>(undefined);
  // Focus on a row that leaves would begin again at the top of the page: the row in its place takes it.
  useLayoutEffect(() => {
    if (!focused.current) return;
    const { row, index } = focused.current;
    if (row.isConnected) focused.current.index = placeOf(row, rows);
    else if (!rows.some(({ id }) => id === row.dataset.rowId))
      focusNext.current = rows[Math.min(index, rows.length - 1)]?.id;
    focusWanted();
  }, [rows, focusWanted]);

  function onFocus({ target }: FocusEvent) {
    const row = target.closest("tr");
    focused.current = row ? { row, index: placeOf(row, rows) } : undefined;
  }

  // React tells of no blur where it takes away what has focus.
  const onBlur = () => {
    focused.current = undefined;
  };

  function moveTo(index: number) {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (!row) return;
    setActiveId(row.id);
    setWantedIndex(rows.indexOf(row));
    if (selectedId === undefined) focusNext.current = row.id;
    else {
      open(row);
      rowElement(element.current, row.id)?.scrollIntoView({ block: "nearest" });
    }
  }

  const firstInSight = () => rows.findIndex(({ id }) => id === idInSight(element.current));

  const link = current && hrefOf(current);
  useKeys(
    {
      J: () => moveTo(currentIndex < 0 ? firstInSight() : currentIndex + 1),
      K: () => moveTo(currentIndex < 0 ? firstInSight() : currentIndex - 1),
      ...(current ? { C: () => void copy(current.id) } : {}),
      ...(link ? { L: () => void copy(new URL(link, location.href).href, "the link") } : {}),
    },
    canOpen && rows.length > 0,
  );

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    const { target } = event;
    if (!(target instanceof HTMLTableRowElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    const index = placeOf(target, rows);
    const row = rows[index];
    if (event.key === "Enter" && row) open(row);
    else {
      const next = stepFor(event.key, index, rows.length);
      if (next === undefined) return;
      moveTo(next);
      focusNext.current = rows[next]?.id;
    }
    event.preventDefault();
  }

  return {
    activeId: currentIndex < 0 ? undefined : currentId,
    setActiveId,
    wantedIndex,
    focusWanted,
    handlers: { onKeyDown, onFocus, onBlur },
  };
}

/** The place of a row, or of the one after it where it is none of the table's own. */
function placeOf<Row>(row: HTMLTableRowElement, rows: readonly ModelRow<Row>[]): number {
  const placed = (element: Element) => rows.findIndex(({ id }) => id === element.getAttribute("data-row-id"));
  let near: Element | null = row;
  while (near && placed(near) < 0) near = near.previousElementSibling;
  return near ? placed(near) + (near === row ? 0 : 1) : 0;
}

function rowElement(table: HTMLTableElement | null, id: string) {
  return table?.querySelector<HTMLElement>(`tr[data-row-id="${CSS.escape(id)}"]`);
}

const STICKY_HEIGHT = 80;

/** The first row below the sticky bars, where reading would start. */
function idInSight(table: HTMLTableElement | null): string | undefined {
  const rows = [...(table?.querySelectorAll<HTMLElement>("tr[data-row-id]") ?? [])];
  const inSight = rows.find((row) => row.getBoundingClientRect().top >= STICKY_HEIGHT) ?? rows[0];
  return inSight?.dataset.rowId;
}

/** The row a key moves to, or undefined when the key does not move. */
export function stepFor(key: string, index: number, count: number): number | undefined {
  if (key === "ArrowDown") return Math.min(count - 1, index + 1);
  if (key === "ArrowUp") return Math.max(0, index - 1);
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key === "PageDown") return Math.min(count - 1, index + PAGE);
  if (key === "PageUp") return Math.max(0, index - PAGE);
  return undefined;
}
