import type { Page } from "@playwright/test";
import { findOverflow } from "./find-overflow";
import { waitForRest } from "./looks";

/**
 * What is wrong with how a page is laid out, as sentences: texts that are cut without an ellipsis and a title, texts and
 * controls that leave their boxes, anything that lies under something else, a document wider than its window, and words that
 * no screen says.
 * `within` looks at one layer alone: what lies below an open dialog is covered rightly.
 */
export const findLayoutFaults = (page: Page, within = "body"): Promise<string[]> =>
  page.evaluate(`(async () => { const knownBoxes = new Map(); ${inPage.map(String).join("\n")}
    await waitForRest();
    return [...faultsWithin(${JSON.stringify(within)}), ...findOverflow()]; })()`);

const knownBoxes = new Map<Element, Element[]>();

// These run in the page. They are handed over by their text, so they know one another and nothing else.

function faultsWithin(within: string): string[] {
  const faults = new Set<string>();
  const scrolled = [...document.querySelectorAll("*")].filter((each) => each.scrollTop > 0 || each.scrollLeft > 0);
  const before = scrolled.map((each) => [each, each.scrollLeft, each.scrollTop] as const);
  const [x, y] = [scrollX, scrollY];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.add(`the document is ${scrollWidth - clientWidth} px wider than its window`);
  for (const root of document.querySelectorAll(within)) {
    const texts = shownTexts(root);
    for (const text of texts) {
      textFaults(text, root, faults);
      bidiFaults(text, faults);
      wordFaults(text, faults);
    }
    const controls = shownControls(root);
    for (const control of controls) controlFaults(control, root, faults);
    for (const element of new Set<Element>([
      ...controls,
      ...texts.map(({ parentElement }) => parentElement as Element),
    ]))
      coveredFaults(element, faults);
    sidewaysFaults(root, faults);
  }
  scrollTo(x, y);
  for (const [element, left, top] of before) element.scrollTo(left, top);
  return [...faults];
}

/** Further rows of a table are laid out as its first ones are. */
function isFarRow(element: Element) {
  const row = element.closest("tbody tr");
  return row !== null && [...(row.parentElement?.children ?? [])].indexOf(row) > 11;
}

