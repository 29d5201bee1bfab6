// Writes lib/format/phone-formats/zone-*.ts from the data of libphonenumber-js.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const source = new URL("../node_modules/libphonenumber-js/metadata.min.json", import.meta.url);
// Places in the metadata of a country, and of one of its formats.
const formats = 4;
const [pattern, national, leading, international] = [0, 1, 2, 5];

/** File of the calling codes that begin with a digit. */
export const zoneFile = (zone) => new URL(`../lib/format/phone-formats/zone-${zone}.ts`, import.meta.url);

/** Text of each zone's file, by its digit. The first country of a calling code has the formats of all. */
export function phoneFormats() {
  const { countries, country_calling_codes } = JSON.parse(readFileSync(source, "utf8"));
  const lines = Object.entries(country_calling_codes).map(([code, [first]]) => [
    code,
    (countries[first][formats] || []).flatMap(formatOf),
  ]);
  return [...new Set(lines.map(zoneOf))].map((zone) => {
    const own = lines.filter((line) => zoneOf(line) === zone);
    return [zone, header + own.map((line) => JSON.stringify(line)).join(",\n") + footer];
  });
}

const zoneOf = ([code]) => code[0];

const formatOf = (format) =>
  format[international] === "NA"
    ? []
    : [[format[pattern], format[international] || format[national], format[leading]?.at(-1) ?? ""]];

const header = `// Written by scripts/make-phone-formats.mjs. Do not edit.
import type { PhoneFormats } from "../group-phone";

export const formats = JSON.parse(String.raw\`[
`;
const footer = `
]\`) as PhoneFormats;
`;

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [zone, text] of phoneFormats()) writeFileSync(zoneFile(zone), text);
