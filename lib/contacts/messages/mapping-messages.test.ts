import { expect, test } from "vitest";
import type { Preview } from "@/lib/contacts/engine";
import { plainShape } from "@/lib/testing/contacts/checked-file";
import { guessesIn, numbersOf, valuesOf, whyNotChecked, withNamePart } from "./mapping-messages";

const preview: Preview = {
  columns: [
    { name: "first", samples: ["Ana", "Bo"], isRepeated: false },
    { name: "last", samples: ["Ito"], isRepeated: false },
    { name: "tel", samples: ["+12125550142"], isRepeated: false },
  ],
  rows: [
    { row: 2, cells: ["Ana ", "Ito", "+12125550142"] },
    { row: 3, cells: ["Bo"] },
    { row: 4, cells: ["", ""] },
  ],
  mapping: { phone: 2, name: [0, 1] },
  isCertain: false,
  guessed: { phone: true, name: true },
  usual: plainShape,
  doubts: [],
  consent: [],
  hiddenRows: 0,
};

test("names the field that has no column", () => {
  expect(whyNotChecked({ phone: -1, name: [] }, false)).toMatch(/phone number and one for the name/);
  expect(whyNotChecked({ phone: -1, name: [0] }, false)).toMatch(/phone number/);
  expect(whyNotChecked({ phone: 0, name: [] }, false)).toMatch(/for the name/);
  expect(whyNotChecked({ phone: 0, name: [1] }, false)).toBeUndefined();
});

test("counts a field as guessed only while it has its guessed column", () => {
  expect(guessesIn(preview, preview.mapping)).toEqual({ phone: true, name: true });
  expect(guessesIn(preview, { phone: 1, name: [0] })).toEqual({ phone: false, name: false });
  const open = { ...preview, mapping: { phone: -1, name: [] } };
  expect(guessesIn(open, open.mapping)).toEqual({ phone: false, name: false });
});

test("builds a name from one column or two different ones", () => {
  expect(withNamePart([], 0, 1)).toEqual([1]);
  expect(withNamePart([0], 1, 1)).toEqual([0, 1]);
  expect(withNamePart([0, 1], 0, 1)).toEqual([1]);
  expect(withNamePart([0, 1], 1, -1)).toEqual([0]);
  expect(withNamePart([0, 1], 0, -1)).toEqual([1]);
});

test("shows values as they will be read, joined by a space", () => {
  expect(valuesOf(preview, [0])).toEqual(["Ana", "Bo"]);
  expect(valuesOf(preview, [0, 1])).toEqual(["Ana Ito", "Bo"]);
  expect(valuesOf(preview, [])).toEqual([]);
});

test("shows numbers of the second column when the first is empty", () => {
  const rows = [
    { row: 2, cells: ["", "+1"] },
    { row: 3, cells: ["+2", "+3"] },
  ];
  expect(numbersOf({ ...preview, rows }, { phone: 0, fallback: 1, name: [] })).toEqual(["+1", "+2"]);
});
