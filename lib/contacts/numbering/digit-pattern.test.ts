import { expect, test } from "vitest";
import { digitAutomaton } from "./digit-automaton";
import { digitPatterns } from "./digit-pattern";

const digitsUpTo = (length: number): string[] =>
  length === 0 ? [""] : ["", ...digitsUpTo(length - 1).flatMap((rest) => [...Array(10).keys()].map((d) => d + rest))];
const texts = [...new Set(digitsUpTo(4))];

/** Returns the tags of the patterns that a text of digits matches. */
function tagReader({ first, next, tagsOf }: ReturnType<typeof digitAutomaton<string>>) {
  return (digits: string) => tagsOf([...digits].reduce((state, digit) => next(state, Number(digit)), first));
}

function matching(patterns: readonly string[]) {
  const { parse, end } = digitPatterns<string>();
  const tagsAfter = tagReader(digitAutomaton(patterns.map((pattern) => parse(pattern, end(pattern)))));
  return (digits: string) => tagsAfter(digits).sort();
}

test("matches the same texts as the equivalent regular expressions", () => {
  const patterns = [
    "12|3",
    "1?2",
    "[1-35]\\d",
    "(?:1|23)\\d{0,2}",
    "2(?:0|1[02-9])?",
    "(?:12){2}",
    "\\d{3}",
    "(1|2)?3{1,2}",
  ];
  const matched = matching(patterns);
  for (const digits of texts)
    expect([digits, matched(digits)]).toEqual([
      digits,
      patterns.filter((pattern) => new RegExp(`^(?:${pattern})$`).test(digits)).sort(),
    ]);
});

test("finds an open end however many digits follow", () => {
  const { parse, endOrMore } = digitPatterns<string>();
  const tagsAfter = tagReader(digitAutomaton([parse("26[48]", endOrMore("leading"))]));
  expect(["264", "2681234567"].map(tagsAfter)).toEqual([["leading"], ["leading"]]);
  expect(["26", "2651234567", ""].flatMap(tagsAfter)).toEqual([]);
});

test("rejects a pattern that is not only digits", () => {
  const { parse, end } = digitPatterns<string>();
  for (const pattern of ["1+", "[^1]", "a", "1.", "(?=1)1"])
    expect(() => parse(pattern, end("x"))).toThrow("Not a pattern of digits");
  expect(() => parse("?1", end("x"))).toThrow("Nothing to repeat");
});
