import type { Page } from "@playwright/test";

/** What a page notes of itself from its first moment on. */
export type Noted = {
  firstByteMs: number;
  readyMs: number;
  interactiveMs: number;
  lcpMs: number;
  cls: number;
  blockedMs: number;
  longestMs: number;
};

type Noting = Window & { bench: Noted };
type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };

/** Has every page that is opened note when its rows were painted and when the framework had taken them over. */
export const noteIn = (page: Page) => page.addInitScript(note);

export const notedIn = (page: Page) => page.evaluate(() => (window as unknown as Noting).bench);

/** Until the rows are painted. */
export const untilReady = (page: Page) =>
  page.waitForFunction(() => (window as unknown as Noting).bench?.readyMs > 0, undefined, { polling: 100 });

// Runs in the page, where nothing of this module exists.
function note() {
  const noted = { firstByteMs: 0, readyMs: 0, interactiveMs: 0, lcpMs: 0, cls: 0, blockedMs: 0, longestMs: 0 };
  (window as unknown as Noting).bench = noted;
  const each = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  each("navigation", (entry) => {
    noted.firstByteMs = (entry as PerformanceNavigationTiming).responseStart;
  });
  each("largest-contentful-paint", ({ startTime }) => {
    noted.lcpMs = startTime;
  });
  each("layout-shift", (entry) => {
    const { value, hadRecentInput } = entry as Shift;
    if (!hadRecentInput) noted.cls += value;
  });
  each("longtask", ({ duration }) => {
    noted.blockedMs += duration - 50;
    noted.longestMs = Math.max(noted.longestMs, duration);
  });
  const look = () => {
    const row = document.querySelector("tbody tr[data-row-id]");
    if (row && noted.readyMs === 0 && row.getClientRects().length > 0)
      setTimeout(() => {
        noted.readyMs ||= performance.now();
      });
    const isTaken = row && Object.keys(row).some((key) => key.startsWith("__reactProps"));
    if (isTaken) noted.interactiveMs = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
