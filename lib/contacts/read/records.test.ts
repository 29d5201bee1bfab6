import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "@/lib/contacts/limits";
import { runs } from "@/lib/testing/runs";
import { clean, type Damage, damaged, RecordParser, twoRows } from "./records";

const rowsOf = (text: string): string[][] => rowsAsWritten(text.replace(/\r\n?/g, "\n").replace(/\n$/, ""));

const rowsAsWritten = (text: string) => recordsOf([text]).map(([cells]) => cells);

function recordsOf(texts: readonly string[], columns?: number) {
  const rows: [cells: string[], damage: Damage][] = [];
  const records = new RecordParser({
    delimiter: ",",
    isContact: (cells) => /^\+\d{7,}$/.test(cells[0] ?? "") && cells.length === (columns ?? cells.length),
    onRecord: (cells, damage) => rows.push([cells, damage]),
  });
  for (const text of texts) records.push(text);
  records.end();
  return rows;
}

const spectrum = dirname(createRequire(import.meta.url).resolve("csv-spectrum"));

// The JSON of location_coordinates does not match its CSV.
const lists = readdirSync(join(spectrum, "csvs")).filter((file) => file !== "location_coordinates.csv");

test.for(lists)("reads %s of csv-spectrum as its authors expect", (file) => {
  const [header = [], ...rows] = rowsOf(readFileSync(join(spectrum, "csvs", file), "utf8"));
  const parsed = JSON.parse(readFileSync(join(spectrum, "json", file.replace(/csv$/, "json")), "utf8"));
  const records = rows.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index]])));
  const withLineFeeds = JSON.parse(JSON.stringify(parsed).replaceAll("\\r\\n", "\\n"));
  expect(records).toEqual(withLineFeeds);
});

test("reads the same rows when lines end in feeds, in returns and feeds, or in both", () => {
  const cell = fc.constantFrom("Ann", "", '"Cy"  ', '"Bo, B"', '"two\nlines"', '"', '"a ""b"""', "+4479110100");
  const line = fc.array(cell, { minLength: 1, maxLength: 3 }).map((cells) => cells.join(","));
  const lines = fc.array(fc.tuple(line, fc.boolean()), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(lines, fc.constantFrom("mixed", "returns"), (pairs, kind) => {
      const text = pairs.map(([line, isFeed]) => line + (isFeed && kind === "mixed" ? "\n" : "\r\n")).join("");
      expect(rowsAsWritten(`${text}end`)).toEqual(rowsOf(`${text}end`));
    }),
    { numRuns: runs(300, 2_000) },
  );
});

test.for([
  ["\n", "\n"],
  ["\r\n", "\n"],
])("ignores blanks after a closing mark for any line ends: %j and %j", ([end = "", other = ""]) => {
  const text = `"+4479110100","Ann"  ${other}"two\nlines",Bo${end}"+4479110101","Cy" \t`;
  expect(rowsAsWritten(text)).toEqual([
    ["+4479110100", "Ann"],
    ["two\nlines", "Bo"],
    ["+4479110101", "Cy"],
  ]);
});

test.for([
  ["text behind a closing mark", '+4479110100,"Ann" Lee\n+4479110101,Bob', 2],
  ["a mark that opens and never closes", '+4479110100,"Ann\n+4479110101,Bob\n+4479110102,Cat', 3],
  ["a stray mark before a quoted cell", '+4479110100,"Ann\n+4479110101,"Bob, B"\n+4479110102,Cat', 3],
  ["two stray marks on neighboring lines", '+4479110100,"Ann\n+4479110101,"Bob\n+4479110102,Cat', 3],
  ["a mark at the very end", '+4479110100,Ann\n+4479110101,"', 2],
  ["a long field without an end", `+4479110100,"${"word ".repeat(500)}\nno contact\n+4479110101,Bob`, 3],
])("loses no other row to %s", ([, text, rows]) => {
  const records = rowsOf(String(text));
  expect(records).toHaveLength(Number(rows));
  expect(records.at(-1)).toEqual(String(text).split("\n").at(-1)?.split(","));
});

