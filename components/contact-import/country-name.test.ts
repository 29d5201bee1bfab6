import { expect, test } from "vitest";
import { countriesWords, countryName } from "./country-name";

test("numbers of no known country are named beside the countries, and never counted as one", () => {
  expect(countriesWords(["GB"])).toBe("1 country");
  expect(countriesWords(["GB", "US"])).toBe("2 countries");
  expect(countriesWords(["ZZ", "GB"])).toBe("1 country and others");
  expect(countriesWords(["001", "GB", "US", "ZZ"])).toBe("2 countries and others");
  expect(countriesWords(["ZZ"])).toBe("No known country");
  expect(countriesWords([])).toBe("0 countries");
  expect(countryName("ZZ")).toBe("No known country");
});
