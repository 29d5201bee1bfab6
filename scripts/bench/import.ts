import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { formatCount } from "@/lib/format/format-count";
import { filePolicy } from "@/lib/http/pages";
import config from "@/playwright.config";
import { type ListShape, type MadeList, writeContactList } from "./contact-list";
import { forked } from "./forked";
import type { ImportBench, Method } from "./import-page/page";
import { plainReads } from "./import-page/plain-reads";
import { median, medians } from "./numbers";
import { listen } from "./processes/listen";
import type { PhoneCheckAnswers } from "./processes/phone-check";
import { rendererOf } from "./renderer";
import { alone, type BenchOptions, compared } from "./table";
import { afterwards, ownDirectory } from "./tidy";

const settleMs = 400;
const cancels = 5;
const phoneRounds = 7;

type BenchWindow = Window & { bench: ImportBench };
type Job = { method: Method; list: MadeList };

/** A contact list in Chromium: our whole check beside papaparse and beside plain reading, each in a renderer of its own. */
export async function importLists({ isSmall }: BenchOptions) {
  if (process.platform !== "linux") return [alone("a contact list", "only Linux tells what a renderer takes", "")];
  const rows = isSmall ? 200_000 : 1_000_000;
  const directory = ownDirectory();
  const made = (name: string, shape: Omit<ListShape, "rows">) =>
    writeContactList(join(directory, name), { rows, ...shape });
  const list = made("list.csv", { bad: 0.03, repeated: 0.02 });
  const origin = await startImportSite();
  const jobs = {
    plain: { method: "plain", list },
    papaparse: { method: "papaparse", list },
    ours: { method: "ours", list },
    noneBad: { method: "ours", list: made("none-bad.csv", { bad: 0, repeated: 0 }) },
    allBad: { method: "ours", list: made("all-bad.csv", { bad: 1, repeated: 0 }) },
  } satisfies Record<string, Job>;
  const measured = await inTurn(jobs, isSmall ? 3 : 5, (job) => measure(origin, job));
  const waits = await waitsOf(origin, list, median(measured.ours.map(({ wallMs }) => wallMs)));
  return [...rowsOf(list, measured), ...waitRows(waits), ...(await phoneRows(list))];
}

/** Every job once, then every job again: what else the machine does then falls on all of them. */
async function inTurn<Name extends string, Given, Found>(
  jobs: Record<Name, Given>,
  rounds: number,
  run: (job: Given) => Promise<Found>,
) {
  const names = Object.keys(jobs) as Name[];
  const found = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Found[]>;
  for (let round = 0; round < rounds; round += 1) for (const name of names) found[name].push(await run(jobs[name]));
  return found;
}

async function measure(origin: string, { method, list }: Job) {
  const { page, close } = await openPage(origin);
  await page.setInputFiles("input", list.path);
  const renderer = await rendererOf(page);
  await page.waitForTimeout(settleMs);
  renderer.forgetPeak();
  const idle = { cpuMs: renderer.cpuMs(), mb: renderer.residentMb() };
  const { counted, wallMs, blockedMs } = await page.evaluate(
    (name) => (window as unknown as BenchWindow).bench.run(name),
    method,
  );
  const times = method === "plain" ? plainReads : 1;
  const figures = {
    cpuMs: (renderer.cpuMs() - idle.cpuMs) / times,
    mb: renderer.peakMb() - idle.mb,
    wallMs,
    blockedMs,
  };
  await close();
  verify(method, list, counted);
  return figures;
}

async function openPage(origin: string) {
  const browser = await chromium.launch(config.use?.launchOptions ?? {});
  const page = await browser.newPage();
  await page.goto(origin, { waitUntil: "networkidle" });
  return { page, close: () => browser.close() };
}

/** Figures of a run that came to another result would be worth nothing. */
function verify(method: Method, list: MadeList, counted: readonly number[]) {
  // papaparse counts the header, and the empty line behind the last one.
  const wanted = { plain: [list.bytes], papaparse: [list.rows + 2], ours: [list.rows, list.bad, list.repeated] }[
    method
  ];
  if (String(counted) !== String(wanted)) throw new Error(`${method} counted ${counted} where ${wanted} are.`);
}

