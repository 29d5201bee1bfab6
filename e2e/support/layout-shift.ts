import type { Page } from "@playwright/test";

/** As much as a page may move while it loads (CLS). https://web.dev/articles/cls */
const largestShift = 0.01;

type Shift = { value: number; moved: string[] };
type Watched = { layoutShifts?: Shift[] };

/** From here on every document of this page keeps what moves by itself. */
export const watchLayoutShifts = (page: Page) =>
  page.addInitScript(() => {
    type Source = { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
    type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] };
    const shifts: Shift[] = [];
    (window as Watched).layoutShifts = shifts;
    const place = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(" ");
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const text = node?.textContent?.trim().slice(0, 60);
          return `${node?.nodeName} "${text}" from ${place(previousRect)} to ${place(currentRect)}`;
        });
        if (!hadRecentInput) shifts.push({ value, moved });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

/** Elements that moved since the load began. Empty if the total shift is below the limit. Waits until the page rests. */
export async function findLayoutShifts(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(() => (window as Watched).layoutShifts ?? []);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  return sum > largestShift ? shifts.map(({ value, moved }) => `moves by ${value}: ${moved.join("; ")}`) : [];
}
