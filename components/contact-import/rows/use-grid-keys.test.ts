import { expect, test } from "vitest";
import { columnBeside } from "./use-grid-keys";

test("arrows pass over the place of a suggestion that a row does not have", () => {
  expect(columnBeside("becomes", 1, false)).toBe("leave");
  expect(columnBeside("leave", -1, false)).toBe("becomes");
  expect(columnBeside("becomes", 1, true)).toBe("use");
  expect(columnBeside("leave", -1, true)).toBe("use");
});

test("who comes down the suggestions into a row without one goes on from what stands in its place", () => {
  expect(columnBeside("use", 1, false)).toBe("leave");
  expect(columnBeside("use", -1, false)).toBe("name");
});

test("arrows stop at both ends of a row", () => {
  expect(columnBeside("row", -1, true)).toBe("row");
  expect(columnBeside("leave", 1, false)).toBe("leave");
});
