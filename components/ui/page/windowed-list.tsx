"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { useStyle } from "@/components/ui/browser/use-style";

export type LongListProps = {
  /** A line for each. */
  ids: readonly (string | number)[];
  /** In pixels, before it is measured. */
  lineHeight: number;
  /** The place of the line to scroll to. */
  wanted?: number | undefined;
  /** What the lines scroll in. */
  box: ComponentProps<"section">;
  /** Drawn where nobody knows yet which lines are seen. */
  first: ReactNode;
  lines: (indexes: readonly number[], measure?: (element: Element | null) => void) => ReactNode;
};

/** Only the lines near what is seen of them. */
export function WindowedList({ ids, lineHeight, wanted, box, first, lines }: LongListProps) {
  const scrolled = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scrolled.current,
    estimateSize: () => lineHeight,
    getItemKey: (index) => ids[index] ?? index,
    overscan: 30,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1);

  useEffect(() => {
    if (wanted !== undefined) virtualizer.scrollToIndex(wanted, { align: "center" });
  }, [wanted, virtualizer]);

  return (
    <section ref={scrolled} {...box} className={`${box.className} ${unanchoredClass}`}>
      <Gap height={items[0]?.start ?? 0} />
      {last ? lines(indexesOf(items), virtualizer.measureElement) : first}
      <Gap height={last ? virtualizer.getTotalSize() - last.end : 0} />
    </section>
  );
}

/** The virtualizer keeps the place itself; a browser that does so as well scrolls past the line it is sent to. */
const unanchoredClass = "[overflow-anchor:none]";

const indexesOf = (items: readonly { index: number }[]) => items.map(({ index }) => index);

function Gap({ height }: { height: number }) {
  const ref = useStyle<HTMLDivElement>({ height: `${Math.max(0, height)}px` });
  return <div ref={ref} />;
}
