import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import fc from "fast-check";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { createRecords } from "./records";

const rowsOf = (text: string) => rowsAsTheyStand(text.replace(/\r\n?/g, "\n").replace(/\n$/, ""));

function rowsAsTheyStand(text: string) {
  const rows: string[][] = [];
  const records = createRecords({
    delimiter: ",",
    isContact: (cells) => /^\+\d{7,}$/.test(cells[0] ?? ""),
    onRecord: (cells) => rows.push(cells),
  });
  records.push(text);
  records.end();
  return rows;
}

const spectrum = dirname(createRequire(import.meta.url).resolve("csv-spectrum"));

// What is told of location_coordinates is another list than the one in its CSV.
const lists = readdirSync(join(spectrum, "csvs")).filter((file) => file !== "location_coordinates.csv");

test.for(lists)("csv-spectrum: %s is read as its authors say", (file) => {
  const [header = [], ...rows] = rowsOf(readFileSync(join(spectrum, "csvs", file), "utf8"));
  const told = JSON.parse(readFileSync(join(spectrum, "json", file.replace(/csv$/, "json")), "utf8"));
  const records = rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at]])));
  const withLineFeeds = JSON.parse(JSON.stringify(told).replaceAll("\\r\\n", "\\n"));
  expect(records).toEqual(withLineFeeds);
});

test("well-formed text is read as papaparse reads it", () => {
  const text = 'a,b\n"1,1","x ""y"""\n,\n\n"two\nlines",z\n" spaced ",q';
  expect(rowsOf(text)).toEqual(Papa.parse(text).data);
});

test("lines that end in a return and a feed, in a feed, or some so and some so, are the same rows", () => {
  const cell = fc.constantFrom("Ann", "", '"Cy"  ', '"Bo, B"', '"two\nlines"', '"', '"a ""b"""', "+4479110100");
  const line = fc.array(cell, { minLength: 1, maxLength: 3 }).map((cells) => cells.join(","));
  const lines = fc.array(fc.tuple(line, fc.boolean()), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(lines, fc.constantFrom("mixed", "returns"), (given, kind) => {
      const text = given.map(([each, isFeed]) => each + (isFeed && kind === "mixed" ? "\n" : "\r\n")).join("");
      expect(rowsAsTheyStand(`${text}end`)).toEqual(rowsOf(`${text}end`));
    }),
    { numRuns: 2_000 },
  );
});

test.for([
  ["\n", "\n"],
  ["\r\n", "\n"],
])("blanks behind a closing mark are no part of a cell, whatever ends lines: %j and %j", ([end = "", other = ""]) => {
  const text = `"+4479110100","Ann"  ${other}"two\nlines",Bo${end}"+4479110101","Cy" \t`;
  expect(rowsAsTheyStand(text)).toEqual([
    ["+4479110100", "Ann"],
    ["two\nlines", "Bo"],
    ["+4479110101", "Cy"],
  ]);
});

test.for([
  ["text behind a closing mark", '+4479110100,"Ann" Lee\n+4479110101,Bob', 2],
  ["a mark that opens and never closes", '+4479110100,"Ann\n+4479110101,Bob\n+4479110102,Cat', 3],
  ["a stray mark before a quoted cell", '+4479110100,"Ann\n+4479110101,"Bob, B"\n+4479110102,Cat', 3],
  ["two strays on neighboring lines", '+4479110100,"Ann\n+4479110101,"Bob\n+4479110102,Cat', 3],
  ["a mark at the very end", '+4479110100,Ann\n+4479110101,"', 2],
  ["a long field without an end", `+4479110100,"${"word ".repeat(500)}\nno contact\n+4479110101,Bob`, 3],
])("%s costs no other row", ([, text, rows]) => {
  const found = rowsOf(String(text));
  expect(found).toHaveLength(Number(rows));
  expect(found.at(-1)).toEqual(String(text).split("\n").at(-1)?.split(","));
});
