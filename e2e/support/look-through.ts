import type { Locator, Page } from "@playwright/test";
import { timeoutMs } from "../../lib/testing/timeout-ms";
import { layoutFaults } from "./layout-faults";
import { atRest } from "./looks";

/** All that a page opens is looked at in the widest and the narrowest window: in the one in light, in the other in dark. */
const windows = [
  { width: 1440, height: 900, themes: ["dark", "light"], isOpening: true },
  { width: 1180, height: 820, themes: ["light", "dark"], isOpening: false },
  { width: 390, height: 844, themes: ["light", "dark"], isOpening: true },
] as const;
const timeout = timeoutMs(15_000);
const layer = "dialog[open], [data-radix-popper-content-wrapper]";
const opensLayer = "[aria-haspopup]:not(:disabled, [aria-disabled=true])";

type Looked = {
  /** Whether that is to include what the frame around every page opens. */
  frame?: boolean;
};

/** The faults of a page, its drawer and all that it opens: both themes, three widths, one visit. */
export async function lookThrough(page: Page, { frame = false }: Looked = {}) {
  const faults = new Set<string>();
  // Nothing slides, so nothing is waited for.
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const { width, height, themes, isOpening } of windows) {
    await page.setViewportSize({ width, height });
    // A pointer that rests on a time opens it.
    await page.mouse.move(0, 0);
    const look: Look = async (what, within) => {
      await page.evaluate(atRest);
      for (const fault of await layoutFaults(page, within)) faults.add(`${width} px, ${what}: ${fault}`);
    };
    await lookInThemes(page, themes, look);
    const found = isOpening
      ? await openEach(page, page.locator(frame ? "main, header, aside[aria-label=Main]" : "main"), look)
      : [];
    found.push(...(await openRow(page, look, isOpening)));
    for (const fault of found) faults.add(`${width} px: ${fault}`);
  }
  return [...faults];
}

type Look = (what: string, within: string) => Promise<void>;

/** Where everything has the place it had in the other theme, it is not looked at again. */
async function lookInThemes(page: Page, themes: readonly ("light" | "dark")[], look: Look) {
  let before: string | undefined;
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(atRest);
    const places = await placesOf(page);
    if (places !== before) await look(`page in ${colorScheme}`, "body");
    before = places;
  }
}

const placesOf = (page: Page) =>
  page.locator("body, body *").evaluateAll((all) =>
    all
      .map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join(" ");
      })
      .join(),
  );

/** Opens what says of itself that it opens something: each kind once, and of all times one. */
async function openEach(page: Page, within: Locator, look: Look) {
  const faults: string[] = [];
  const openers = within.locator(opensLayer);
  const kinds = await openers.evaluateAll((all) =>
    all.map((each) => {
      if (!each.checkVisibility({ visibilityProperty: true })) return null;
      if (each.matches("button:has(> time)")) return "a time";
      return (each.getAttribute("aria-label") ?? each.textContent ?? "").trim();
    }),
  );
  for (const [nth, kind] of kinds.entries()) {
    if (kind === null || kinds.indexOf(kind) !== nth) continue;
    const opener = openers.nth(nth);
    try {
      await opener.click({ timeout });
      await page.locator(layer).last().waitFor({ timeout });
      await look(`“${kind.slice(0, 40)}”`, layer);
      await page.keyboard.press("Escape");
      await page.locator(layer).waitFor({ state: "detached", timeout });
    } catch (error) {
      faults.push(`“${kind}” does not open and close: ${String(error).split("\n", 3).join(" ")}`);
    }
  }
  return faults;
}

/** Opens the first row; where that leads to a drawer, looks at both together, and opens what the drawer offers. */
async function openRow(page: Page, look: Look, isOpening: boolean): Promise<string[]> {
  const row = page.locator("tr[data-opens]").first();
  const drawer = page.locator("aside[data-drawer]");
  if (!(await row.isVisible())) return [];
  const before = new URL(page.url()).pathname;
  await row.press("Enter");
  const isElsewhere = (url: URL) => url.pathname !== before;
  await Promise.race([drawer.waitFor({ timeout }), page.waitForURL(isElsewhere, { timeout, waitUntil: "commit" })]);
  if (isElsewhere(new URL(page.url()))) {
    await page.goBack({ waitUntil: "commit" });
    await row.waitFor({ timeout });
    return [];
  }
  const covers = await drawer.evaluate((element) => getComputedStyle(element).position === "fixed");
  await look("drawer", covers ? "aside[data-drawer]" : "body");
  const faults = isOpening ? await openEach(page, drawer, look) : [];
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "detached", timeout });
  return faults;
}
