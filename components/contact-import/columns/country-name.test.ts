import { expect, test } from "vitest";
import { countriesMessage, countryName } from "./country-name";

test("numbers of no known country are named beside the countries, and never counted as one", () => {
  expect(countriesMessage(["GB"])).toBe("1 country");
  expect(countriesMessage(["GB", "US"])).toBe("2 countries");
  expect(countriesMessage(["ZZ", "GB"])).toBe("1 country and others");
  expect(countriesMessage(["001", "GB", "US", "ZZ"])).toBe("2 countries and others");
  expect(countriesMessage(["ZZ"])).toBe("No known country");
  expect(countriesMessage([])).toBe("0 countries");
  expect(countryName("ZZ")).toBe("No known country");
});
