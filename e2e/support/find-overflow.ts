/** Runs in the page: layers that are wider than their window, and tables than their place, by how they begin. */
export function findOverflow() {
  const [over, rightOf] = [1, (element: Element | null) => element?.getBoundingClientRect().right ?? 0];
  const layers = [document.documentElement, ...document.querySelectorAll("main")];
  const tables = [...document.querySelectorAll("main table")].filter((table) => {
    const { overflowX } = getComputedStyle(table.parentElement ?? table);
    return overflowX === "visible" && rightOf(table) > rightOf(table.parentElement) + over;
  });
  const wide = layers.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + over);
  return [...wide, ...tables].map(
    ({ localName, scrollWidth, clientWidth }) => `<${localName}> is ${scrollWidth - clientWidth} px too wide`,
  );
}
