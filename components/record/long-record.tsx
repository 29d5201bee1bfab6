"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type ComponentProps, type ReactNode, useRef } from "react";
import { useStyle } from "@/components/ui/browser/use-style";

export type LongRecordProps = {
  /** A line for each. */
  ids: readonly string[];
  /** What the lines scroll in. */
  box: ComponentProps<"section">;
  /** Drawn where nobody knows yet which lines are seen. */
  first: ReactNode;
  lines: (indexes: readonly number[], measure?: (element: Element | null) => void) => ReactNode;
};

const ROW_HEIGHT = 35;

/** Only the lines near what is seen of them. */
export function LongRecord({ ids, box, first, lines }: LongRecordProps) {
  const scrolled = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scrolled.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => ids[index] ?? index,
    overscan: 20,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1);

  return (
    <section ref={scrolled} {...box}>
      <Gap height={items[0]?.start ?? 0} />
      {last ? lines(indexesOf(items), virtualizer.measureElement) : first}
      <Gap height={last ? virtualizer.getTotalSize() - last.end : 0} />
    </section>
  );
}

const indexesOf = (items: readonly { index: number }[]) => items.map(({ index }) => index);

function Gap({ height }: { height: number }) {
  const ref = useStyle<HTMLDivElement>({ height: `${Math.max(0, height)}px` });
  return <div ref={ref} />;
}
