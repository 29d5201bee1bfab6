import type { Page } from "@playwright/test";
import { findOverflow } from "./find-overflow";
import {
  belongsTo,
  boxesAround,
  bringIntoView,
  hasTitle,
  inside,
  isCutAway,
  isInlineIn,
  isShown,
  layoutBoxes,
  nameOf,
  rectsOf,
  shownControls,
  shownTexts,
} from "./layout-boxes";
import { waitForRest } from "./looks";

/**
 * Faults of a page's layout, as sentences: texts cut without an ellipsis and a title, texts and controls that leave their
 * boxes, anything that lies under something else, a document wider than its window, and words that must not be on a screen.
 * `within` limits the search to one layer, because an open dialog may cover what lies below it.
 */
export const findLayoutFaults = (page: Page, within = "body"): Promise<string[]> =>
  page.evaluate(`(async () => { ${layoutBoxes}\n${inPage.join("\n")}
    await waitForRest();
    return [...faultsWithin(${JSON.stringify(within)}), ...findOverflow()]; })()`);

// The functions below run in the page. They are handed over by their text, so they call only one another and layout-boxes.

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
        if (isEnded && parent.closest("[data-slot=copy-id]")) faults.add(`the ID ${nameOf(parent)} is cut`);
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

/** Text that a field or a select draws itself is no text node. */
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
      // A notice of new rows overlaps its list on purpose.
      if (hit && !hit.closest("[data-floating]") && !belongsTo(hit, element))
        faults.add(`${nameOf(element)} lies under ${nameOf(hit)}`);
    }
  }
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

const inPage = [
  waitForRest,
  findOverflow,
  faultsWithin,
  textFaults,
  bidiFaults,
  wordFaults,
  controlFaults,
  placeholderFaults,
  intrinsicWidthFaults,
  coveredFaults,
  sidewaysFaults,
];
