import type { Browser, BrowserContext, CDPSession, Page, Request } from "@playwright/test";
import { median } from "./numbers";
import { logOf } from "./processes/platform-answers";
import type { Stage } from "./stage";
import { alone, compared, type Row } from "./table";

const rounds = 5;
const chip = "Status";
const choice = "retrying";

/** A filter of the webhook desk is chosen and taken away again, beside a page that holds the whole log and does only that. */
export async function deskFilter({ browser, cookies, origin, plain }: Stage, entries: number): Promise<Row[]> {
  plain.serve("/log", { heads: ["Status"], rows: [] }, plainFilter(entries));

  const yardstick = await freshPage(browser, []);
  await yardstick.page.goto(`${plain.origin}/log`, { waitUntil: "networkidle" });
  const ours = await freshPage(browser, cookies);
  await ours.page.goto(`${origin}/webhooks`, { waitUntil: "networkidle" });
  await ours.page.waitForTimeout(1000);
  const heapMb = await heapOf(ours.cdp);

  const times = { plain: [] as number[], ours: [] as number[], cleared: [] as number[] };
  await startOver(ours.page);
  for (let round = 0; round < rounds; round += 1) {
    times.plain.push(await timed(yardstick.page, "#choose"));
    await timed(yardstick.page, "#clear");
    await ours.page.getByRole("button", { name: chip, exact: true }).click();
    await ours.page
      .getByRole("option", { name: choice })
      .evaluate((option) => option.setAttribute("id", "bench-choice"));
    times.ours.push(await timed(ours.page, "#bench-choice"));
    await ours.page.keyboard.press("Escape");
    await ours.page.waitForTimeout(300);
    times.cleared.push(await timed(ours.page, `[aria-label="Clear ${chip} filter"]`));
    await ours.page.waitForTimeout(300);
  }
  const { longestMs } = await notedIn(ours.page);
  const pair = (of: number[]) => ({ yardstick: median(times.plain), ours: median(of), unit: "ms" });
  return [
    alone("a filter (plain: all entries in the page)", "", ""),
    compared("  chosen", pair(times.ours), "≤ 100 ms"),
    compared("  taken away", pair(times.cleared), "≤ 100 ms"),
    alone("  longest task", longestMs > 0 ? `${longestMs.toFixed(0)} ms` : "under 50 ms", "≤ 50 ms"),
    alone("  heap", `${heapMb.toFixed(1)} MB`, ""),
  ];
}

/** Only what the filters themselves do counts. */
const startOver = (page: Page) =>
  page.evaluate(() => {
    const { bench } = window as unknown as { bench: { longestMs: number } };
    bench.longestMs = 0;
  });

/** From a click to another number of rows, painted. */
const timed = (page: Page, selector: string) =>
  page.evaluate(
    (clicked) =>
      new Promise<number>((resolve) => {
        const count = () => document.querySelector("tbody tr[data-row-id]")?.closest("table")?.ariaRowCount;
        const before = count();
        const preview = () => {
          if (count() !== before) setTimeout(() => resolve(performance.now() - startedMs));
          else requestAnimationFrame(preview);
        };
        const startedMs = performance.now();
        document.querySelector<HTMLElement>(clicked)?.click();
        requestAnimationFrame(preview);
      }),
    selector,
  );

const plainFilter = (entries: number) => `
const log = ${JSON.stringify(logOf(entries, Date.now()))};
const table = document.querySelector("table");
function show(rows) {
  const shown = rows.slice(0, 40).map((each, index) => {
    const row = document.createElement("tr");
    row.dataset.rowId = index;
    row.append(...Object.values(each).map((text) => Object.assign(document.createElement("td"), { textContent: text })));
    return row;
  });
  table.tBodies[0].replaceChildren(...shown);
  table.ariaRowCount = rows.length + 1;
}
for (const [id, rows] of [["choose", () => log.filter(({ status }) => status !== "delivered")], ["clear", () => log]])
  document.body.append(Object.assign(document.createElement("button"), { id, onclick: () => show(rows()) }));
show(log);`;

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

/** 40 ms and 10 Mbit/s: Lighthouse's desktop. */
const desktop = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 };
/** Beyond the moment at which a page fetches what a press may open. */
const settleMs = 2_000;

type OpenPage = { page: Page; cdp: CDPSession };

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
  const bytesOf = countBytes(page);
  await page.goto(address);
  await untilReady(page);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(settleMs);
  const noted = await notedIn(page);
  const heapMb = await heapOf(cdp);
  const [scriptKb, styleKb] = [(await bytesOf("script")) / 1000, (await bytesOf("stylesheet")) / 1000];
  await page.context().close();
  return { ...noted, heapMb, scriptKb, styleKb };
}

async function heapOf(cdp: CDPSession) {
  await cdp.send("HeapProfiler.collectGarbage");
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  return usedSize / 1048576;
}

/** What the page's files of a kind weighed on their way, as they were packed. */
function countBytes(page: Page) {
  const finished: Request[] = [];
  page.on("requestfinished", (request) => finished.push(request));
  return async (kind: "script" | "stylesheet") => {
    const sizes = finished.filter((request) => request.resourceType() === kind).map((request) => request.sizes());
    return (await Promise.all(sizes)).reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  };
}

/** What a page notes of itself from its first moment on. */
type Noted = {
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
const noteIn = (page: Page) => page.addInitScript(note);

const notedIn = (page: Page) => page.evaluate(() => (window as unknown as Noting).bench);

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
  const preview = () => {
    const row = document.querySelector("tbody tr[data-row-id]");
    if (row && noted.readyMs === 0 && row.getClientRects().length > 0)
      setTimeout(() => {
        noted.readyMs ||= performance.now();
      });
    const isTaken = row && Object.keys(row).some((key) => key.startsWith("__reactProps"));
    if (isTaken) noted.interactiveMs = performance.now();
    else requestAnimationFrame(preview);
  };
  requestAnimationFrame(preview);
}
