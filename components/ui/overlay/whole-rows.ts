const rowSelector = "[role=option],[role=menuitem],[role=menuitemcheckbox],label";

/** Ends a scrolling list after a whole row: a row that is cut in half is read as the end of the list. */
export function endAfterWholeRow(box: HTMLElement | null): (() => void) | undefined {
  if (!box) return undefined;
  const observer = new ResizeObserver(() => trim(box));
  observer.observe(box);
  trim(box);
  return () => observer.disconnect();
}

function trim(box: HTMLElement) {
  if (box.scrollTop > 0) return;
  box.style.maxHeight = "";
  if (box.scrollHeight <= box.clientHeight) return;
  const { top } = box.getBoundingClientRect();
  const rows = [...box.querySelectorAll(rowSelector)].map((row) => row.getBoundingClientRect());
  const end = lastWholeEnd(rows, top + box.clientHeight);
  if (end !== undefined) box.style.maxHeight = `${end - top}px`;
}

/** Bottom of the last row that ends above the limit, without cutting a row beside it. */
export function lastWholeEnd(rows: readonly Pick<DOMRect, "top" | "bottom">[], limit: number): number | undefined {
  const ends = rows.map(({ bottom }) => bottom).filter((bottom) => bottom <= limit + 0.5);
  const whole = ends.filter((end) => !rows.some(({ top, bottom }) => top < end - 1 && bottom > end + 1));
  return whole.length > 0 ? Math.max(...whole) : undefined;
}
