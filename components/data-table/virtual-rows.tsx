import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useMounted } from "@/components/ui/browser/use-mounted";
import { type DataTableRowsProps, DrawnRows, firstRows } from "./drawn-rows";

export function VirtualRows<Row>(props: DataTableRowsProps<Row>) {
  const { rows, estimate, element, targetIndex } = props;
  const isMounted = useMounted();
  const scrollMargin = useTopOf(element);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => estimate,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 16,
    scrollMargin,
    scrollPaddingStart: 96,
    scrollPaddingEnd: 72,
  });

  useEffect(() => {
    if (targetIndex !== undefined) virtualizer.scrollToIndex(targetIndex, { align: "auto" });
  }, [targetIndex, virtualizer]);

  useEffect(() => {
    if (estimate > 0) virtualizer.measure();
  }, [estimate, virtualizer]);

  useLayoutEffect(props.onDrawn);

  const isPrinting = useIsPrinting();
  if (isPrinting)
    return (
      <DrawnRows {...props} indexes={rows.slice(0, maxPrintedRows).map((_, index) => index)} above={0} below={0} />
    );
  const items = isMounted ? virtualizer.getVirtualItems() : [];
  const first = items[0];
  const last = items.at(-1);
  if (!first || !last) return <DrawnRows {...props} {...firstRows(props)} />;
  const isActiveDrawn = items.some((item) => rows[item.index]?.id === props.activeId);
  return (
    <DrawnRows
      {...props}
      indexes={items.map((item) => item.index)}
      above={first.start - scrollMargin}
      below={virtualizer.getTotalSize() - (last.end - scrollMargin)}
      measure={virtualizer.measureElement}
      activeId={isActiveDrawn ? props.activeId : rows[first.index]?.id}
    />
  );
}

/** Limit for printing. CSV exports all rows. */
const maxPrintedRows = 5_000;

/** True while printing, when rows outside the viewport are needed too. */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
    return () => {
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}

function useTopOf(element: RefObject<HTMLTableElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const body = element.current?.tBodies[0];
    if (body) setTop(Math.round(body.getBoundingClientRect().top + window.scrollY));
  }, [element]);
  return top;
}
