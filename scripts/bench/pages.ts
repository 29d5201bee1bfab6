import { chromium, type Page } from "@playwright/test";
import { formatCount } from "@/lib/format/format-count";
import config from "@/playwright.config";
import { deskFilter, freshPage, untilReady, visit } from "./desk-filter";
import { forked } from "./forked";
import { median, medians } from "./numbers";
import type { UsageAnswers } from "./processes/answering";
import { ownHeaders, type Stage, signedInStage } from "./stage";
import { type BenchOptions, comparison, single } from "./table";
import { onTidy } from "./tidy";

const lists = ["/credentials", "/phone-numbers", "/webhooks", "/audit"];
const rounds = 3;

/** Compares list pages in Chromium with a bare page that shows the same table. */
export async function pages() {
  const browser = await chromium.launch(config.use?.launchOptions ?? {});
  onTidy(() => browser.close());
  const stage = await signedInStage(browser);
  const rows = [];
  for (const path of lists) rows.push(...(await listRows(stage, path)));
  return [...rows, ...(await navigationRows(stage))];
}

/** The webhook page with a long log: its first rows, compared with a bare page, and a filter. */
export async function desk({ isSmall }: BenchOptions) {
  const entries = isSmall ? 10_000 : 100_000;
  const browser = await chromium.launch(config.use?.launchOptions ?? {});
  onTidy(() => browser.close());
  const platform = await forked<UsageAnswers>("upstream", { entries });
  const connection = { VOICE_API_BASE_URL: platform.ready.origin ?? "", VOICE_API_KEY: "vap_bench_4f9e2d71c0b8" };
  const stage = await signedInStage(browser, connection);
  await untilLogStored(stage, entries);
  const rows = await listRows(stage, "/webhooks");
  return [single(`${formatCount(entries)} entries`, "", ""), ...rows, ...(await deskFilter(stage, entries))];
}

/** Waits until the whole log is stored. */
async function untilLogStored(stage: Stage, entries: number) {
  const ask = async (path: string, method = "GET") =>
    (await fetch(stage.origin + path, { method, headers: ownHeaders(stage) })).json();
  for (let total = 0; total < entries; ) {
    await ask("/api/console/delivery-reading?fresh=yes");
    ({ total } = (await ask("/api/console/delivery-summary", "POST")) as { total: number });
  }
}

async function listRows(stage: Stage, path: string) {
  const { browser, cookies, origin, plain } = stage;
  await copyTable(stage, path);
  const measured = { plain: [] as Visited[], ours: [] as Visited[] };
  for (let round = 0; round < rounds; round += 1) {
    measured.plain.push(await visit(browser, [], plain.origin + path));
    measured.ours.push(await visit(browser, cookies, origin + path));
  }
  const [yardstick, ours] = [medians(measured.plain), medians(measured.ours)];
  const timed = (what: string, from: number, to: number, target: string) =>
    comparison(`  ${what}`, { yardstick: from, ours: to, unit: "ms" }, target);
  return [
    single(path, (await hasRowsAtFirst(stage, path)) ? "rows in the first HTML" : "no rows in the first HTML", ""),
    timed("first byte", yardstick.firstByteMs, ours.firstByteMs, ""),
    timed("ready", yardstick.readyMs, ours.readyMs, "≤ 1.8"),
    timed("LCP", yardstick.lcpMs, ours.lcpMs, "≤ 1.5"),
    timed("interactive (plain: ready)", yardstick.readyMs, ours.interactiveMs, "≤ 4"),
    single("  JS, packed", `${ours.scriptKb.toFixed(0)} kB`, "≤ 200 kB"),
    single("  CSS, packed", `${ours.styleKb.toFixed(0)} kB`, ""),
    single("  TBT", `${ours.blockedMs.toFixed(0)} ms`, "≤ 60 ms"),
    single("  CLS", ours.cls.toFixed(3), "≤ 0.01"),
    comparison("  heap", { yardstick: yardstick.heapMb, ours: ours.heapMb, unit: "MB", digits: 1 }, "≤ 5 MB"),
  ];
}

