import { expect, test } from "vitest";
import { joinsOf } from "./column-board";

test("joinsOf connects every mapped column, two when the name has two columns", () => {
  expect(joinsOf({ phone: 3, name: [0, 1] }, { phone: true, name: false })).toEqual([
    { column: 3, end: "phone", isGuess: true },
    { column: 0, end: "name-0", isGuess: false },
    { column: 1, end: "name-1", isGuess: false },
  ]);
});

test("joinsOf connects a second phone column", () => {
  expect(joinsOf({ phone: 0, fallback: 2, name: [] }, { phone: true, name: false })).toEqual([
    { column: 0, end: "phone", isGuess: true },
    { column: 2, end: "phone-2", isGuess: false },
  ]);
});

test("joinsOf connects the columns with the country and the area code", () => {
  expect(joinsOf({ phone: 3, name: [], area: 2, country: 4 }, { phone: false, name: false })).toEqual([
    { column: 3, end: "phone", isGuess: false },
    { column: 2, end: "phone", isGuess: true },
    { column: 4, end: "country", isGuess: true },
  ]);
});