/** What a person waits for, each time in a fresh browser: the first rows, and the end of a check that was cancelled. */
async function waitsOf(origin: string, list: MadeList, checkMs: number) {
  const waits = [];
  for (let each = 0; each < cancels; each += 1) {
    const { page, close } = await openPage(origin);
    await page.evaluate(() => (window as unknown as BenchWindow).bench.ready());
    await page.setInputFiles("input", list.path);
    const cancelAfterMs = (checkMs * (each + 0.5)) / (cancels * 2);
    waits.push(await page.evaluate((ms) => (window as unknown as BenchWindow).bench.waits(ms), cancelAfterMs));
    await close();
  }
  return waits;
}

type Figures = Awaited<ReturnType<typeof measure>>;

function rowsOf(list: MadeList, measured: Record<"plain" | "papaparse" | "ours" | "noneBad" | "allBad", Figures[]>) {
  const [plain, papa, ours] = [medians(measured.plain), medians(measured.papaparse), medians(measured.ours)];
  const [noneBad, allBad] = [medians(measured.noneBad), medians(measured.allBad)];
  const size = `${formatCount(list.rows)} rows, ${(list.bytes / 1e6).toFixed(1)} MB`;
  const pair = (yardstick: number, mine: number, unit: string) => ({ yardstick, ours: mine, unit });
  return [
    alone(`a contact list, ${size}`, "", ""),
    compared("  processor (papaparse alone)", pair(papa.cpuMs, ours.cpuMs, "ms"), "≤ 2"),
    compared("  processor (plain read)", pair(plain.cpuMs, ours.cpuMs, "ms"), "≤ 25"),
    compared("  time (papaparse alone)", pair(papa.wallMs, ours.wallMs, "ms"), ""),
    compared("  peak memory (papaparse alone)", pair(papa.mb, ours.mb, "MB"), "≤ 1"),
    compared("  peak memory, all rows bad (none bad)", pair(noneBad.mb, allBad.mb, "MB"), "≤ 1.2"),
    compared("  longest stop of the bare page (plain read)", pair(plain.blockedMs, ours.blockedMs, "ms"), "≤ 50 ms"),
  ];
}

function waitRows(waits: readonly { previewMs: number; cancelMs: number }[]) {
  // A check that was over before it was cancelled tells nothing of cancelling.
  const told = (of: "previewMs" | "cancelMs") => waits.map((each) => each[of]).filter(Number.isFinite);
  const longest = (of: "previewMs" | "cancelMs") => `${Math.max(...told(of)).toFixed(0)} ms`;
  return [
    alone(`  cancelled, longest of ${told("cancelMs").length}`, longest("cancelMs"), "≤ 200 ms"),
    alone(`  first rows, bare page, longest of ${cancels}`, longest("previewMs"), "≤ 100 ms"),
  ];
}

async function phoneRows({ path }: MadeList) {
  const checker = await forked<PhoneCheckAnswers>("phone-check");
  const { valid, all } = await checker.ask("compare", { path, rounds: phoneRounds });
  const row = (what: string, { plainMs, oursMs }: { plainMs: number; oursMs: number }) =>
    compared(`  ${what} (plain regex)`, { yardstick: plainMs, ours: oursMs, unit: "ms" }, "≤ 4");
  return [row("a million valid numbers", medians(valid)), row("a million with bad ones", medians(all))];
}

const page = `<!doctype html><html lang="en"><title>Import</title><h1>Import</h1>
<input type="file"><table></table><script type="module" src="/page.js"></script></html>`;

const pagePolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'self'";

/** A bare page that can check a list, and its scripts, under the policies that ours live by. */
async function startImportSite() {
  const server = createServer((request, response) => {
    // The engine's client asks for its thread by the name that its source has.
    const name = (request.url ?? "/").slice(1).replace(/\.ts$/, ".js");
    if (name === "") {
      response.writeHead(200, { "content-type": "text/html", "content-security-policy": pagePolicy }).end(page);
      return;
    }
    const headers = { "content-type": "text/javascript", "content-security-policy": filePolicy };
    readFile(join(import.meta.dirname, "import-page", name)).then(
      (script) => response.writeHead(200, headers).end(script),
      () => response.writeHead(404).end(),
    );
  });
  const origin = await listen(server);
  afterwards(() => {
    server.closeAllConnections();
    server.close();
  });
  return origin;
}
