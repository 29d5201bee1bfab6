import { expect, test } from "vitest";
import { matchingOptions } from "./combobox";

const options = [
  { value: "DE", label: "Germany", note: "+49" },
  { value: "CI", label: "Côte d’Ivoire", note: "+225" },
  { value: "GB", label: "United Kingdom", note: "+44" },
  { value: "US", label: "United States", note: "+1" },
];
const found = (text: string) => matchingOptions(options, text).shown.map(({ value }) => value);

test("words in any order, without accents, by code or by note", () => {
  expect(found("cote")).toEqual(["CI"]);
  expect(found("kingdom uni")).toEqual(["GB"]);
  expect(found("+49")).toEqual(["DE"]);
  expect(found("us")).toEqual(["US"]);
  expect(found("")).toEqual(["DE", "CI", "GB", "US"]);
  expect(found("atlantis")).toEqual([]);
});

test("what begins with the text comes first, and a long list says how much of it is not shown", () => {
  expect(found("u")[0]).toBe("GB");
  const many = Array.from({ length: 100 }, (_, index) => ({ value: String(index), label: `Item ${index}` }));
  expect(matchingOptions(many, "item")).toMatchObject({ hidden: 40, shown: { length: 60 } });
});
