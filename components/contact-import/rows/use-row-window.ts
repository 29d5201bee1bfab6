import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Rows per scroll window. Browsers limit element heights, so the window moves along the list. */
const SPAN = 100_000;
const NEAR_END = 300;

type PendingScroll = { index: number; align: "start" | "auto" } | { scrollBy: number };

type Heights = { row: number; head: number };

/** The rows in view, and the space before and after them. The heights never change. */
export function useRowWindow(count: number, scroller: RefObject<HTMLDivElement | null>, { row, head }: Heights) {
  const [requestedBase, setBase] = useState(0);
  const base = Math.max(0, Math.min(requestedBase, count - SPAN));
  const span = Math.min(SPAN, count - base);
  const pendingScroll = useRef<PendingScroll>(undefined);
  const movedAt = useRef<number | null>(undefined);

  const virtualizer = useVirtualizer({
    count: span,
    getScrollElement: () => scroller.current,
    estimateSize: () => row,
    overscan: 5,
    scrollMargin: head,
    scrollPaddingStart: head,
  });

  useLayoutEffect(() => {
    const { current } = pendingScroll;
    if (!current) return;
    pendingScroll.current = undefined;
    if ("scrollBy" in current) scroller.current?.scrollBy(0, current.scrollBy);
    else virtualizer.scrollToIndex(current.index - base, { align: current.align });
  }, [base, scroller, virtualizer]);

  function scrollTo(index: number, align: "start" | "auto" = "auto") {
    if (count === 0) return;
    if (index >= base && index < base + span) return virtualizer.scrollToIndex(index - base, { align });
    pendingScroll.current = { index, align: "start" };
    movedAt.current = virtualizer.scrollOffset;
    setBase(Math.max(0, index - SPAN / 2));
  }

  const offset = virtualizer.scrollOffset;
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  useEffect(() => {
    const next = movedBase({ base, span, count, startIndex, endIndex });
    // After a move the range is outdated until the box has scrolled.
    if (movedAt.current !== offset) movedAt.current = undefined;
    if (next === base || pendingScroll.current || movedAt.current !== undefined) return;
    movedAt.current = offset;
    pendingScroll.current = { scrollBy: (base - next) * row };
    setBase(next);
  }, [base, span, count, startIndex, endIndex, offset, row]);

  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  return {
    scrollTo,
    indexes: items.map(({ index }) => base + index).filter((index) => index < count),
    before: first ? first.start - head : 0,
    height: head + virtualizer.getTotalSize(),
    after: last ? virtualizer.getTotalSize() - (last.end - head) : 0,
    shown: { from: base + startIndex, to: Math.max(base, Math.min(count - 1, base + endIndex)) },
  };
}

type WindowPosition = { base: number; span: number; count: number; startIndex: number; endIndex: number };

function movedBase({ base, span, count, startIndex, endIndex }: WindowPosition): number {
  if (startIndex < NEAR_END && base > 0) return Math.max(0, base - SPAN / 2);
  if (endIndex > span - NEAR_END && base + span < count) return Math.min(count - SPAN, base + SPAN / 2);
  return base;
}
