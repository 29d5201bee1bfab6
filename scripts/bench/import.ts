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
import { type BenchOptions, comparison, single } from "./table";
import { onTidy, temporaryDirectory } from "./tidy";

const settleMs = 400;
const cancels = 5;
const phoneRounds = 7;

type BenchWindow = Window & { bench: ImportBench };
type Job = { method: Method; list: MadeList };

/** Compares our check of a contact list in Chromium with papaparse and plain reading, each in its own renderer. */
export async function importLists({ isSmall }: BenchOptions) {
  if (process.platform !== "linux") return [single("a contact list", "only Linux tells what a renderer takes", "")];
  const rows = isSmall ? 200_000 : 1_000_000;
  const directory = temporaryDirectory();
  const write = (name: string, shape: Omit<ListShape, "rows">) =>
    writeContactList(join(directory, name), { rows, ...shape });
  const list = write("list.csv", { bad: 0.03, repeated: 0.02 });
  const origin = await startImportSite();
  const jobs = {
    plain: { method: "plain", list },
    papaparse: { method: "papaparse", list },
    ours: { method: "ours", list },
    noneBad: { method: "ours", list: write("none-bad.csv", { bad: 0, repeated: 0 }) },
    allBad: { method: "ours", list: write("all-bad.csv", { bad: 1, repeated: 0 }) },
  } satisfies Record<string, Job>;
  const measured = await runAlternately(jobs, isSmall ? 3 : 5, (job) => measure(origin, job));
  const waits = await waitsOf(origin, list, median(measured.ours.map(({ wallMs }) => wallMs)));
  return [...rowsOf(list, measured), ...waitRows(waits), ...(await phoneRows(list))];
}

/** Runs the jobs alternately, so that other load on the machine affects all of them. */
async function runAlternately<Name extends string, Task, Result>(
  jobs: Record<Name, Task>,
  rounds: number,
  run: (job: Task) => Promise<Result>,
) {
  const names = Object.keys(jobs) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Result[]>;
  for (let round = 0; round < rounds; round += 1) for (const name of names) results[name].push(await run(jobs[name]));
  return results;
}

async function measure(origin: string, { method, list }: Job) {
  const { page, close } = await openPage(origin);
  await page.setInputFiles("input", list.path);
  const renderer = await rendererOf(page);
  await page.waitForTimeout(settleMs);
  renderer.forgetPeak();
  const idle = { cpuMs: renderer.cpuMs(), mb: renderer.residentMb() };
  const { counts, wallMs, blockedMs } = await page.evaluate(
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
  verify(method, list, counts);
  return figures;
}

async function openPage(origin: string) {
  const browser = await chromium.launch(config.use?.launchOptions ?? {});
  const page = await browser.newPage();
  await page.goto(origin, { waitUntil: "networkidle" });
  return { page, close: () => browser.close() };
}

/** Throws if a run had a wrong result, because its figures would be meaningless. */
function verify(method: Method, list: MadeList, counts: readonly number[]) {
  // papaparse also counts the header and the empty last line.
  const expected = { plain: [list.bytes], papaparse: [list.rows + 2], ours: [list.rows, list.bad, list.repeated] }[
    method
  ];
  if (String(counts) !== String(expected)) throw new Error(`${method} counted ${counts} where ${expected} are.`);
}

/** Waiting times of a person, each in a fresh browser: the first rows and the end of a cancelled check. */
async function waitsOf(origin: string, list: MadeList, checkMs: number) {
  const waits = [];
  for (let round = 0; round < cancels; round += 1) {
    const { page, close } = await openPage(origin);
    await page.evaluate(() => (window as unknown as BenchWindow).bench.ready());
    await page.setInputFiles("input", list.path);
    const cancelAfterMs = (checkMs * (round + 0.5)) / (cancels * 2);
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
  const pair = (yardstick: number, own: number, unit: string) => ({ yardstick, ours: own, unit });
  return [
    single(`a contact list, ${size}`, "", ""),
    comparison("  processor (papaparse alone)", pair(papa.cpuMs, ours.cpuMs, "ms"), "≤ 2"),
    comparison("  processor (plain read)", pair(plain.cpuMs, ours.cpuMs, "ms"), "≤ 25"),
    comparison("  time (papaparse alone)", pair(papa.wallMs, ours.wallMs, "ms"), ""),
    comparison("  peak memory (papaparse alone)", pair(papa.mb, ours.mb, "MB"), "≤ 1"),
    comparison("  peak memory, all rows bad (none bad)", pair(noneBad.mb, allBad.mb, "MB"), "≤ 1.2"),
    comparison("  longest stop of the bare page (plain read)", pair(plain.blockedMs, ours.blockedMs, "ms"), "≤ 50 ms"),
  ];
}

function waitRows(waits: readonly { previewMs: number; cancelMs: number }[]) {
  // Ignores checks that ended before the cancel.
  const finiteTimes = (name: "previewMs" | "cancelMs") => waits.map((wait) => wait[name]).filter(Number.isFinite);
  const longest = (name: "previewMs" | "cancelMs") => `${Math.max(...finiteTimes(name)).toFixed(0)} ms`;
  return [
    single(`  cancelled, longest of ${finiteTimes("cancelMs").length}`, longest("cancelMs"), "≤ 200 ms"),
    single(`  first rows, bare page, longest of ${cancels}`, longest("previewMs"), "≤ 100 ms"),
  ];
}

async function phoneRows({ path }: MadeList) {
  const checker = await forked<PhoneCheckAnswers>("phone-check");
  const { valid, all } = await checker.ask("compare", { path, rounds: phoneRounds });
  const row = (what: string, { plainMs, oursMs }: { plainMs: number; oursMs: number }) =>
    comparison(`  ${what} (plain regex)`, { yardstick: plainMs, ours: oursMs, unit: "ms" }, "≤ 8");
  return [row("a million valid numbers", medians(valid)), row("a million with bad ones", medians(all))];
}

const page = `<!doctype html><html lang="en"><title>Import</title><h1>Import</h1>
<input type="file"><table></table><script type="module" src="/page.js"></script></html>`;

const pagePolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'self'";

/** Serves a bare page that checks a list, and its scripts, with the policies of our product. */
async function startImportSite() {
  const server = createServer((request, response) => {
    // The engine's client requests its worker by the name of its source file.
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
  onTidy(() => {
    server.closeAllConnections();
    server.close();
  });
  return origin;
}