function shownTexts(root: Element) {
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

function shownControls(root: Element) {
  const all = root.querySelectorAll(
    "a[href], button, input:not([type=hidden], [type=file]), select, textarea, summary, [role^=menuitem], [role=option]",
  );
  return [...all].filter((each) => !isFarRow(each) && isShown(each));
}

/** What is there for a screen reader alone, and a skip link that has no focus, are not seen. */
function isShown(element: Element) {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  if (element.closest("[data-skip]:not(:focus), [data-off]")) return false;
  for (let each: Element | null = element; each; each = each.parentElement)
    if (getComputedStyle(each).clipPath === "inset(50%)") return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

/** The boxes that may cut an element, nearest first; what is fixed or absolute leaves those it does not stand in. */
function boxesAround(element: Element) {
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

function inside(box: Element): Sides {
  const { left, top } = box.getBoundingClientRect();
  const x = left + box.clientLeft;
  const y = top + box.clientTop;
  return { left: x, right: x + box.clientWidth, top: y, bottom: y + box.clientHeight };
}

function rectsOf(text: Text) {
  const range = document.createRange();
  range.selectNodeContents(text);
  return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1 && text.data.trim() !== "");
}

function textFaults(text: Text, root: Element, faults: Set<string>) {
  const parent = text.parentElement as Element;
  const { display, whiteSpace, fontSize } = getComputedStyle(parent);
  const own = display === "inline" ? [] : [parent];
  // Kept spaces at the end of a line hang out of their box.
  const hangs = whiteSpace.startsWith("pre-wrap") ? Number.parseFloat(fontSize) / 2 : 0;
  for (const rect of rectsOf(text)) {
    for (const box of [...own, ...boxesAround(parent)]) {
      const style = getComputedStyle(box);
      const sides = inside(box);
      const cutX = Math.max(sides.left - rect.left, rect.right - sides.right - hangs);
      const cutY = Math.max(sides.top - rect.top, rect.bottom - sides.bottom);
      if (cutX > 1.5 && /auto|scroll/.test(style.overflowX)) break;
      if (cutY > 3 && /auto|scroll/.test(style.overflowY)) break;
      if (style.overflowX !== "visible" && (cutX > 1.5 || cutY > 3)) {
        const isEnded =
          style.webkitLineClamp !== "none" || (style.textOverflow === "ellipsis" && isInlineIn(parent, box));
        if (!isEnded) faults.add(`${nameOf(parent)} is cut by ${nameOf(box)}`);
        else if (!hasTitle(parent)) faults.add(`${nameOf(parent)} ends in an ellipsis and has no title`);
        break;
      }
      if (cutX > 1.5) {
        faults.add(`${nameOf(parent)} runs ${Math.round(cutX)} px out of ${nameOf(box)}`);
        break;
      }
      if (box === root) break;
    }
  }
}

/** Whether an ellipsis of the box can stand within these words: it cannot within a box of their own. */
function isInlineIn(element: Element, box: Element) {
  for (let each: Element | null = element; each && each !== box; each = each.parentElement)
    if (getComputedStyle(each).display !== "inline") return false;
  return true;
}

/** Words that belong to the API's document or to nobody, and stand on no screen but in what is shown as it came; IDs in place of names. */
function wordFaults(text: Text, faults: Set<string>) {
  if (text.parentElement?.closest("code, pre")) return;
  const [word] =
    /\b(contract|drift|lamp|taught|needs someone|set aside|live tail|handed it on|in order|not now|take back|worth a look|read again|asks once|sends at once|names no|the API(?! (documentation|differences)))\b/i.exec(
      text.data,
    ) ?? [];
  if (word) faults.add(`“${word}” is said in “${text.data.trim().slice(0, 60)}”`);
  const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text.data.trim());
  if (isId && text.parentElement?.closest("h1, h2, h3")) faults.add(`the ID ${text.data.trim()} is a heading`);
}

/** A control character that turns text around must find none beside it. */
function bidiFaults(text: Text, faults: Set<string>) {
  const parent = text.parentElement as Element;
  if (!/[\u202a-\u202e\u2066-\u2069]/.test(text.data)) return;
  const { display, unicodeBidi } = getComputedStyle(parent);
  const isApart = display !== "inline" || unicodeBidi !== "normal";
  if (!isApart || parent.textContent?.trim() !== text.data.trim())
    faults.add(`${nameOf(parent)} turns around what stands beside it`);
}

/** A title may be given only once somebody points at the text. */
function hasTitle(element: Element) {
  element.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  return Boolean(element.closest("[title]")?.getAttribute("title"));
}

function controlFaults(control: Element, root: Element, faults: Set<string>) {
  placeholderFaults(control, faults);
  intrinsicWidthFaults(control, faults);
  bringIntoView(control);
  const rect = control.getBoundingClientRect();
  for (const box of boxesAround(control)) {
    const style = getComputedStyle(box);
    const sides = inside(box);
    const outX = Math.max(sides.left - rect.left, rect.right - sides.right);
    const outY = Math.max(sides.top - rect.top, rect.bottom - sides.bottom);
    // A control may be higher than its words, to be met more easily: that part may be cut.
    const isCut = style.overflowX !== "visible" && (outX > 1.5 || outY > 4);
    if (isCut && style.textOverflow === "ellipsis") {
      if (!hasTitle(control)) faults.add(`${nameOf(control)} ends in an ellipsis and has no title`);
      return;
    }
    if (isCut) faults.add(`${nameOf(control)} is cut by ${nameOf(box)}`);
    else if (outX > 2 || (outY > 2 && box.matches("dialog, aside, [data-radix-popper-content-wrapper] > *")))
      faults.add(`${nameOf(control)} runs ${Math.round(Math.max(outX, outY))} px out of ${nameOf(box)}`);
    else if (box !== root) continue;
    else break;
    return;
  }
  if (rect.left < -1 || rect.right > innerWidth + 1) faults.add(`${nameOf(control)} leaves the window`);
}

/** What a field or a choice shows by itself is no text node. */
function placeholderFaults(control: Element, faults: Set<string>) {
  const isSelect = control instanceof HTMLSelectElement;
  if (!isSelect && !(control instanceof HTMLInputElement && control.value === "")) return;
  const shown = isSelect ? (control.selectedOptions[0]?.text ?? "") : control.placeholder;
  const style = getComputedStyle(control);
  const context = document.createElement("canvas").getContext("2d");
  if (!context || control.title) return;
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const room = control.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
  const over = context.measureText(shown).width - room;
  if (over > 2) faults.add(`“${shown}” is cut by ${Math.round(over)} px in ${nameOf(control)}`);
}

/** Browsers draw dates and times themselves: below its min-content width such a field is cut inside. */
function intrinsicWidthFaults(control: Element, faults: Set<string>) {
  if (!(control instanceof HTMLInputElement && /^(date|time)/.test(control.type))) return;
  const { minWidth } = control.style;
  const { width } = control.getBoundingClientRect();
  control.style.minWidth = "min-content";
  const over = control.getBoundingClientRect().width - width;
  control.style.minWidth = minWidth;
  if (over > 1) faults.add(`${nameOf(control)} of a ${control.type} is cut by ${Math.round(over)} px`);
}

function bringIntoView(element: Element) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  // As high as the bar at the foot of an import is on a narrow screen.
  const isInSight = top > 110 && bottom < innerHeight - 160 && left >= 0 && right <= innerWidth;
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

/** Looks whether the reader and the pointer meet the element itself, at its ends and in its middle. */
function coveredFaults(element: Element, faults: Set<string>) {
  if (!element.isConnected || getComputedStyle(element).pointerEvents === "none") return;
  bringIntoView(element);
  const texts = [...element.childNodes].filter((each): each is Text => each instanceof Text).flatMap(rectsOf);
  const rects = texts.length > 0 ? texts : [element.getBoundingClientRect()];
  for (const { left, right, top, bottom } of [rects[0], rects.at(-1)].filter((each) => each !== undefined)) {
    const y = (top + bottom) / 2;
    const end = Math.min(3, (right - left) / 4);
    for (const x of [left + end, (left + right) / 2, right - end]) {
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight || isCutAway(element, x, y)) continue;
      const hit = document.elementFromPoint(x, y);
      // What says that something came stands over what it is about.
      if (hit && !hit.closest("[data-floating]") && !belongsTo(hit, element))
        faults.add(`${nameOf(element)} lies under ${nameOf(hit)}`);
    }
  }
}

