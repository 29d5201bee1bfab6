// Writes lib/format/phone-formats.ts from the data of libphonenumber-js.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const source = new URL("../node_modules/libphonenumber-js/metadata.min.json", import.meta.url);
const table = new URL("../lib/format/phone-formats.ts", import.meta.url);
// Places in the metadata of a country, and of one of its formats.
const formats = 4;
const [pattern, national, leading, international] = [0, 1, 2, 5];

/** Text of the table's file. The first country of a calling code has the formats of all. */
export function phoneFormats() {
  const { countries, country_calling_codes } = JSON.parse(readFileSync(source, "utf8"));
  const lines = Object.entries(country_calling_codes).map(([code, [first]]) => [
    code,
    (countries[first][formats] || []).flatMap(own),
  ]);
  return header + lines.map((line) => JSON.stringify(line)).join(",\n") + footer;
}

const own = (format) =>
  format[international] === "NA"
    ? []
    : [[format[pattern], format[international] || format[national], format[leading]?.at(-1) ?? ""]];

const header = `// Written by scripts/make-phone-formats.mjs. Do not edit.

/** International formats by calling code: pattern, format and first digits. */
export const phoneFormats = JSON.parse(String.raw\`[
`;
const footer = `
]\`) as readonly [code: string, formats: readonly [pattern: string, format: string, leading: string][]][];
`;

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(table, phoneFormats());
