import { useVirtualizer } from "@tanstack/react-virtual";
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { useStyle } from "@/components/ui/browser/use-style";

export type LongListProps = {
  /** One ID per line. */
  ids: readonly (string | number)[];
  /** Estimated height in pixels, until measured. */
  lineHeight: number;
  scrollToIndex?: number | undefined;
  box: ComponentProps<"section">;
  /** Rendered until the visible lines are known. */
  first: ReactNode;
  lines: (indexes: readonly number[], measure?: (element: Element | null) => void) => ReactNode;
};

export function WindowedList({ ids, lineHeight, scrollToIndex, box, first, lines }: LongListProps) {
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

  const hasLines = last !== undefined;
  useEffect(() => {
    // Without lines, the list has no height to scroll in.
    if (hasLines && scrollToIndex !== undefined) virtualizer.scrollToIndex(scrollToIndex, { align: "center" });
  }, [hasLines, scrollToIndex, virtualizer]);

  return (
    <section ref={scrolled} {...box} className={`${box.className} ${unanchoredClass}`}>
      <Gap height={items[0]?.start ?? 0} />
      {last ? lines(indexesOf(items), virtualizer.measureElement) : first}
      <Gap height={last ? virtualizer.getTotalSize() - last.end : 0} />
    </section>
  );
}

/** Disables scroll anchoring, which would conflict with the virtualizer. */
const unanchoredClass = "[overflow-anchor:none]";

const indexesOf = (items: readonly { index: number }[]) => items.map(({ index }) => index);

function Gap({ height }: { height: number }) {
  const ref = useStyle<HTMLDivElement>({ height: `${Math.max(0, height)}px` });
  return <div ref={ref} />;
}
