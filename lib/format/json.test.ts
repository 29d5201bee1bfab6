import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson, stringifyJson } from "./json";

const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,25})(\.\d{1,12})?([eE][+-]?\d{1,3})?$/);
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string().map((value) => `", 1.0, "${value}\\`),
);

// An object would reorder integer keys.
const key = text.map((value) => `k${value}`);

const jsonText = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small" },
    digits,
    text.map((value) => JSON.stringify(value)),
    fc.constantFrom("true", "null"),
    fc.array(tie("any")).map((items) => `[${items.join(",")}]`),
    fc.dictionary(key, tie("any")).map((fields) => `{${fieldsOf(fields)}}`),
  ),
})).any;

const fieldsOf = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([key, value]) => `${JSON.stringify(key)}:${value}`)
    .join(",");

test("writes parsed JSON back with the original digits and text", () => {
  const property = fc.property(jsonText, (source) => {
    expect(stringifyJson(parseJson(source))).toBe(source);
  });
  fc.assert(property);
});

test("keeps the digits of any plain decimal", () => {
  const plainDecimal = fc.stringMatching(/^-?(0|[1-9]\d{0,25})(\.0{0,20}\d{1,12})?$/);
  fc.assert(
    fc.property(plainDecimal, (n) => {
      expect(stringifyJson(parseJson(`[${n}]`))).toBe(`[${n}]`);
    }),
  );
});

test.each([
  "12345678901234567890",
  "0.10",
  "1e400",
  "-0",
  "1e21",
  "9007199254740993",
  "1.0",
  "0.0000001",
  "-0.00000012",
  "0.000000000000001",
])("keeps the digits of %s", (n) => {
  expect(parseJson(`{"n": [${n} ]}`)).toEqual({ n: [{ $digits: n }] });
  expect(parseJson(n)).toEqual({ $digits: n });
  expect(stringifyJson(parseJson(`[${n},"${n}"]`))).toBe(`[${n},"${n}"]`);
});

test("parses a number as a number when JavaScript can hold it", () =>
  expect(parseJson("[0,-1.5,9007199254740991,0.10]")).toEqual([0, -1.5, 9007199254740991, { $digits: "0.10" }]));

test("writes an object back unchanged when it only looks like digits", () =>
  expect(stringifyJson(parseJson('{"$digits":"1,\\"x"}'))).toBe('{"$digits":"1,\\"x"}'));

test.each([
  ["lists", "[", "]"],
  ["objects", '{"a":', "}"],
])("parses %s up to 1,000 levels deep and rejects deeper ones", (_name, open, close) => {
  const nested = (levels: number) => `${open.repeat(levels)}${close === "}" ? "1" : ""}${close.repeat(levels)}`;
  expect(stringifyJson(parseJson(nested(1000)))).toBe(nested(1000));
  for (const levels of [1001, 200_000]) expect(() => parseJson(nested(levels))).toThrow(SyntaxError);
});
