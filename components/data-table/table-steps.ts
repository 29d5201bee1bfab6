const PAGE = 12;

/** The row a key moves to, or undefined when the key does not move. */
export function stepFor(key: string, at: number, count: number): number | undefined {
  if (key === "ArrowDown") return Math.min(count - 1, at + 1);
  if (key === "ArrowUp") return Math.max(0, at - 1);
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key === "PageDown") return Math.min(count - 1, at + PAGE);
  if (key === "PageUp") return Math.max(0, at - PAGE);
  return undefined;
}
