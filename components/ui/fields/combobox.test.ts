import { expect, test } from "vitest";
import { matchingOptions } from "./combobox";

const options = [
  { value: "DE", label: "Germany", note: "+49" },
  { value: "CI", label: "Côte d’Ivoire", note: "+225" },
  { value: "GB", label: "United Kingdom", note: "+44" },
  { value: "US", label: "United States", note: "+1" },
];
const valuesFor = (text: string) => matchingOptions(options, text).shown.map(({ value }) => value);

test("matchingOptions matches words in any order, without accents, by value or note", () => {
  expect(valuesFor("cote")).toEqual(["CI"]);
  expect(valuesFor("kingdom uni")).toEqual(["GB"]);
  expect(valuesFor("+49")).toEqual(["DE"]);
  expect(valuesFor("us")).toEqual(["US"]);
  expect(valuesFor("")).toEqual(["DE", "CI", "GB", "US"]);
  expect(valuesFor("atlantis")).toEqual([]);
});

test("matchingOptions lists prefix matches first and counts hidden options", () => {
  expect(valuesFor("u")[0]).toBe("GB");
  const many = Array.from({ length: 100 }, (_, index) => ({ value: String(index), label: `Item ${index}` }));
  expect(matchingOptions(many, "item")).toMatchObject({ hidden: 40, shown: { length: 60 } });
});
