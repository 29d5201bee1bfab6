import type { Page } from "@playwright/test";

/** As much as a page may move while it loads (CLS). https://web.dev/articles/cls */
export const largestShift = 0.01;

type Watched = { layoutShift?: number };

/** From here on every document of this page counts what moves by itself. */
export const watchLayoutShift = (page: Page) =>
  page.addInitScript(() => {
    const watched = window as Watched;
    watched.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) watched.layoutShift = (watched.layoutShift ?? 0) + entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });

/** How far the page has moved since it began to load (CLS), once it rests. */
export async function layoutShift(page: Page) {
  await page.waitForLoadState("networkidle");
  return page.evaluate(() => (window as Watched).layoutShift ?? 0);
}
