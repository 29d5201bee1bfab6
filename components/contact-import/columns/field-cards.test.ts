import { expect, test } from "vitest";
import { connectorPath, joinsOf } from "./field-cards";

test("connectorPath starts and ends at its two points and sags below the straight line", () => {
  expect(connectorPath({ x: 0, y: 10 }, { x: 100, y: 10 })).toBe("M0 10C38 16 62 16 100 10");
});

test("connectorPath sags more when it is steeper, up to a limit", () => {
  expect(connectorPath({ x: 0, y: 0 }, { x: 100, y: 100 })).toBe("M0 0C38 22 62 122 100 100");
  expect(connectorPath({ x: 0, y: 0 }, { x: 100, y: 4000 })).toBe("M0 0C38 34 62 4034 100 4000");
});

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

test("joinsOf returns no connector when no column is mapped", () => {
  expect(joinsOf({ phone: -1, name: [] }, { phone: true, name: true })).toEqual([]);
});

test("joinsOf connects the columns with the country and the area code", () => {
  expect(joinsOf({ phone: 3, name: [], area: 2, country: 4 }, { phone: false, name: false })).toEqual([
    { column: 3, end: "phone", isGuess: false },
    { column: 2, end: "phone", isGuess: true },
    { column: 4, end: "country", isGuess: true },
  ]);
});
