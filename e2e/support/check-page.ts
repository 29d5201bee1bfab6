import type { Page } from "@playwright/test";
import { checkOverlays, checkRow } from "./check-overlays";
import { findLayoutFaults } from "./find-layout-faults";
import { findOverflow } from "./find-overflow";
import { findPrintFaults } from "./find-print-faults";
import { findLayoutShifts } from "./layout-shift";
import { findAccessFaults } from "./test";

/** A nightly run checks the whole layout at all widths, in both themes, for all roles. */
const isNightly = process.env.NIGHTLY === "1";
const widths = [1440, 1181, 1180, 1024, 960, 900, 768, 720, 700, 390, 320];
/** Widths in which the whole layout is checked. At the others, only the widths of the page and its tables are. */
const layoutWidths: readonly number[] = isNightly ? widths : [1440, 1180, 390];
const heightAt = (width: number) => (width < 700 ? 844 : 900);

type Add = (state: string, faults: readonly string[]) => void;

type Options = {
  /** Where overlays are opened. */
  parts: string;
};

/** Faults of an open page, as sentences: in both themes, at all widths, with its overlays, printed. */
export async function checkPage(page: Page, { parts }: Options): Promise<string[]> {
  return collectFaults(async (add) => {
    const checked = new Set<string>();
    add("light", await findAccessFaults(page));
    for (const width of widths) {
      await checkWidth(page, width, add);
      if (width === 1440) add(`${width} px`, await checkRow(page, checked));
      if (width === 1440) add(`${width} px`, await checkOverlays(page, parts, checked));
      // A phone shows other buttons, and the same layers in another place.
      if (width === 390) add(`${width} px`, await checkOverlays(page, parts, new Set()));
      if (width === 390) await checkDark(page, add);
    }
    add("paper", await findPrintFaults(page));
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize({ width: 1440, height: 900 });
  });
}

/** Fewer checks for what a page shows to another role. With `isLate`, it must not move when its reads come late. */
export async function checkForRole(page: Page, { isLate }: { isLate: boolean }): Promise<string[]> {
  return collectFaults(async (add) => {
    if (isLate) add("loading", await findLayoutShifts(page));
    // On a phone an open drawer covers the page.
    const hasDrawer = (await page.locator("aside[data-drawer]").count()) > 0;
    add("as opened", await findLayoutFaults(page, hasDrawer ? "aside[data-drawer]" : "body"));
    if (isNightly) for (const width of widths) await checkWidth(page, width, add);
    await page.setViewportSize({ width: 390, height: 844 });
  });
}

/** Faults of the layout alone, for what is no page of the console. */
export async function checkLayout(page: Page): Promise<string[]> {
  return collectFaults(async (add) => {
    for (const width of [390, 1180, 1440]) await checkWidth(page, width, add);
  });
}

async function checkWidth(page: Page, width: number, add: Add) {
  await page.setViewportSize({ width, height: heightAt(width) });
  const isThorough = layoutWidths.includes(width);
  add(`${width} px`, await (isThorough ? findLayoutFaults(page) : page.evaluate(findOverflow)));
  if (!isNightly) return;
  await page.emulateMedia({ colorScheme: "dark" });
  add(`${width} px, dark`, await findLayoutFaults(page));
  await page.emulateMedia({ colorScheme: "light" });
}

/** The other theme changes colors only. The layout is checked again because a theme must not move anything. */
async function checkDark(page: Page, add: Add) {
  await page.emulateMedia({ colorScheme: "dark" });
  add("dark", await findLayoutFaults(page));
  add("dark", await findAccessFaults(page));
  await page.emulateMedia({ colorScheme: "light" });
}

async function collectFaults(check: (add: Add) => Promise<void>) {
  const faults = new Set<string>();
  await check((state, found) => {
    for (const fault of found) faults.add(`${state}: ${fault}`);
  });
  return [...faults];
}
