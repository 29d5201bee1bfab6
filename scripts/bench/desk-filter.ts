import type { Browser, Page } from "@playwright/test";
import { forked } from "./forked";
import { notedIn } from "./in-page";
import { median } from "./numbers";
import type { UsageAnswers } from "./processes/answering";
import { logOf } from "./processes/platform-answers";
import { signedInStage } from "./stage";
import { alone, compared, type Row } from "./table";
import { freshPage, heapOf } from "./visit";

const entries = 10_000;
const rounds = 5;
const chip = "Status";
const choice = "not delivered";

/** The webhook desk with a long log: a filter is chosen and taken away again, beside a page that does only that. */
export async function deskFilter(browser: Browser): Promise<Row[]> {
  const platform = await forked<UsageAnswers>("upstream", { entries });
  const line = { VOICE_API_BASE_URL: platform.ready.origin ?? "", VOICE_API_KEY: "vap_bench_4f9e2d71c0b8" };
  const { cookies, origin, plain } = await signedInStage(browser, line);
  plain.serve("/log", { heads: ["Status"], rows: [] }, plainFilter());

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
    await ours.page.waitForTimeout(300);
    times.cleared.push(await timed(ours.page, `[aria-label="Clear ${chip} filter"]`));
    await ours.page.waitForTimeout(300);
  }
  const { longestMs } = await notedIn(ours.page);
  const pair = (of: number[]) => ({ yardstick: median(times.plain), ours: median(of), unit: "ms" });
  return [
    alone(`a filter of the webhook desk, ${entries.toLocaleString("en-US")} entries`, "", ""),
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
        const look = () => {
          if (count() !== before) setTimeout(() => resolve(performance.now() - startedMs));
          else requestAnimationFrame(look);
        };
        const startedMs = performance.now();
        document.querySelector<HTMLElement>(clicked)?.click();
        requestAnimationFrame(look);
      }),
    selector,
  );

const plainFilter = () => `
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
