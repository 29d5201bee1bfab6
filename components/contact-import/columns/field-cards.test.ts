import { expect, test } from "vitest";
import { cordPath, joinsOf } from "./field-cards";

test("a cord begins and ends in its jacks and hangs below the straight line", () => {
  expect(cordPath({ x: 0, y: 10 }, { x: 100, y: 10 })).toBe("M0 10C38 16 62 16 100 10");
});

test("a steeper cord hangs lower, up to a limit", () => {
  expect(cordPath({ x: 0, y: 0 }, { x: 100, y: 100 })).toBe("M0 0C38 22 62 122 100 100");
  expect(cordPath({ x: 0, y: 0 }, { x: 100, y: 4000 })).toBe("M0 0C38 34 62 4034 100 4000");
});

test("every sent column has a cord into its field, two for a name of two columns", () => {
  expect(joinsOf({ phone: 3, name: [0, 1] }, { phone: true, name: false })).toEqual([
    { column: 3, socket: "phone", isGuess: true },
    { column: 0, socket: "name-0", isGuess: false },
    { column: 1, socket: "name-1", isGuess: false },
  ]);
});

test("a field without a column has no cord", () => {
  expect(joinsOf({ phone: -1, name: [] }, { phone: true, name: true })).toEqual([]);
});
