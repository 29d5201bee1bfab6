import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "@/lib/testing/runs";
import { csvCell, csvOf, phoneCell, unguarded } from "./csv";

test("guards text that a spreadsheet would run as a formula", () => {
  for (const text of [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\tx",
    "\rx",
    "＝1",
    "＋1",
    "－1",
    "＠x",
    "  =1",
    "\0=1+1",
    "\u200b=1+1",
    "\u200d \u0007@x",
  ])
    expect(csvCell(text).replace(/^"/, "").startsWith("'")).toBe(true);
  expect(csvCell("a=b")).toBe("a=b");
  expect(csvCell(-1)).toBe("-1");
});

test.for([
  ["x;=1+1", "x;'=1+1"],
  ["x; \u200b@SUM(A1)", "x;' \u200b@SUM(A1)"],
  ["x\t=1+1", "x\t'=1+1"],
  ["x\r\n=1+1", "x\r\n'=1+1"],
  ["x;＝1", "x;'＝1"],
  ["x;+cmd|' /C calc'!A0", "x;'+cmd|' /C calc'!A0"],
  ["x;-1+cmd", "x;'-1+cmd"],
  ['x;"=1+1', `x;'"=1+1`],
  ["x;;=1;=2", "x;;'=1;'=2"],
])("guards a formula after another program's cell separator: %j", ([text, safe]) => {
  expect(unquoted(csvCell(text))).toBe(safe);
});

test("leaves numbers after a semicolon or a line break unchanged", () => {
  for (const text of [
    "07911 123456; +44 (0) 7911-123457",
    "Ann\n+44 7911 123456",
    "1;-2;+3",
    "a;b",
    "a;'b",
    "x == y; a-b",
  ])
    expect(unquoted(csvCell(text))).toBe(text);
});

test("restores guarded text and never guards it twice", () => {
  const letters = fc.constantFrom(...'=+-@＝;\t\r\n"\0\u200b ,x1'.split(""));
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 12 }), (text) => {
      const guarded = unquoted(csvCell(text));
      expect(unguarded(guarded)).toBe(text);
      expect(unquoted(csvCell(guarded))).toBe(guarded);
    }),
    { numRuns: runs(200, 2_000) },
  );
});

test("guards a long cell of separators in linear time", () => {
  // Quadratic time would exceed the test timeout.
  for (const unit of ["\t", ";", "\t-", '"', ";+1 ", "\u200b", "; "]) {
    const cell = `x${unit.repeat(200_000)}`;
    expect(unguarded(unquoted(csvCell(cell))) === cell).toBe(true);
  }
});

test("quotes cells with quotation marks, commas, line ends or outer blanks", () => {
  expect(
    csvOf(
      ["a", "b"],
      [
        ['say "x"', "1,2"],
        ["two\nlines", " edge "],
        [null, undefined],
      ],
    ),
  ).toBe('a,b\r\n"say ""x""","1,2"\r\n"two\nlines"," edge "\r\n,\r\n');
});

test("writes a phone number with its plus, all digits and no apostrophe", () => {
  expect(csvCell(phoneCell("+447911123456"))).toBe("+44 7911123456");
  expect(csvCell(phoneCell("+12125550142"))).toBe("+1 2125550142");
  expect(csvCell(phoneCell("+3531234567"))).toBe("+353 1234567");
  expect(csvCell(phoneCell("+44 (0) 20"))).toBe("'+44 (0) 20");
});

const unquoted = (csv: string) => (csv.startsWith('"') ? csv.slice(1, -1).replaceAll('""', '"') : csv);
