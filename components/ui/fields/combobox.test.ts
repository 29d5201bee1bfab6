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

test("matchingOptions puts exact codes and aliases first, then names that begin so, then later words", () => {
  const countries = [
    { value: "AU", label: "Australia", note: "+61", aliases: ["au", "aus", "61"] },
    { value: "DK", label: "Denmark", note: "+45", aliases: ["dk", "danemark"] },
    { value: "DE", label: "Germany", note: "+49", aliases: ["de", "deu", "49", "deutschland", "allemagne"] },
    { value: "UA", label: "Ukraine", note: "+380", aliases: ["ua", "380"] },
    { value: "AE", label: "United Arab Emirates", note: "+971", aliases: ["ae", "uae", "971"] },
    { value: "GB", label: "United Kingdom", note: "+44", aliases: ["gb", "uk", "44"] },
    { value: "US", label: "United States", note: "+1", aliases: ["us", "usa", "1"] },
  ];
  const firstFor = (text: string) => matchingOptions(countries, text).shown[0]?.value;
  const wanted = {
    UK: "GB",
    US: "US",
    usa: "US",
    "U.S.": "US",
    DE: "DE",
    deu: "DE",
    "49": "DE",
    "+49": "DE",
    UAE: "AE",
  };
  for (const [text, value] of Object.entries(wanted)) expect([text, firstFor(text)]).toEqual([text, value]);
  expect(firstFor("Deutschland")).toBe("DE");
  expect(firstFor("allem")).toBe("DE");
  expect(firstFor("United S")).toBe("US");
  expect(matchingOptions(countries, "united s").shown).toHaveLength(1);
});
