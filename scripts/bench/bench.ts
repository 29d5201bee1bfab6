import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeZip, workbookParts } from "@/lib/testing/contacts/make-workbook";
import { deliveries } from "./deliveries";
import { forked } from "./forked";
import { gateway, startProcesses } from "./gateway";
import { importLists } from "./import";
import { inbox } from "./inbox";
import { percentile } from "./numbers";
import { desk, pages } from "./pages";
import type { WorkbookReadAnswers } from "./processes/workbook-read";
import { start } from "./start";
import { streams } from "./streams";
import { type BenchOptions, comparison, printTable, type Row, single } from "./table";
import { temporaryDirectory, tidy } from "./tidy";

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
  inbox,
} satisfies Record<string, (options: BenchOptions) => Promise<Row[]>>;
type Part = keyof typeof parts;

const isPart = (name: string): name is Part => name in parts;

/** Prints one table per part. Fails only if a part cannot run, never because of a figure. */
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { small: { type: "boolean", default: false } },
  });
  const unknown = positionals.find((name) => !isPart(name));
  if (unknown !== undefined)
    throw new Error(`There is no part called ${unknown}: npm run bench -- ${Object.keys(parts).join("|")} [--small]`);
  const selected = positionals.length > 0 ? positionals.filter(isPart) : (Object.keys(parts) as Part[]);
  for (const name of selected) {
    const rows = await parts[name]({ isSmall: values.small }).finally(tidy);
    printTable(name, rows);
  }
  console.log("\nRatios hold on other machines, times do not; both only while nothing else runs.");
}

const read = "/v1/integrations/server-credentials";
const opensAfter = 5;

/** Times of answers while the circuit breaker is open, compared with those of a healthy platform. */
async function dead() {
  const { ours, load, upstream } = await startProcesses();
  const ask = (ms: number) => load.ask("oneByOne", { ...ours.to(read), ms, pauseMs: 15 });
  await ask(1000);
  const healthy = await ask(2500);
  await upstream.stop();
  const { origin, path, headers } = ours.to(read);
  for (let attempts = 0; attempts < opensAfter; attempts += 1) await (await fetch(origin + path, { headers })).text();
  const resting = await ask(7000);
  if (healthy.status !== 200 || resting.status < 500)
    throw new Error(`The platform answered ${healthy.status} alive and ${resting.status} dead.`);

  const row = (percent: number, target: string) => {
    const [yardstick, ours] = [percentile(healthy.timesMs, percent), percentile(resting.timesMs, percent)];
    return comparison(`an answer, p${percent}`, { yardstick, ours, unit: "ms", digits: 1 }, target);
  };
  return [row(50, "≤ 50 ms"), row(95, "≤ 50 ms"), row(100, "")];
}

const target = "<= 10 s, <= 250 MB";

/** Cost of workbooks that are made to fill memory and of the largest readable one, each in its own process. */
async function workbook({ isSmall }: BenchOptions): Promise<Row[]> {
  const directory = temporaryDirectory();
  const textCount = isSmall ? 300_000 : 3_100_000;
  const lists: [what: string, count: number, item: (index: number) => string][] = [
    ["6 million texts, which are refused", 6_000_000, (index) => `<t>t${index % 1000}</t>`],
    [
      `${textCount} different texts, which are read`,
      textCount,
      (index) => `<t xml:space="preserve">Contact ${index}</t>`,
    ],
    [`${textCount} times the same text in parts`, textCount, () => "<r><rPr><b/></rPr><t>Ann &amp; Bo</t></r>"],
  ];
  const rows: Row[] = [];
  for (const [index, [what, count, item]] of lists.entries()) {
    const path = join(directory, `${index}.xlsx`);
    const bytes = await writeWorkbook(path, count, item);
    const { ask, stop } = await forked<WorkbookReadAnswers>("workbook-read");
    const { says, cpuMs, megabytes } = await ask("read", { path });
    await stop();
    const size = `${(bytes / 1024 ** 2).toFixed(1)} MB`;
    rows.push(single(`${size}: ${what}`, `${(cpuMs / 1000).toFixed(1)} s CPU, +${megabytes.toFixed(0)} MB`, target));
    console.log(`${size}: ${says}`);
  }
  return rows;
}

async function writeWorkbook(path: string, count: number, item: (index: number) => string): Promise<number> {
  const parts = workbookParts([{ name: "List", rows: [["phone_number", "name"]] }]);
  const headerTexts = ["phone_number", "name"].map((text) => `<si><t>${text}</t></si>`);
  const listTexts = Array.from({ length: count - headerTexts.length }, (_, index) => `<si>${item(index)}</si>`);
  const texts = `<sst uniqueCount="${count}">${headerTexts.join("")}${listTexts.join("")}</sst>`;
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
