import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeZip, workbookParts } from "@/lib/contacts/workbook/testing";
import { deliveries } from "./deliveries";
import { forked } from "./forked";
import { gateway, startLine } from "./gateway";
import { importLists } from "./import";
import { percentile } from "./numbers";
import { desk, pages } from "./pages";
import type { WorkbookReadAnswers } from "./processes/workbook-read";
import { start } from "./start";
import { streams } from "./streams";
import { alone, type BenchOptions, compared, printTable, type Row } from "./table";
import { ownDirectory, tidy } from "./tidy";

const parts = {
  gateway,
  dead,
  streams,
  pages,
  desk,
  start,
  import: importLists,
  workbook,
  deliveries,
} satisfies Record<string, (options: BenchOptions) => Promise<Row[]>>;
type Part = keyof typeof parts;

const isPart = (name: string): name is Part => name in parts;

/** Prints a table a part. No figure fails anything: only what could not be run does. */
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { small: { type: "boolean", default: false } },
  });
  const unknown = positionals.find((name) => !isPart(name));
  if (unknown !== undefined)
    throw new Error(`There is no part called ${unknown}: npm run bench -- ${Object.keys(parts).join("|")} [--small]`);
  const wanted = positionals.length > 0 ? positionals.filter(isPart) : (Object.keys(parts) as Part[]);
  for (const name of wanted) {
    const rows = await parts[name]({ isSmall: values.small }).finally(tidy);
    printTable(name, rows);
  }
  console.log("\nRatios hold on other machines, times do not; both only while nothing else runs.");
}

const read = "/v1/integrations/server-credentials";
const opensAfter = 5;

/** What an answer costs while the platform is dead and left to rest, beside an answer of the living one. */
async function dead() {
  const { ours, load, upstream } = await startLine();
  const ask = (ms: number) => load.ask("oneByOne", { ...ours.to(read), ms, pauseMs: 15 });
  await ask(1000);
  const well = await ask(2500);
  await upstream.stop();
  const { origin, path, headers } = ours.to(read);
  for (let tries = 0; tries < opensAfter; tries += 1) await (await fetch(origin + path, { headers })).text();
  const resting = await ask(7000);
  if (well.status !== 200 || resting.status < 500)
    throw new Error(`The platform answered ${well.status} alive and ${resting.status} dead.`);

  const row = (percent: number, target: string) => {
    const [yardstick, ours] = [percentile(well.timesMs, percent), percentile(resting.timesMs, percent)];
    return compared(`an answer, p${percent}`, { yardstick, ours, unit: "ms", digits: 1 }, target);
  };
  return [row(50, "≤ 50 ms"), row(95, "≤ 50 ms"), row(100, "")];
}

const target = "<= 10 s, <= 250 MB";

/** What workbooks cost that were made to fill memory, and the largest that is read: each in a process of its own. */
async function workbook({ isSmall }: BenchOptions): Promise<Row[]> {
  const directory = ownDirectory();
  const most = isSmall ? 300_000 : 3_100_000;
  const lists: [what: string, count: number, item: (at: number) => string][] = [
    ["6 million texts, which are refused", 6_000_000, (at) => `<t>t${at % 1000}</t>`],
    [`${most} different texts, which are read`, most, (at) => `<t xml:space="preserve">Contact ${at}</t>`],
    [`${most} times the same text in parts`, most, () => "<r><rPr><b/></rPr><t>Ann &amp; Bo</t></r>"],
  ];
  const rows: Row[] = [];
  for (const [at, [what, count, item]] of lists.entries()) {
    const path = join(directory, `${at}.xlsx`);
    const bytes = await writeWorkbook(path, count, item);
    const { ask, stop } = await forked<WorkbookReadAnswers>("workbook-read");
    const { says, cpuMs, megabytes } = await ask("read", { path });
    await stop();
    const size = `${(bytes / 1024 ** 2).toFixed(1)} MB`;
    rows.push(alone(`${size}: ${what}`, `${(cpuMs / 1000).toFixed(1)} s CPU, +${megabytes.toFixed(0)} MB`, target));
    console.log(`${size}: ${says}`);
  }
  return rows;
}

async function writeWorkbook(path: string, count: number, item: (at: number) => string): Promise<number> {
  const parts = workbookParts([{ name: "List", rows: [["phone_number", "name"]] }]);
  const own = ["phone_number", "name"].map((text) => `<si><t>${text}</t></si>`);
  const more = Array.from({ length: count - own.length }, (_, at) => `<si>${item(at)}</si>`);
  const texts = `<sst uniqueCount="${count}">${own.join("")}${more.join("")}</sst>`;
  const bytes = new Uint8Array(await (await makeZip({ ...parts, "xl/sharedStrings.xml": texts })).arrayBuffer());
  writeFileSync(path, bytes);
  return bytes.length;
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
  process.once(signal, () => void tidy().finally(() => process.exit(1)));

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
