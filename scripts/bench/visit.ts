import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";
import { notedIn, noteIn, untilReady } from "./in-page";

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

/** 40 ms and 10 Mbit/s: Lighthouse's desktop. */
const desktop = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 };
const settleMs = 500;

export type OpenPage = { page: Page; cdp: CDPSession };

/** A browser without a memory, signed in, on the desktop line. */
export async function freshPage(browser: Browser, cookies: Cookies): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(cookies);
  const page = await context.newPage();
  await noteIn(page);
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", desktop);
  return { page, cdp };
}

/** One first visit of a page with nothing kept, and what it cost. */
export async function visit(browser: Browser, cookies: Cookies, address: string) {
  const { page, cdp } = await freshPage(browser, cookies);
  const scriptBytes = countScripts(page);
  await page.goto(address);
  await untilReady(page);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(settleMs);
  const noted = await notedIn(page);
  const heapMb = await heapOf(cdp);
  const scriptKb = (await scriptBytes()) / 1000;
  await page.context().close();
  return { ...noted, heapMb, scriptKb };
}

export async function heapOf(cdp: CDPSession) {
  await cdp.send("HeapProfiler.collectGarbage");
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  return usedSize / 1048576;
}

/** What the page's scripts weighed on their way, as they were packed. */
function countScripts(page: Page) {
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() !== "script") return;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
