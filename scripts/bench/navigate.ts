import type { Page } from "@playwright/test";
import { untilReady } from "./in-page";

/** From a click on a link to the rows of the page behind it, where the framework stays. */
export const navigateWithin = (page: Page, path: string) =>
  page.evaluate(
    (to) =>
      new Promise<number>((resolve) => {
        const before = new Set(document.querySelectorAll("tbody tr[data-row-id]"));
        const look = () => {
          const isNew = [...document.querySelectorAll("tbody tr[data-row-id]")].some(
            (row) => !before.has(row) && row.getClientRects().length > 0,
          );
          if (location.pathname === to && isNew) setTimeout(() => resolve(performance.now() - startedMs));
          else requestAnimationFrame(look);
        };
        const startedMs = performance.now();
        document.querySelector<HTMLElement>(`nav a[href="${to}"]`)?.click();
        requestAnimationFrame(look);
      }),
    path,
  );

/** The same between two documents. */
export async function navigateBetween(page: Page, path: string) {
  const clickedMs = await page.evaluate((to) => {
    const atMs = performance.timeOrigin + performance.now();
    document.querySelector<HTMLElement>(`nav a[href="${to}"]`)?.click();
    return atMs;
  }, path);
  await page.waitForURL((url) => url.pathname === path);
  await untilReady(page);
  return page.evaluate(
    (fromMs) => performance.timeOrigin + (window as unknown as { bench: { readyMs: number } }).bench.readyMs - fromMs,
    clickedMs,
  );
}
