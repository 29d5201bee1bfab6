import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeZip, workbookParts } from "@/lib/contacts/workbook/testing";
import type { BenchOptions } from "./bench";
import { forked } from "./forked";
import type { WorkbookReadAnswers } from "./processes/workbook-read";
import { alone, type Row } from "./table";
import { ownDirectory } from "./tidy";

const target = "<= 10 s, <= 250 MB";

/** What workbooks cost that were made to fill memory, and the largest that is read: each in a process of its own. */
export async function workbook({ isSmall }: BenchOptions): Promise<Row[]> {
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
