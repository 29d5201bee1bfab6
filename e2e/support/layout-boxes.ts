// Functions that run in a page: what is shown there, and within which boxes. They are handed over by their text, so they call
// only one another.

export function shownTexts(root: Element) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    const parent = text.parentElement;
    if (!parent || text.data.trim() === "" || parent.closest("svg, option, script, style, textarea")) continue;
    if (!isFarRow(parent) && isShown(parent)) found.push(text);
  }
  return found;
}

export function shownControls(root: Element) {
  const all = root.querySelectorAll(
    "a[href], button, input:not([type=hidden], [type=file]), select, textarea, summary, [role^=menuitem], [role=option]",
  );
  return [...all].filter((each) => !isFarRow(each) && isShown(each));
}

/** False for elements that only a screen reader reads, and for a skip link without focus. */
export function isShown(element: Element) {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  if (element.closest("[data-skip]:not(:focus), [data-off]")) return false;
  for (let each: Element | null = element; each; each = each.parentElement)
    if (getComputedStyle(each).clipPath === "inset(50%)") return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

/** Further rows of a table are laid out as its first ones are. */
function isFarRow(element: Element) {
  const row = element.closest("tbody tr");
  return row !== null && [...(row.parentElement?.children ?? [])].indexOf(row) > 11;
}

const knownBoxes = new Map<Element, Element[]>();

/** The boxes that may cut an element, nearest first; what is fixed or absolute leaves those it does not stand in. */
export function boxesAround(element: Element) {
  const known = knownBoxes.get(element);
  if (known) return known;
  const boxes: Element[] = [];
  knownBoxes.set(element, boxes);
  let { position } = getComputedStyle(element);
  for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) {
    const style = getComputedStyle(each);
    const holds = style.transform !== "none" || (position !== "fixed" && style.position !== "static");
    if ((position === "fixed" || position === "absolute") && !holds) continue;
    if (style.display !== "contents" && style.display !== "inline") boxes.push(each);
    position = style.position;
  }
  return boxes;
}

type Sides = { left: number; right: number; top: number; bottom: number };

export function inside(box: Element): Sides {
  const { left, top } = box.getBoundingClientRect();
  const x = left + box.clientLeft;
  const y = top + box.clientTop;
  return { left: x, right: x + box.clientWidth, top: y, bottom: y + box.clientHeight };
}

export function rectsOf(text: Text) {
  const range = document.createRange();
  range.selectNodeContents(text);
  return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1 && text.data.trim() !== "");
}

/** True if the box's ellipsis can cut these words. Words in a box of their own are never cut. */
export function isInlineIn(element: Element, box: Element) {
  for (let each: Element | null = element; each && each !== box; each = each.parentElement)
    if (getComputedStyle(each).display !== "inline") return false;
  return true;
}

/** A title may be given only once somebody points at the text. */
export function hasTitle(element: Element) {
  element.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  return Boolean(element.closest("[title]")?.getAttribute("title"));
}

export function bringIntoView(element: Element) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  // As high as the head of a campaign with a long label, and as the bar at the foot of an import on a narrow screen.
  const isInSight = top > 260 && bottom < innerHeight - 160 && left >= 0 && right <= innerWidth;
  const isInBoxes = boxesAround(element)
    .filter((box) => getComputedStyle(box).overflowY !== "visible")
    .every((box) => {
      const sides = inside(box);
      const { height, width } = box.getBoundingClientRect();
      const room = Math.min(60, height / 4);
      return top > sides.top + room && bottom < sides.bottom - room && (width === 0 || right <= sides.right);
    });
  if (!isInSight || !isInBoxes) element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
}

export function isCutAway(element: Element, x: number, y: number) {
  return [element, ...boxesAround(element)].some((box) => {
    if (getComputedStyle(box).overflowX === "visible" && getComputedStyle(box).overflowY === "visible") return false;
    const { left, right, top, bottom } = inside(box);
    return x < left || x > right || y < top || y > bottom;
  });
}

export function belongsTo(hit: Element, element: Element) {
  const control = hit.closest("a, button, label, summary");
  return hit.contains(element) || element.contains(hit) || (control?.contains(element) ?? false);
}

export function nameOf(element: Element) {
  const kind = [element.localName, ...[...element.classList].slice(0, 2)].join(".");
  const words = (element.textContent || element.getAttribute("aria-label") || "").replace(/\s+/g, " ").trim();
  return `<${kind}>${words.length > 40 ? `${words.slice(0, 40)}…` : words}`;
}

/** Source text that defines these functions in a page. */
export const layoutBoxes = [
  "const knownBoxes = new Map();",
  shownTexts,
  shownControls,
  isShown,
  isFarRow,
  boxesAround,
  inside,
  rectsOf,
  isInlineIn,
  hasTitle,
  bringIntoView,
  isCutAway,
  belongsTo,
  nameOf,
].join("\n");
