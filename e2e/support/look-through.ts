import type { Locator, Page } from "@playwright/test";
import { timeoutMs } from "../../lib/testing/timeout-ms";
import { layoutFaults } from "./layout-faults";
import { atRest } from "./looks";

const widths = [
  { width: 1440, height: 900 },
  { width: 1180, height: 820 },
  { width: 390, height: 844 },
];
const themes = ["light", "dark"] as const;
const timeout = timeoutMs(15_000);
const layer = "dialog[open], [data-radix-popper-content-wrapper]";
const opensLayer = "[aria-haspopup]:not(:disabled, [aria-disabled=true])";

type Looked = {
  /** Whether to look at everything the page opens, too: in the widest and the narrowest window. */
  layers?: boolean;
  /** Whether that is to include what the frame around every page opens. */
  frame?: boolean;
};

/** The faults of a page, its drawer and all that it opens: both themes, three widths, one visit. */
export async function lookThrough(page: Page, { layers = true, frame = false }: Looked = {}) {
  const faults: string[] = [];
  // Nothing slides, so nothing is waited for.
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const size of widths) {
    await page.setViewportSize(size);
    const look = lookIn(page, `${size.width} px`, faults);
    await look("page", "body");
    const isOpening = layers && size !== widths[1];
    const found = isOpening
      ? await openEach(page, page.locator(frame ? "main, header, aside[aria-label=Main]" : "main"), look)
      : [];
    found.push(...(await openRow(page, look, isOpening)));
    faults.push(...found.map((fault) => `${size.width} px: ${fault}`));
  }
  return faults;
}

type Look = (what: string, within: string) => Promise<void>;

/** Both themes; where everything has the place it had in the other, it is not looked at again. */
function lookIn(page: Page, where: string, faults: string[]): Look {
  return async (what, within) => {
    const seen = new Set<string>();
    let before: string | undefined;
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(atRest);
      const places = await placesIn(page, within);
      if (places === before) continue;
      before = places;
      for (const fault of await layoutFaults(page, within)) {
        if (!seen.has(fault)) faults.push(`${where}, ${what}, ${colorScheme}: ${fault}`);
        seen.add(fault);
      }
    }
  };
}

const placesIn = (page: Page, within: string) =>
  page.locator(within).evaluateAll((roots) =>
    roots
      .flatMap((root) => [root, ...root.querySelectorAll("*")])
      .map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join(" ");
      })
      .join(),
  );

/** Opens what says of itself that it opens something: each kind once, and of all times one. */
async function openEach(page: Page, within: Locator, look: Look) {
  const faults: string[] = [];
  const openers = await within.locator(opensLayer).all();
  const tried = new Set<string>();
  for (const opener of openers) {
    if (!(await opener.isVisible())) continue;
    const kind = await opener.evaluate((element) =>
      element.matches("button:has(> time)")
        ? "a time"
        : (element.getAttribute("aria-label") ?? element.textContent ?? "").trim(),
    );
    if (tried.has(kind)) continue;
    tried.add(kind);
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