type Visited = Awaited<ReturnType<typeof visit>>;

/** Copies the page's table to the plain page. The visit also warms up the server. */
async function copyTable({ browser, cookies, origin, plain }: Stage, path: string) {
  const { page } = await freshPage(browser, cookies);
  await page.goto(origin + path);
  await page.locator("tbody tr[data-row-id]").first().waitFor();
  const table = await page.evaluate(() => {
    const table = document.querySelector("tbody tr[data-row-id]")?.closest("table");
    const texts = (cells: Iterable<Element> | undefined) => [...(cells ?? [])].map((cell) => cell.textContent ?? "");
    const rows = [...(table?.tBodies[0]?.rows ?? [])].filter((row) => row.dataset.rowId !== undefined);
    return { heads: texts(table?.tHead?.rows[0]?.cells), rows: rows.map((row) => texts(row.cells)) };
  });
  plain.serve(path, table);
  await page.context().close();
}

async function hasRowsAtFirst(stage: Stage, path: string) {
  const html = await (await fetch(stage.origin + path, { headers: ownHeaders(stage) })).text();
  return html.replace(/<script[\s\S]*?<\/script>/g, "").includes("data-row-id=");
}

/** Navigation to another page, first uncached and then with both pages cached. */
async function navigationRows({ browser, cookies, origin, plain }: Stage) {
  const [firstPath, secondPath] = ["/credentials", "/phone-numbers"];
  const [cold, cached, documents] = [[] as number[], [] as number[], [] as number[]];
  for (let round = 0; round < rounds; round += 1) {
    const { page } = await freshPage(browser, cookies);
    await page.goto(origin + firstPath, { waitUntil: "networkidle" });
    cold.push(await navigateWithin(page, secondPath));
    await page.waitForLoadState("networkidle");
    cached.push(await navigateWithin(page, firstPath), await navigateWithin(page, secondPath));
    await page.goto(plain.origin + firstPath, { waitUntil: "networkidle" });
    documents.push(await navigateBetween(page, secondPath), await navigateBetween(page, firstPath));
    await page.context().close();
  }
  const yardstick = median(documents);
  return [
    single("from page to page (plain: another document)", "", ""),
    comparison("  the first time", { yardstick, ours: median(cold), unit: "ms" }, "≤ 1.5 × bare Next"),
    comparison("  both known", { yardstick, ours: median(cached), unit: "ms" }, "≤ 50 ms"),
  ];
}

/** Milliseconds from a click on a link to the rows of its page, for a client-side navigation. */
const navigateWithin = (page: Page, path: string) =>
  page.evaluate(
    (to) =>
      new Promise<number>((resolve) => {
        const before = new Set(document.querySelectorAll("tbody tr[data-row-id]"));
        const checkFrame = () => {
          const isNew = [...document.querySelectorAll("tbody tr[data-row-id]")].some(
            (row) => !before.has(row) && row.getClientRects().length > 0,
          );
          if (location.pathname === to && isNew) setTimeout(() => resolve(performance.now() - startedMs));
          else requestAnimationFrame(checkFrame);
        };
        const startedMs = performance.now();
        document.querySelector<HTMLElement>(`nav a[href="${to}"]`)?.click();
        requestAnimationFrame(checkFrame);
      }),
    path,
  );

/** Milliseconds from a click on a link to the rows of its page, for a full page load. */
async function navigateBetween(page: Page, path: string) {
  const clickedMs = await page.evaluate((to) => {
    const nowMs = performance.timeOrigin + performance.now();
    document.querySelector<HTMLElement>(`nav a[href="${to}"]`)?.click();
    return nowMs;
  }, path);
  await page.waitForURL((url) => url.pathname === path);
  await untilReady(page);
  return page.evaluate(
    (fromMs) => performance.timeOrigin + (window as unknown as { bench: { readyMs: number } }).bench.readyMs - fromMs,
    clickedMs,
  );
}
