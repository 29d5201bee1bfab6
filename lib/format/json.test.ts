import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson, stringifyJson } from "./json";

const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,25})(\.\d{1,12})?([eE][+-]?\d{1,3})?$/);
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string().map((each) => `", 1.0, "${each}\\`),
);

// Whole numbers change their place among an object's keys.
const key = text.map((each) => `k${each}`);

const jsonText = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small" },
    digits,
    text.map((each) => JSON.stringify(each)),
    fc.constantFrom("true", "null"),
    fc.array(tie("any")).map((items) => `[${items.join(",")}]`),
    fc.dictionary(key, tie("any")).map((fields) => `{${fieldsOf(fields)}}`),
  ),
})).any;

const fieldsOf = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([key, value]) => `${JSON.stringify(key)}:${value}`)
    .join(",");

test("whatever is read is written with the digits and the text it came with", () => {
  const property = fc.property(jsonText, (came) => {
    expect(stringifyJson(parseJson(came))).toBe(came);
  });
  fc.assert(property);
});

test.each(["12345678901234567890", "0.10", "1e400", "-0", "1e21", "9007199254740993", "1.0"])(
  "%s keeps its digits",
  (n) => {
    expect(parseJson(`{"n": [${n} ]}`)).toEqual({ n: [{ $digits: n }] });
    expect(parseJson(n)).toEqual({ $digits: n });
    expect(stringifyJson(parseJson(`[${n},"${n}"]`))).toBe(`[${n},"${n}"]`);
  },
);

test("a number that JavaScript keeps is a number", () =>
  expect(parseJson("[0,-1.5,9007199254740991,0.10]")).toEqual([0, -1.5, 9007199254740991, { $digits: "0.10" }]));

test("an object that only looks like digits is written as it came", () =>
  expect(stringifyJson(parseJson('{"$digits":"1,\\"x"}'))).toBe('{"$digits":"1,\\"x"}'));

test.each([
  ["lists", "[", "]"],
  ["objects", '{"a":', "}"],
])("%s are read a thousand levels deep and no deeper", (_name, open, close) => {
  const nested = (levels: number) => `${open.repeat(levels)}${close === "}" ? "1" : ""}${close.repeat(levels)}`;
  expect(stringifyJson(parseJson(nested(1000)))).toBe(nested(1000));
  for (const levels of [1001, 200_000]) expect(() => parseJson(nested(levels))).toThrow(SyntaxError);
});