const ann = "+4479110100,Ann";
const bob = "+4479110101,Bob,";
const zed = "+4479110109,Zed,see";
const lines = (count: number) => `${"line of text\n".repeat(count)}`;

test.for([
  ["above", `"${lines(300)}"`, `${lines(300)}`],
  ["with marks in it", `"${lines(200)}she said ""no""\n${lines(100)}"`, `${lines(200)}she said "no"\n${lines(100)}`],
  ["with blank lines in it", `"${lines(200)}\n\n, and\n" `, `${lines(200)}\n\n, and\n`],
])("reads a well-formed field of many lines as one row: %s", ([, field = "", text]) => {
  expect(recordsOf([`${ann},${field}\n${bob}`], 3)).toEqual([
    [["+4479110100", "Ann", text], clean],
    [["+4479110101", "Bob", ""], clean],
  ]);
});

test("holds a row when a line of its long field looks like a contact", () => {
  expect(recordsOf([`${ann},"${lines(170)}${zed}\nend"\n${bob}`], 3)).toEqual([
    [["+4479110100", "Ann", `${lines(170)}${zed}\nend`], twoRows],
    [["+4479110101", "Bob", ""], clean],
  ]);
});

test.for([0, 1, 20, 150])("holds such a row when %d lines of the field precede that line", (before) => {
  expect(recordsOf([`${ann},"note\n${lines(before)}${zed}\n${lines(2)}end"\n${bob}`], 3)).toEqual([
    [["+4479110100", "Ann", `note\n${lines(before)}${zed}\n${lines(2)}end`], twoRows],
    [["+4479110101", "Bob", ""], clean],
  ]);
});

test("marks two contacts between matching marks as damaged", () => {
  expect(recordsOf([`${ann},"${lines(170)}${zed}\n${bob}x"`], 3).slice(-2)).toEqual([
    [["+4479110109", "Zed", "see"], damaged],
    [["+4479110101", "Bob", 'x"'], damaged],
  ]);
});

test.for([
  ["never", `${bob}\n`, ""],
  ["where another field begins", `${bob}\n`, '+4479110102,"Lee, Bo",x\n'],
  ["behind the last column", `${bob}\n`, 'end",x\n'],
])("marks contacts as damaged up to the next mark when a long field ends %s", ([, before, rest]) => {
  const records = recordsOf([`${ann},"${lines(170)}${zed}\n${before}${rest}+4479110103,Dan,`], 3);
  const damageOf = (name: string) => records.find(([cells]) => cells[1] === name || cells[1] === `"${name}`)?.[1];
  expect(records.length).toBe(170 + 3 + (rest === "" ? 0 : 1));
  expect([damageOf("Ann"), damageOf("Zed"), damageOf("Bob")]).toEqual([damaged, damaged, damaged]);
  expect(damageOf("Dan")).toBe(rest === "" ? damaged : clean);
});

test("limits the damage of an unmatched mark to the length of a line", () => {
  const records = recordsOf([`${ann},"${lines(170)}${`${zed}\n`.repeat(limits.lineBytes / 16)}${bob}`], 3);
  expect(records[171]).toEqual([zed.split(","), damaged]);
  expect(records.at(-1)).toEqual([bob.split(","), clean]);
});

test("reads a long field as the same row wherever its text is cut", () => {
  for (const end of ['"', ""]) {
    const text = `${ann},"${lines(170)}${zed}\nend${end}\n${bob}\n+4479110102,Cid,"a, b"\n+4479110103,Dan,`;
    const whole = recordsOf([text], 3);
    for (let cut = text.indexOf("\n"); cut !== -1; cut = text.indexOf("\n", cut + 1))
      expect(recordsOf([text.slice(0, cut), text.slice(cut + 1)], 3)).toEqual(whole);
  }
});

test("reads unmatched marks in every line in linear time", () => {
  // Quadratic time would exceed the test timeout.
  const text = `${ann},"${lines(170)}","x\n`;
  expect(recordsOf([text.repeat(2_000)], 3).length).toBeGreaterThan(2_000);
});
