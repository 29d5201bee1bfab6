const TOP_PX = 8;

/** True if the page is scrolled, or if the table has hover or focus. Rows must then not move. */
export function isBeingRead(selector: string) {
  const table = document.querySelector(selector);
  const isHere = table !== null && (table.matches(":hover") || table.contains(document.activeElement));
  return window.scrollY > TOP_PX || isHere;
}