function isCutAway(element: Element, x: number, y: number) {
  return [element, ...boxesAround(element)].some((box) => {
    if (getComputedStyle(box).overflowX === "visible" && getComputedStyle(box).overflowY === "visible") return false;
    const { left, right, top, bottom } = inside(box);
    return x < left || x > right || y < top || y > bottom;
  });
}

function belongsTo(hit: Element, element: Element) {
  const control = hit.closest("a, button, label, summary");
  return hit.contains(element) || element.contains(hit) || (control?.contains(element) ?? false);
}

/** A layer that must be scrolled sideways to be read. */
function sidewaysFaults(root: Element, faults: Set<string>) {
  for (const layer of [
    root,
    ...root.querySelectorAll("dialog, dialog > *, aside, [data-radix-popper-content-wrapper] > *"),
  ]) {
    const over = layer.scrollWidth - layer.clientWidth;
    if (over > 1 && isShown(layer) && layer !== document.body && /auto|scroll/.test(getComputedStyle(layer).overflowX))
      faults.add(`${nameOf(layer)} scrolls ${over} px sideways`);
  }
}

function nameOf(element: Element) {
  const kind = [element.localName, ...[...element.classList].slice(0, 2)].join(".");
  const words = (element.textContent || element.getAttribute("aria-label") || "").replace(/\s+/g, " ").trim();
  return `<${kind}>${words.length > 40 ? `${words.slice(0, 40)}…` : words}`;
}

const inPage = [
  waitForRest,
  findOverflow,
  faultsWithin,
  isFarRow,
  shownTexts,
  shownControls,
  isShown,
  boxesAround,
  inside,
  rectsOf,
  textFaults,
  isInlineIn,
  bidiFaults,
  wordFaults,
  hasTitle,
  controlFaults,
  placeholderFaults,
  intrinsicWidthFaults,
  bringIntoView,
  coveredFaults,
  isCutAway,
  belongsTo,
  sidewaysFaults,
  nameOf,
];
