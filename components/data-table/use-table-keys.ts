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
import { indexAfter } from "@/components/ui/browser/index-after";
import { useKeys } from "@/components/ui/browser/use-keys";
import { useCopy } from "@/components/ui/buttons/use-copy";
import type { ModelRow } from "./data-columns";

const PAGE = 12;

export type TableKeysInput<Row> = {
  rows: readonly ModelRow<Row>[];
  selectedId: string | undefined;
  element: RefObject<HTMLTableElement | null>;
  canOpen: boolean;
  /** C copies the ID of the current row. */
  copiesId: boolean;
  open: (row: ModelRow<Row>) => void;
  hrefOf: (row: ModelRow<Row>) => string | undefined;
};

/** Keyboard navigation of a table. J and K work anywhere on the page, other keys on a focused row. */
export function useTableKeys<Row>(input: TableKeysInput<Row>) {
  const { rows, selectedId, element, canOpen, copiesId, open, hrefOf } = input;
  const { currentId, currentIndex, setActiveId, targetIndex, setTargetIndex } = useCurrentRow(input);
  const current = rows[currentIndex];
  const focus = useRowFocus(rows, element);
  const { copy } = useCopy();

  function moveTo(index: number) {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (!row) return;
    setActiveId(row.id);
    setTargetIndex(rows.indexOf(row));
    if (selectedId === undefined) focus.request(row.id);
    else {
      open(row);
      rowElement(element.current, row.id)?.scrollIntoView({ block: "nearest" });
    }
  }

  const firstVisible = () => rows.findIndex(({ id }) => id === firstVisibleId(element.current));

  const link = current && hrefOf(current);
  useKeys(
    {
      J: () => moveTo(currentIndex < 0 ? firstVisible() : currentIndex + 1),
      K: () => moveTo(currentIndex < 0 ? firstVisible() : currentIndex - 1),
      ...(current && copiesId ? { C: () => void copy(current.id) } : {}),
      ...(link ? { L: () => void copy(new URL(link, location.href).href, "the link") } : {}),
    },
    canOpen && rows.length > 0,
  );

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    const { target } = event;
    if (!(target instanceof HTMLTableRowElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    const index = indexOfRow(target, rows);
    const row = rows[index];
    if (event.key === "Enter" && row) open(row);
    else {
      const next = stepFor(event.key, index, rows.length);
      if (next === undefined) return;
      moveTo(next);
      focus.request(rows[next]?.id);
    }
    event.preventDefault();
  }

  return {
    activeId: currentIndex < 0 ? undefined : currentId,
    setActiveId,
    targetIndex,
    focusPending: focus.focusPending,
    handlers: { onKeyDown, ...focus.handlers },
  };
}

/**
 * The selected row, or else the one that was reached last. Its index is -1 if it is not in the table. `targetIndex` is that of
 * the row to scroll to.
 */
function useCurrentRow<Row>({ rows, selectedId, element }: TableKeysInput<Row>) {
  const [activeId, setActiveId] = useState<string>();
  const [targetIndex, setTargetIndex] = useState<number>();
  const currentId = selectedId ?? activeId;
  const currentIndex = currentId === undefined ? -1 : rows.findIndex((row) => row.id === currentId);

  const selectedHere = currentIndex < 0 ? undefined : selectedId;
  const [shownId, setShownId] = useState<string>();
  if (shownId !== selectedHere) {
    setShownId(selectedHere);
    if (selectedHere !== undefined) setTargetIndex(currentIndex);
  }
  // Opening a drawer reflows the page, so scroll its row into view.
  useEffect(() => {
    if (selectedHere !== undefined) rowElement(element.current, selectedHere)?.scrollIntoView({ block: "nearest" });
  }, [selectedHere, element]);

  return { currentId, currentIndex, setActiveId, targetIndex, setTargetIndex };
}

/** Focuses a requested row once it is mounted, and the next row if the focused one is removed. */
function useRowFocus<Row>(rows: readonly ModelRow<Row>[], element: RefObject<HTMLTableElement | null>) {
  const requestedId = useRef<string>(undefined);
  const focused = useRef<{ row: HTMLTableRowElement; index: number }>(undefined);

  // A distant row is mounted some renders later, so this runs after every render.
  const focusPending = useCallback(() => {
    if (requestedId.current === undefined) return;
    const target = rowElement(element.current, requestedId.current);
    if (!target) return;
    requestedId.current = undefined;
    target.focus();
  }, [element]);

  useLayoutEffect(() => {
    if (!focused.current) return;
    const { row, index } = focused.current;
    if (row.isConnected) focused.current.index = indexOfRow(row, rows);
    else if (!rows.some(({ id }) => id === row.dataset.rowId))
      requestedId.current = rows[Math.min(index, rows.length - 1)]?.id;
    focusPending();
  }, [rows, focusPending]);

  function onFocus({ target }: FocusEvent) {
    const row = target.closest("tr");
    focused.current = row ? { row, index: indexOfRow(row, rows) } : undefined;
  }

  // React fires no blur event when it removes the focused element.
  const onBlur = () => {
    focused.current = undefined;
  };

  return {
    focusPending,
    request: (id: string | undefined) => {
      requestedId.current = id;
    },
    handlers: { onFocus, onBlur },
  };
}

/** Index of a row; for full-width rows the index of the next row. */
function indexOfRow<Row>(row: HTMLTableRowElement, rows: readonly ModelRow<Row>[]): number {
  const indexOf = (element: Element) => rows.findIndex(({ id }) => id === element.getAttribute("data-row-id"));
  let nearest: Element | null = row;
  while (nearest && indexOf(nearest) < 0) nearest = nearest.previousElementSibling;
  return nearest ? indexOf(nearest) + (nearest === row ? 0 : 1) : 0;
}

function rowElement(table: HTMLTableElement | null, id: string) {
  return table?.querySelector<HTMLElement>(`tr[data-row-id="${CSS.escape(id)}"]`);
}

const STICKY_HEIGHT = 80;

function firstVisibleId(table: HTMLTableElement | null): string | undefined {
  const rows = [...(table?.querySelectorAll<HTMLElement>("tr[data-row-id]") ?? [])];
  const visible = rows.find((row) => row.getBoundingClientRect().top >= STICKY_HEIGHT) ?? rows[0];
  return visible?.dataset.rowId;
}

export function stepFor(key: string, index: number, count: number): number | undefined {
  if (key === "PageDown") return Math.min(count - 1, index + PAGE);
  if (key === "PageUp") return Math.max(0, index - PAGE);
  return indexAfter(key, index, count);
}
