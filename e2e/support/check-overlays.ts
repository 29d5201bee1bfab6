import type { Page } from "@playwright/test";
import { timeoutMs } from "../../lib/testing/timeout-ms";
import { findLayoutFaults } from "./find-layout-faults";

const timeout = timeoutMs(15_000);
const layer = "dialog[open], [data-radix-popper-content-wrapper]";
const drawer = "aside[data-drawer]";

type Parts = { main: string; layer: string; kind?: string };

/**
 * Opens every overlay of a part of the page by keyboard, each kind once. Returns the faults of their layout in a wide and a
 * narrow window, and those that do not take the focus or do not give it back on Escape.
 */
export async function checkOverlays(page: Page, main: string, checked: Set<string>): Promise<string[]> {
  const faults: string[] = [];
  for (const kind of await page.evaluate(listOpeners, main)) {
    if (checked.has(kind)) continue;
    checked.add(kind);
    for (const fault of await checkOverlay(page, { main, layer, kind }))
      faults.push(`“${kind.slice(0, 40)}”: ${fault}`);
  }
  return faults;
}

/** Opens the first row of a table. Checks its drawer, if it has one, and the overlays of the drawer. */
export async function checkRow(page: Page, checked: Set<string>): Promise<string[]> {
  const before = page.url();
  if (!(await page.evaluate(focusRow))) return [];
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    ([address, selector]) => document.querySelector(selector) || location.pathname !== new URL(address).pathname,
    [before, drawer] as const,
    { timeout },
  );
  if (!(await page.locator(drawer).count())) {
    await page.goto(before);
    return [];
  }
  await page.waitForFunction((selector) => !document.querySelector(`${selector} [aria-busy=true]`), drawer, {
    timeout,
  });
  const faults = (await findLayoutFaults(page)).map((fault) => `drawer: ${fault}`);
  faults.push(...(await checkNarrow(page)), ...(await checkOverlays(page, drawer, checked)));
  await page.keyboard.press("Escape");
  const isBack = await page.waitForFunction(focusReturned, { main: "body", layer: drawer }, { timeout }).then(
    () => true,
    () => false,
  );
  return isBack ? faults : [...faults, "drawer: does not give the focus back to its row on Escape"];
}

async function checkOverlay(page: Page, parts: Required<Parts>): Promise<string[]> {
  if (!(await page.evaluate(focusOpener, parts))) return ["its button cannot be focused"];
  await page.keyboard.press("Enter");
  try {
    await page.waitForFunction(hasFocus, parts.layer, { timeout, polling: "raf" });
  } catch {
    return ["does not open, or does not take the focus, on Enter"];
  }
  const faults = await findLayoutFaults(page, parts.layer);
  await page.keyboard.press("Escape");
  try {
    await page.waitForFunction(focusReturned, parts, { timeout, polling: "raf" });
  } catch {
    faults.push("does not close and give the focus back to its button on Escape");
  }
  return faults;
}

/** Checks the open drawer as on a phone. */
async function checkNarrow(page: Page) {
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 390, height: 844 });
  const faults = await findLayoutFaults(page, drawer);
  await page.setViewportSize(size);
  return faults.map((fault) => `at 390 px: ${fault}`);
}

// These run in the page.

/** The kinds of what opens an overlay. All times are of one kind. */
function listOpeners(main: string): string[] {
  const openers = [...document.querySelectorAll(main)].flatMap((part) => [
    ...part.querySelectorAll("[aria-haspopup]:not(:disabled, [aria-disabled=true])"),
  ]);
  const kinds = openers
    .filter((opener) => opener.checkVisibility({ visibilityProperty: true }))
    .map((opener) =>
      opener.matches("button:has(> time)")
        ? "a time"
        : (opener.getAttribute("aria-label") ?? opener.textContent ?? "").trim(),
    );
  return [...new Set(kinds)];
}

function focusOpener({ main, kind }: Required<Parts>): boolean {
  const openers = [...document.querySelectorAll(main)].flatMap((part) => [
    ...part.querySelectorAll<HTMLElement>("[aria-haspopup]:not(:disabled, [aria-disabled=true])"),
  ]);
  const opener = openers.find(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      (element.matches("button:has(> time)")
        ? kind === "a time"
        : (element.getAttribute("aria-label") ?? element.textContent ?? "").trim() === kind),
  );
  opener?.focus();
  (window as { opener?: unknown }).opener = opener;
  return opener !== undefined && document.activeElement === opener;
}

function focusRow(): boolean {
  const row = document.querySelector<HTMLElement>("tr[data-opens]");
  if (!row?.checkVisibility()) return false;
  row.focus();
  (window as { opener?: unknown }).opener = row;
  return document.activeElement === row;
}

function hasFocus(layer: string): boolean {
  const last = [...document.querySelectorAll(layer)].at(-1);
  return last?.contains(document.activeElement) ?? false;
}

function focusReturned({ layer }: Parts): boolean {
  // A resized table has made its rows anew.
  const isRow = document.activeElement?.matches("tr[data-opens]") ?? false;
  const isOpener = document.activeElement === (window as { opener?: unknown }).opener;
  return !document.querySelector(layer) && (isOpener || isRow);
}
