import { parseArgs } from "node:util";
import { dead } from "./dead";
import { gateway } from "./gateway";
import { importLists } from "./import";
import { pages } from "./pages";
import { start } from "./start";
import { printTable, type Row } from "./table";
import { tidy } from "./tidy";
import { workbook } from "./workbook";

export type BenchOptions = { isSmall: boolean };

const parts = { gateway, dead, pages, start, import: importLists, workbook } satisfies Record<
  string,
  (options: BenchOptions) => Promise<Row[]>
>;
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

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
  process.once(signal, () => void tidy().finally(() => process.exit(1)));

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
