import { expect, test } from "vitest";
import { foldedLines, foldsAround, jsonLines, matchingLines, visibleLines } from "./json-lines";

const value = { success: true, data: { version: 14, words: ["a", "b"], none: [], big: { $digits: "1.50" } } };
const text = (lines: ReturnType<typeof jsonLines>) =>
  lines.map((line) => "  ".repeat(line.depth) + line.tokens.map((token) => token.text).join("")).join("\n");

test("jsonLines equals indented JSON", () => {
  const plain = { ...value, data: { ...value.data, big: 1.5 } };
  expect(text(jsonLines(plain))).toBe(JSON.stringify(plain, null, 2));
});

test("jsonLines preserves the digits of numbers", () => {
  expect(text(jsonLines(value))).toContain('"big": 1.50');
});

test("visibleLines hides folded content and its closing line", () => {
  const lines = jsonLines(value);
  const start = lines.findIndex((line) => line.tokens[0]?.text === '"data"');
  expect(visibleLines(lines, new Set([start]))).toEqual([0, 1, start, lines.length - 1]);
  expect(lines[start]?.folded).toBe("… 4 }");
});

test("foldsAround returns the folds that hide a line", () => {
  const lines = jsonLines(value);
  const [match] = matchingLines(lines, "VERSION");
  expect(match).toBe(3);
  expect(foldsAround(lines, new Set([0, 2]), 3)).toEqual([0, 2]);
  expect(foldsAround(lines, new Set([4]), 3)).toEqual([]);
});

test("foldedLines finds the same object when a newer value has more lines", () => {
  const paths = new Set(['/"calls"/1']);
  const before = jsonLines({ calls: [{ id: 1 }, { id: 2 }] });
  const after = jsonLines({ added: { at: 1 }, calls: [{ id: 1 }, { id: 2 }] });
  expect([...foldedLines(before, paths)].map((index) => before[index + 1]?.tokens.at(-1)?.text)).toEqual(["2"]);
  expect([...foldedLines(after, paths)].map((index) => after[index + 1]?.tokens.at(-1)?.text)).toEqual(["2"]);
});
