import { chromium, type Page } from "@playwright/test";
import { formatCount } from "@/lib/format/format-count";
import config from "@/playwright.config";
import { deskFilter, freshPage, untilReady, visit } from "./desk-filter";
import { forked } from "./forked";
import { median, medians } from "./numbers";
import type { UsageAnswers } from "./processes/answering";
import { ownHeaders, type Stage, signedInStage } from "./stage";
import { alone, type BenchOptions, compared } from "./table";
import { afterwards } from "./tidy";

const lists = ["/credentials", "/phone-numbers", "/webhooks", "/audit"];
const rounds = 3;

/** Every list page of the product in Chromium, beside a page without anything that shows the same table. */
export async function pages() {
  const browser = await chromium.launch(config.use?.launchOptions ?? {});
  afterwards(() => browser.close());
  const stage = await signedInStage(browser);
  const rows = [];
  for (const path of lists) rows.push(...(await listRows(stage, path)));
  return [...rows, ...(await navigationRows(stage))];
}

/** The webhook desk with a long log: its first rows beside a page of the same rows, and a filter. */
export async function desk({ isSmall }: BenchOptions) {
  const entries = isSmall ? 10_000 : 100_000;
  const browser = await chromium.launch(config.use?.launchOptions ?? {});
  afterwards(() => browser.close());
  const platform = await forked<UsageAnswers>("upstream", { entries });
  const connection = { VOICE_API_BASE_URL: platform.ready.origin ?? "", VOICE_API_KEY: "vap_bench_4f9e2d71c0b8" };
  const stage = await signedInStage(browser, connection);
  await kept(stage, entries);
  const rows = await listRows(stage, "/webhooks");
  return [alone(`${formatCount(entries)} entries`, "", ""), ...rows, ...(await deskFilter(stage, entries))];
}

/** Until the whole log was read. */
async function kept(stage: Stage, entries: number) {
  const ask = async (path: string) => (await fetch(stage.origin + path, { headers: ownHeaders(stage) })).json();
  for (let total = 0; total < entries; ) {
    await ask("/api/console/delivery-reading?fresh=yes");
    ({ total } = (await ask("/api/console/delivery-count")) as { total: number });
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
    compared(`  ${what}`, { yardstick: from, ours: to, unit: "ms" }, target);
  return [
    alone(path, (await hasRowsAtFirst(stage, path)) ? "rows in the first HTML" : "no rows in the first HTML", ""),
    timed("first byte", yardstick.firstByteMs, ours.firstByteMs, ""),
    timed("ready", yardstick.readyMs, ours.readyMs, "≤ 1.8"),
    timed("LCP", yardstick.lcpMs, ours.lcpMs, "≤ 1.5"),
    timed("interactive (plain: ready)", yardstick.readyMs, ours.interactiveMs, "≤ 4"),
    alone("  JS, packed", `${ours.scriptKb.toFixed(0)} kB`, "≤ 200 kB"),
    alone("  CSS, packed", `${ours.styleKb.toFixed(0)} kB`, ""),
    alone("  TBT", `${ours.blockedMs.toFixed(0)} ms`, "≤ 60 ms"),
    alone("  CLS", ours.cls.toFixed(3), "≤ 0.01"),
    compared("  heap", { yardstick: yardstick.heapMb, ours: ours.heapMb, unit: "MB", digits: 1 }, "≤ 5 MB"),
  ];
}

type Visited = Awaited<ReturnType<typeof visit>>;

/** Puts the text of the page's own table on the plain page; the visit also warms the server up. */
async function copyTable({ browser, cookies, origin, plain }: Stage, path: string) {
  const { page } = await freshPage(browser, cookies);
  await page.goto(origin + path);
  await page.locator("tbody tr[data-row-id]").first().waitFor();
  const table = await page.evaluate(() => {
    const shown = document.querySelector("tbody tr[data-row-id]")?.closest("table");
    const texts = (cells: Iterable<Element> | undefined) => [...(cells ?? [])].map((cell) => cell.textContent ?? "");
    const rows = [...(shown?.tBodies[0]?.rows ?? [])].filter((row) => row.dataset.rowId !== undefined);
    return { heads: texts(shown?.tHead?.rows[0]?.cells), rows: rows.map((row) => texts(row.cells)) };
  });
  plain.serve(path, table);
  await page.context().close();
}

async function hasRowsAtFirst(stage: Stage, path: string) {
  const html = await (await fetch(stage.origin + path, { headers: ownHeaders(stage) })).text();
  return html.replace(/<script[\s\S]*?<\/script>/g, "").includes("data-row-id=");
}

/** A click on another page's link, the first time and when both pages are known. */
async function navigationRows({ browser, cookies, origin, plain }: Stage) {
  const [here, there] = ["/credentials", "/phone-numbers"];
  const [cold, known, documents] = [[] as number[], [] as number[], [] as number[]];
  for (let round = 0; round < rounds; round += 1) {
    const { page } = await freshPage(browser, cookies);
    await page.goto(origin + here, { waitUntil: "networkidle" });
    cold.push(await navigateWithin(page, there));
    await page.waitForLoadState("networkidle");
    known.push(await navigateWithin(page, here), await navigateWithin(page, there));
    await page.goto(plain.origin + here, { waitUntil: "networkidle" });
    documents.push(await navigateBetween(page, there), await navigateBetween(page, here));
    await page.context().close();
  }
  const yardstick = median(documents);
  return [
    alone("from page to page (plain: another document)", "", ""),
    compared("  the first time", { yardstick, ours: median(cold), unit: "ms" }, "≤ 1.5 × bare Next"),
    compared("  both known", { yardstick, ours: median(known), unit: "ms" }, "≤ 50 ms"),
  ];
}

/** From a click on a link to the rows of the page behind it, where the framework stays. */
const navigateWithin = (page: Page, path: string) =>
  page.evaluate(
    (to) =>
      new Promise<number>((resolve) => {
        const before = new Set(document.querySelectorAll("tbody tr[data-row-id]"));
        const preview = () => {
          const isNew = [...document.querySelectorAll("tbody tr[data-row-id]")].some(
            (row) => !before.has(row) && row.getClientRects().length > 0,
          );
          if (location.pathname === to && isNew) setTimeout(() => resolve(performance.now() - startedMs));
          else requestAnimationFrame(preview);
        };
        const startedMs = performance.now();
        document.querySelector<HTMLElement>(`nav a[href="${to}"]`)?.click();
        requestAnimationFrame(preview);
      }),
    path,
  );

/** The same between two documents. */
async function navigateBetween(page: Page, path: string) {
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
