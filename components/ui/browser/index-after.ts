export function indexAfter(key: string, index: number, count: number, [back, forward] = ["ArrowUp", "ArrowDown"]) {
  if (key === back) return Math.max(0, index - 1);
  if (key === forward) return Math.min(count - 1, index + 1);
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}
