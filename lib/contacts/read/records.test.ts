import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import fc from "fast-check";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { limits } from "@/lib/contacts/plan";
import { clean, createRecords, type Damage, damaged, twoRows } from "./records";

const rowsOf = (text: string): string[][] => rowsAsTheyStand(text.replace(/\r\n?/g, "\n").replace(/\n$/, ""));

const rowsAsTheyStand = (text: string) => recordsOf([text]).map(([cells]) => cells);

function recordsOf(texts: readonly string[], columns?: number) {
  const rows: [cells: string[], damage: Damage][] = [];
  const records = createRecords({
    delimiter: ",",
    isContact: (cells) => /^\+\d{7,}$/.test(cells[0] ?? "") && cells.length === (columns ?? cells.length),
    onRecord: (cells, damage) => rows.push([cells, damage]),
  });
  for (const text of texts) records.push(text);
  records.end();
  return rows;
}

const spectrum = dirname(createRequire(import.meta.url).resolve("csv-spectrum"));

// What is told of location_coordinates is another list than the one in its CSV.
const lists = readdirSync(join(spectrum, "csvs")).filter((file) => file !== "location_coordinates.csv");

test.for(lists)("csv-spectrum: %s is read as its authors say", (file) => {
  const [header = [], ...rows] = rowsOf(readFileSync(join(spectrum, "csvs", file), "utf8"));
  const parsed = JSON.parse(readFileSync(join(spectrum, "json", file.replace(/csv$/, "json")), "utf8"));
  const records = rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at]])));
  const withLineFeeds = JSON.parse(JSON.stringify(parsed).replaceAll("\\r\\n", "\\n"));
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

const ann = "+4479110100,Ann";
const bob = "+4479110101,Bob,";
const zed = "+4479110109,Zed,see";
const lines = (count: number) => `${"line of text\n".repeat(count)}`;

test.for([
  ["above", `"${lines(300)}"`, `${lines(300)}`],
  ["with marks in it", `"${lines(200)}she said ""no""\n${lines(100)}"`, `${lines(200)}she said "no"\n${lines(100)}`],
  ["with blank lines in it", `"${lines(200)}\n\n, and\n" `, `${lines(200)}\n\n, and\n`],
])("a well-formed field of any number of lines is one row: %s", ([, field = "", text]) => {
  expect(recordsOf([`${ann},${field}\n${bob}`], 3)).toEqual([
    [["+4479110100", "Ann", text], clean],
    [["+4479110101", "Bob", ""], clean],
  ]);
});

test("a row may have two long fields", () => {
  expect(recordsOf([`${ann},"${lines(170)}","${lines(200)}end"\n${bob},`], 4)).toEqual([
    [["+4479110100", "Ann", lines(170), `${lines(200)}end`], clean],
    [["+4479110101", "Bob", "", ""], clean],
  ]);
});

test("a line like a contact in a long field is no row, and the row with it is held", () => {
  expect(recordsOf([`${ann},"${lines(170)}${zed}\nend"\n${bob}`], 3)).toEqual([
    [["+4479110100", "Ann", `${lines(170)}${zed}\nend`], twoRows],
    [["+4479110101", "Bob", ""], clean],
  ]);
});

test.for([0, 1, 20, 150])("the same holds for a field of which %d lines stand before that line", (before) => {
  expect(recordsOf([`${ann},"note\n${lines(before)}${zed}\n${lines(2)}end"\n${bob}`], 3)).toEqual([
    [["+4479110100", "Ann", `note\n${lines(before)}${zed}\n${lines(2)}end`], twoRows],
    [["+4479110101", "Bob", ""], clean],
  ]);
});

test("of two contacts between marks that fit each is a row, and none is a sure one", () => {
  expect(recordsOf([`${ann},"${lines(170)}${zed}\n${bob}x"`], 3).slice(-2)).toEqual([
    [["+4479110109", "Zed", "see"], damaged],
    [["+4479110101", "Bob", 'x"'], damaged],
  ]);
});

test.for([
  ["never", `${bob}\n`, ""],
  ["where another field begins", `${bob}\n`, '+4479110102,"Lee, Bo",x\n'],
  ["behind the last column", `${bob}\n`, 'end",x\n'],
])("no line behind a long field that ends %s passes for a sure contact, up to the next mark", ([, before, rest]) => {
  const found = recordsOf([`${ann},"${lines(170)}${zed}\n${before}${rest}+4479110103,Dan,`], 3);
  const of = (name: string) => found.find(([cells]) => cells[1] === name || cells[1] === `"${name}`)?.[1];
  expect(found.length).toBe(170 + 3 + (rest === "" ? 0 : 1));
  expect([of("Ann"), of("Zed"), of("Bob")]).toEqual([damaged, damaged, damaged]);
  expect(of("Dan")).toBe(rest === "" ? damaged : clean);
});

test("a mark without a partner speaks against no contact farther away than a line may be long", () => {
  const found = recordsOf([`${ann},"${lines(170)}${`${zed}\n`.repeat(limits.lineBytes / 16)}${bob}`], 3);
  expect(found[171]).toEqual([zed.split(","), damaged]);
  expect(found.at(-1)).toEqual([bob.split(","), clean]);
});

test("a long field is the same row wherever its text is cut", () => {
  for (const end of ['"', ""]) {
    const text = `${ann},"${lines(170)}${zed}\nend${end}\n${bob}\n+4479110102,Cid,"a, b"\n+4479110103,Dan,`;
    const whole = recordsOf([text], 3);
    for (let cut = text.indexOf("\n"); cut !== -1; cut = text.indexOf("\n", cut + 1))
      expect(recordsOf([text.slice(0, cut), text.slice(cut + 1)], 3)).toEqual(whole);
  }
});

test("marks without partners in every line cost no more than their lines", () => {
  // In time that grows with the square of the lines this would take longer than a test may.
  const text = `${ann},"${lines(170)}","x\n`;
  expect(recordsOf([text.repeat(2_000)], 3).length).toBeGreaterThan(2_000);
});
