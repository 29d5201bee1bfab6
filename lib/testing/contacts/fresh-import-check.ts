import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scriptRunner } from "@/lib/testing/run-script";
import { testFolder } from "@/lib/testing/test-folder";
import { makeWorkbook, type SheetInput } from "./make-workbook";

/** The command scripts/import-check.ts, with a folder for the files of this test file. */
export async function freshImportCheck() {
  const directory = testFolder("import-check");
  const run = scriptRunner();

  async function writeInput(name: string, content: string | Uint8Array | Blob) {
    const path = join(directory, name);
    await writeFile(path, content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content);
    return path;
  }
  return {
    pathOf: (name: string) => join(directory, name),
    writeInput,
    writeWorkbook: async (name: string, sheets: readonly SheetInput[]) => writeInput(name, await makeWorkbook(sheets)),
    /** Without the database of an installation, unless `env` names one. */
    check(args: readonly string[], env: Record<string, string> = {}) {
      const { DATABASE_URL: _url, SWITCHBOARD_SECRET: _secret, ...rest } = process.env;
      return run("import-check", args, { env: { ...rest, DATA_DIR: directory, ...env } });
    },
  };
}

export const csvOf = (...rows: string[]) => `${rows.join("\r\n")}\r\n`;

/** One row is ready, one lacks a country code, one repeats the first, and one is German. */
export const fourPeople = csvOf(
  "phone_number,name,city",
  "+447911012345,Ann,Leeds",
  "07911 012346,Bob,York",
  "+44 7911 012345,Cy,Bath",
  "+49 1511 2345678,Elf,Ulm",
);

export const sheetOfAnn = [
  ["phone_number", "name"],
  ["+447911012345", "Ann"],
];
