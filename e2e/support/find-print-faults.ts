import type { Page } from "@playwright/test";
import { findLayoutFaults } from "./find-layout-faults";

/** Between the margins of an A4 sheet. */
const paper = { width: 703, height: 1000 };

/** Faults of a printed page, as sentences. The page stays in print mode. */
export async function findPrintFaults(page: Page) {
  await page.setViewportSize(paper);
  await page.emulateMedia({ media: "print", reducedMotion: "reduce" });
  const found = [...(await findLayoutFaults(page, "main")), ...(await page.evaluate(shortened))];
  return found.map((fault) => `on paper: ${fault}`);
}

/** Runs in the page: texts that end in an ellipsis, which no pointer can ask for the rest of. */
function shortened() {
  return [...document.querySelectorAll("main *")].flatMap((each) => {
    const { textOverflow, overflowX } = getComputedStyle(each);
    const isCut = textOverflow === "ellipsis" && overflowX !== "visible" && each.scrollWidth > each.clientWidth + 1;
    return isCut && each.checkVisibility({ visibilityProperty: true }) ? [`“${each.textContent}” is shortened`] : [];
  });
}
